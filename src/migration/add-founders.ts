import { MigrationError } from "../support/errors.js";
import type { Founder } from "../params/parameters.js";
import type { Contract, Deployer } from "./deployer.js";

/** How many founders one call takes at most, and an upper bound of what it costs, in gas. */
interface Batch {
  readonly most: number;
  readonly fixedGas: bigint;
  readonly gasOfAFounder: bigint;
}

/**
 * The predecessor's batches: 20 founders in forgeOrg, then 100 a call of addFounders. Measured over
 * all releases from alpha.53 on: forgeOrg takes up to 5.81 million gas without names and 81,000 a
 * founder, addFounders up to 92,000 and as much a founder (test/migration/add-founders.test.ts).
 */
const FORGE: Batch = { most: 20, fixedGas: 5_850_000n, gasOfAFounder: 90_000n };
const ADD: Batch = { most: 100, fixedGas: 100_000n, gasOfAFounder: 95_000n };
/** Each of forgeOrg's three names takes a word of storage, and a long one another for every 32 bytes. */
const GAS_OF_A_WORD = 24_000n;

/**
 * How many founders fit one call. It is reckoned, not estimated on the chain: a migration that is
 * resumed has to come to the same batches, whatever has been done already.
 */
function sizeOf({ most, fixedGas, gasOfAFounder }: Batch, transactionGasLimit: bigint): number {
  const fitting = (transactionGasLimit - fixedGas) / gasOfAFounder;
  if (fitting < 1n) {
    throw new MigrationError(
      `Not even one founder fits in a transaction: the chain allows ${transactionGasLimit} gas, but up to ` +
        `${fixedGas + gasOfAFounder} are needed. Use a chain with a block gas limit of 8 million or more.`,
    );
  }
  return fitting < BigInt(most) ? Number(fitting) : most;
}

/** The founders that are forged with the DAO, and the rest. */
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

/** Adds founders to a DAO that DaoCreator still holds, a batch a transaction. */
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

/** Mints founder by founder, in a DAO that the deploying account still owns. */
export async function mintForFounders(
  deployer: Deployer,
  step: string,
  token: Contract,
  reputation: Contract,
  founders: readonly Founder[],
): Promise<void> {
  for (const [index, founder] of founders.entries()) {
    if (founder.reputation > 0n) {
      const args = [founder.address, founder.reputation];
      await deployer.send(`${step}/mintReputation/${index}`, reputation, "mint", args);
    }
    if (founder.tokens > 0n) {
      const args = [founder.address, founder.tokens];
      await deployer.send(`${step}/mintTokens/${index}`, token, "mint", args);
    }
  }
}
