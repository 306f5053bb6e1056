import { MigrationError } from "../../foundation/support/errors.js";
import type { Founder } from "../../foundation/params/parameters.js";
import type { Contract, Deployer } from "./deployer.js";

/** The most founders in one call, and an upper bound of its gas. */
interface Batch {
  readonly most: number;
  readonly fixedGas: bigint;
  readonly gasOfAFounder: bigint;
}

/**
 * The predecessor's batches: 20 founders in forgeOrg, then 100 in each call of addFounders. Gas was measured over all
 * releases from alpha.53 on: forgeOrg takes up to 5.81 million without names, plus 81,000 for each founder; addFounders
 * takes up to 92,000, plus the same for each founder (test/engine/migration/add-founders.test.ts).
 */
const FORGE: Batch = { most: 20, fixedGas: 5_850_000n, gasOfAFounder: 90_000n };
const ADD: Batch = { most: 100, fixedGas: 100_000n, gasOfAFounder: 95_000n };
/** Each of forgeOrg's three names takes a storage slot, and a long one another for every 32 bytes. */
const GAS_OF_A_WORD = 24_000n;

/**
 * How many founders fit into one call. This is calculated instead of estimated on the chain, because a resumed
 * migration must get the same batches, whatever has been sent already.
 */
function sizeOf({ most, fixedGas, gasOfAFounder }: Batch, transactionGasLimit: bigint): number {
  const fitting = (transactionGasLimit - fixedGas) / gasOfAFounder;
  if (fitting < 1n) {
    const needed = fixedGas + gasOfAFounder;
    throw new MigrationError(
      `Not even one founder fits in a transaction: the chain allows ${transactionGasLimit} gas, but up to ` +
        `${needed} are needed. Use shorter names (orgName, tokenName, tokenSymbol), or a chain that allows more.`,
    );
  }
  return fitting < BigInt(most) ? Number(fitting) : most;
}

/** Splits founders into those that are created with the DAO and those that are added later. */
export function splitFounders(
  founders: readonly Founder[],
  names: readonly string[],
  transactionGasLimit: bigint,
): [readonly Founder[], readonly Founder[]] {
  const words = names.map((name) => 1 + Math.ceil(Buffer.byteLength(name) / 32));
  const gasOfNames = BigInt(words.reduce((sum, count) => sum + count, 0)) * GAS_OF_A_WORD;
  const size = sizeOf({ ...FORGE, fixedGas: FORGE.fixedGas + gasOfNames }, transactionGasLimit);
  return [founders.slice(0, size), founders.slice(size)];
}

/** Adds founders to a DAO that DaoCreator still controls, with one transaction per batch. */
export async function addFounders(
  deployer: Deployer,
  step: string,
  daoCreator: Contract,
  avatar: string,
  founders: readonly Founder[],
): Promise<void> {
  const size = sizeOf(ADD, deployer.transactionGasLimit);
  for (let start = 0; start < founders.length; start += size) {
    const batch = founders.slice(start, start + size);
    await deployer.send(`${step}/${start / size}`, daoCreator, "addFounders", [
      avatar,
      batch.map(({ address }) => address),
      batch.map(({ tokens }) => tokens),
      batch.map(({ reputation }) => reputation),
    ]);
  }
}

/** Mints for each founder, in a DAO that the deploying account still owns. */
export async function mintForFounders(
  deployer: Deployer,
  step: string,
  token: Contract,
  reputation: Contract,
  founders: readonly Founder[],
): Promise<void> {
  for (const [index, founder] of founders.entries()) {
    const mint = async (name: string, contract: Contract, amount: bigint) => {
      if (amount === 0n) return;
      const args = [founder.address, amount];
      await deployer.send(`${step}/${name}/${index}`, contract, "mint", args);
    };
    await mint("mintReputation", reputation, founder.reputation);
    await mint("mintTokens", token, founder.tokens);
  }
}
