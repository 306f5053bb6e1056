import type { Network } from "../../foundation/chain/networks.js";
import type { InspectOptions } from "../../engine/inspect/inspect-dao.js";
import { sealed } from "../simulate/report/seal.js";
import { sessionOn, type Session } from "../simulate/session.js";
import { packageVersion } from "../../foundation/support/package.js";
import { ForkDeployer } from "./carry/fork-deployer.js";
import { findLeft } from "./carry/find-left.js";
import {
  isLockout,
  lockoutWarnings,
  refuseLockout,
  tryLockout,
  type RegisterTrial,
} from "./carry/lockout.js";
import { betweenWarnings, incompatibilityWarnings, unprovenWarnings } from "./carry/warnings.js";
import { passProposals } from "./carry/pass-proposals.js";
import { prepareProposals, type PrepareOptions } from "./propose-change.js";
import { CHANGE_SCHEMA_VERSION, type DaoChange } from "./change.js";
import { decideChange, type DecidedChange } from "./decide/decide-change.js";
import type { ChangeInputs } from "./inputs.js";

export interface PlanOptions extends InspectOptions, PrepareOptions {
  /** The path of the parameters file. */
  readonly file?: string;
  /** Leaves the fork changed: it is a test chain. */
  readonly keep?: boolean;
}

/**
 * Finds out what it takes to turn a DAO into what parameters describe, and tries it on a fork of its chain: deploys
 * contracts, passes each proposal by its own rules, checks the result, and tries whether the DAO can still register a
 * scheme. Restores the fork afterwards, unless the change is to be kept.
 * @throws the errors of decideChange and prepareProposals; MigrationError if nothing could register schemes afterwards
 */
export async function planChange(
  session: Session,
  inputs: ChangeInputs,
  network: Network,
  options: PlanOptions = {},
): Promise<DaoChange> {
  const { chain, inspection } = session;
  const { onProgress = () => {} } = options;
  onProgress("Comparing the DAO with the file");
  const openFork = async () => await Promise.resolve(chain);
  const terms = { ...options, network, openFork };
  const decided = await decideChange(chain.provider, inspection, inputs, terms);
  return await tryChange(session, decided, network, options);
}

/** Like {@link planChange}, for what was decided. */
export async function tryChange(
  session: Session,
  decided: DecidedChange,
  network: Network,
  options: PlanOptions = {},
): Promise<DaoChange> {
  const { force = false, keep = false } = options;
  const carry = async () => await carryOut(session, decided, network, options);
  const isLocked = ({ tried }: Carried): boolean => isLockout(tried) && !force;
  const carried = await session.chain.forgetting(carry, (tried) => keep && !isLocked(tried));
  if (!isLocked(carried)) return carried.change;
  await refuseLockout(session, carried.tried, decided.keptDeployer);
  return keep ? (await carry()).change : carried.change;
}

interface Carried {
  readonly change: DaoChange;
  /** Whether schemes can be registered afterwards. */
  readonly tried: readonly RegisterTrial[];
}

async function carryOut(
  session: Session,
  decided: DecidedChange,
  network: Network,
  options: PlanOptions,
): Promise<Carried> {
  const { chain, inspection } = session;
  const { artifacts } = decided.inputs;
  const { onProgress = () => {}, file } = options;
  onProgress("Deploying what is missing on the fork");
  const deployer = new ForkDeployer(chain, network, chain.anybody);
  const { made, proposals: needed, warnings } = await prepareProposals(deployer, decided, options);
  const passed = await passProposals(session, needed, options);
  const { proposals, inspections, failed } = passed;
  onProgress("Checking the resulting DAO");
  const { left, notCompared: unclear } = await findLeft(chain, decided, made, passed);
  let tried: readonly RegisterTrial[] = [];
  // A change without proposals takes nothing away.
  if (proposals.length > 0) {
    onProgress("Trying whether the DAO can still register a scheme");
    const last = sessionOn(chain, inspections.at(-1)!, options);
    tried = await tryLockout(inspection, last, decided.keptDeployer);
  }
  const uncompared = [...unclear, ...decided.notCompared];
  const notCompared = new Map(uncompared.map((each) => [JSON.stringify(each), each]));
  const { transactions } = deployer;
  const gas = [...transactions, ...proposals.map((each) => ({ gas: each.gas.propose }))];
  const empty = transactions.length === 0 && proposals.length === 0;
  const unknown = unclear.length > 0 || failed.length > 0;
  const change = sealed({
    schemaVersion: CHANGE_SCHEMA_VERSION,
    tool: { name: "hardhat-dao-migration", version: packageVersion() },
    chainId: inspection.chainId,
    network: network.name,
    block: inspection.block,
    avatar: inspection.avatar.address,
    name: inspection.name,
    arcVersion: artifacts.release.version,
    params: file,
    empty,
    matches: !empty || left.length > 0 ? "no" : unknown ? "not known" : "yes",
    transactions,
    proposals,
    left,
    notCompared: [...notCompared.values()],
    warnings: [
      ...lockoutWarnings(tried, failed),
      ...warnings,
      ...unprovenWarnings(decided, network),
      ...(made.controller === undefined
        ? []
        : incompatibilityWarnings(inspection, artifacts.release)),
      ...betweenWarnings(inspections),
    ],
    gas: String(gas.reduce((sum, each) => sum + BigInt(each.gas), 0n)),
  } as const);
  return { change, tried };
}
