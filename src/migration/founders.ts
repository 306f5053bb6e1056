import { MigrationError } from "../errors.js";
import type { Founder } from "../params/parameters.js";
import type { Contract, Deployer } from "./deployer.js";

/** The predecessor's batches: they fit a block of 10 million gas in every release. */
export const FORGE_BATCH = 20;
const ADD_BATCH = 100;

/**
 * Above this, batches of the usual size fit without a look: forgeOrg with 20 founders takes 7.4
 * million gas, addFounders with 100 takes 8.7 million (rc.57; no release takes more than 10).
 */
const AMPLE_GAS = 12_000_000n;

type Estimate = (founders: readonly Founder[]) => Promise<bigint | undefined>;

/**
 * Takes as many founders off the front as fit one transaction, at most `size`.
 * @returns those founders and the rest
 */
export async function splitFounders(
  deployer: Deployer,
  founders: readonly Founder[],
  size: number,
  estimate: Estimate,
): Promise<[readonly Founder[], readonly Founder[]]> {
  const fits = async (count: number): Promise<boolean> => {
    if (deployer.transactionGasLimit >= AMPLE_GAS) return true;
    const gas = await estimate(founders.slice(0, count));
    return gas !== undefined && gas <= deployer.transactionGasLimit;
  };
  let count = Math.min(size, founders.length);
  while (!(await fits(count))) {
    if (count <= 1) {
      throw new MigrationError(
        `Not even one founder fits a transaction: the chain allows ${deployer.transactionGasLimit} gas. ` +
          "Use a chain with a higher block gas limit (10 million is enough).",
      );
    }
    count = Math.floor(count / 2);
  }
  return [founders.slice(0, count), founders.slice(count)];
}

/** Adds founders to a DAO that DaoCreator still holds, a batch a transaction. */
export async function addFounders(
  deployer: Deployer,
  step: string,
  daoCreator: Contract,
  avatar: string,
  founders: readonly Founder[],
): Promise<void> {
  const argumentsOf = (batch: readonly Founder[]): unknown[] => [
    avatar,
    batch.map(({ address }) => address),
    batch.map(({ tokens }) => tokens),
    batch.map(({ reputation }) => reputation),
  ];
  let size = ADD_BATCH;
  let rest = founders;
  for (let index = 0; rest.length > 0; index++) {
    const [batch, remaining] = await splitFounders(deployer, rest, size, (some) =>
      deployer.estimateGas(daoCreator, "addFounders", argumentsOf(some)),
    );
    await deployer.send(`${step}/${index}`, daoCreator, "addFounders", argumentsOf(batch));
    size = Math.max(batch.length, 1);
    rest = remaining;
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
