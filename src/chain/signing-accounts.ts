import { MigrationError } from "../support/errors.js";
import { isPrivate, type Network } from "./networks.js";
import type { Signer } from "./signer.js";
import { defaultWallet, TEST_MNEMONIC, walletsOf } from "./test-accounts.js";
import type { Warning } from "../support/warning.js";

/**
 * The deploying account: the given one, or the built-in default. The default's key is public, so it is refused except
 * on private networks.
 * @throws MigrationError if no account is given and the network is not private
 */
export function deployingAccount(given: Signer | undefined, network: Network): Signer {
  if (given !== undefined) return given;
  if (isPrivate(network)) return defaultWallet();
  throw new MigrationError(
    `No private key or mnemonic was given. The built-in default key is public, so it is refused on ` +
      `${network.name}. Give your account's key with --private-key or --mnemonic, or in DAO_MIGRATE_PRIVATE_KEY ` +
      "or DAO_MIGRATE_MNEMONIC.",
  );
}

/** The accounts that sign during a migration to a live network. */
export interface SigningAccounts {
  /** Accounts that stake and vote in a demo test. */
  readonly testAccounts: readonly string[];
  /** All accounts that sign, by address. */
  readonly byAddress: ReadonlyMap<string, Signer>;
}

/**
 * The deploying account, and the test accounts if the migration needs any.
 * @param mnemonic of the test accounts; with a demo test, the built-in public one is refused except on private networks
 * @param demo whether a demo test is created
 * @throws MigrationError if a demo test would vote with public keys on a network that is not private
 */
export function signingAccounts(
  deploying: Signer,
  network: Network,
  mnemonic: string | undefined,
  demo: boolean,
): SigningAccounts {
  if (demo && !isPrivate(network) && mnemonic === undefined) {
    throw new MigrationError(
      `A demo test votes with several accounts. Those of the built-in mnemonic are public, so they are refused on ` +
        `${network.name}. Pass --mnemonic: its first ten accounts then vote.`,
    );
  }
  const test = isPrivate(network) || demo ? walletsOf(mnemonic ?? TEST_MNEMONIC) : [];
  // If the deploying account is one of them, its own signer replaces theirs.
  const all: readonly Signer[] = [...test, deploying];
  return {
    testAccounts: test.map(({ address }) => address),
    byAddress: new Map(all.map((signer) => [signer.address, signer])),
  };
}

/**
 * The first ten accounts of the predecessor's mnemonic, and of the one that Hardhat and anvil share. They are listed
 * because deriving them would take too long for a warning.
 */
export const PUBLIC_ACCOUNTS: readonly string[] = [
  "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1",
  "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0",
  "0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b",
  "0xE11BA2b4D45Eaed5996Cd0823791E0C93114882d",
  "0xd03ea8624C8C5987235048901fB614fDcA89b117",
  "0x95cED938F7991cd0dFcb48F0a06a40FA1aF46EBC",
  "0x3E5e9111Ae8eB78Fe1CC3bb8915d5D461F3Ef9A9",
  "0x28a8746e75304c0780E011BEd21C72cD78cd535E",
  "0xACa94ef8bD5ffEE41947b4585a84BdA5a3d3DA6E",
  "0x1dF62f291b2E969fB0849d99D9Ce41e2F137006e",
  "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
  "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
  "0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc",
  "0x976EA74026E726554dB657fA54763abd0C3a0aa9",
  "0x14dC79964da2C08b23698B3D3cc7Ca32193d9955",
  "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
  "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720",
];

/** The warning for accounts with public keys on a chain that is not private. */
export function publicKeyWarning(
  network: Network,
  accounts: readonly string[],
): Warning | undefined {
  if (isPrivate(network)) return undefined;
  const known = [...new Set(accounts)].filter((account) => PUBLIC_ACCOUNTS.includes(account));
  if (known.length === 0) return undefined;
  const [keys, are] = known.length === 1 ? ["key", "is"] : ["keys", "are"];
  return {
    code: "public-key",
    message:
      `The ${keys} of ${known.join(", ")} ${are} public, from a mnemonic of development nodes. Anything ` +
      `they hold on ${network.name} can be taken at any time. Use an account of your own.`,
  };
}
