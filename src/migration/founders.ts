import { MigrationError } from "../errors.js";
import type { Founder } from "../params/parameters.js";
import type { Contract, Deployer } from "./deployer.js";

/** How many founders one call takes at most, and what it costs, in gas. */
interface Batch {
  readonly most: number;
  readonly fixedGas: bigint;
  readonly gasOfAFounder: bigint;
}

/**
 * The predecessor's batches: 20 founders in forgeOrg, then 100 a call of addFounders. The gas is an
 * upper bound over all releases: forgeOrg was measured at FORGE_GAS for one founder and FOUNDER_GAS
 * for each further one (test/migration/founders.test.ts measures it again).
 */
const FORGE: Batch = { most: 20, fixedGas: 8_200_000n, gasOfAFounder: 105_000n };
const ADD: Batch = { most: 100, fixedGas: 60_000n, gasOfAFounder: 105_000n };

/**
 * How many founders fit one call. It is reckoned, not estimated on the chain: a migration that is
 * resumed has to come to the same batches, whatever has been done already.
 */
function sizeOf(batch: Batch, transactionGasLimit: bigint): number {
  const fitting = (transactionGasLimit - batch.fixedGas) / batch.gasOfAFounder;
  if (fitting < 1n) {
    throw new MigrationError(
      `Not even one founder fits a transaction: the chain allows ${transactionGasLimit} gas, and ` +
        `${batch.fixedGas + batch.gasOfAFounder} may be needed. Use a chain with a higher block gas limit ` +
        "(10 million is enough).",
    );
  }
  return fitting < BigInt(batch.most) ? Number(fitting) : batch.most;
}

/** The founders that are forged with the DAO, and the rest. */
export function splitFounders(
  founders: readonly Founder[],
  transactionGasLimit: bigint,
): [readonly Founder[], readonly Founder[]] {
  const size = sizeOf(FORGE, transactionGasLimit);
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
