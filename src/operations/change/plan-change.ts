import type { Network } from "../../foundation/chain/networks.js";
import type { InspectOptions } from "../../engine/inspect/inspect-dao.js";
import { ANYBODY } from "../simulate/chain/forked-chain.js";
import { sealed } from "../simulate/report/seal.js";
import type { Session } from "../simulate/session.js";
import { packageVersion } from "../../foundation/support/package.js";
import { ForkDeployer } from "./carry/fork-deployer.js";
import { findLeft } from "./carry/find-left.js";
import { isKnown, type MadeContracts } from "./carry/make-contracts.js";
import { passProposals } from "./carry/pass-proposals.js";
import { prepareProposals, type PrepareOptions } from "./propose-change.js";
import { betweenWarnings, incompatibilityWarnings, unprovenWarnings } from "./carry/warnings.js";
import { CHANGE_SCHEMA_VERSION, type DaoChange, type UncomparedPart } from "./change.js";
import { decideChange, type DecidedChange } from "./decide/decide-change.js";
import type { ChangeInputs } from "./inputs.js";

export interface PlanOptions extends InspectOptions, PrepareOptions {
  /** The path of the parameters file. */
  readonly file?: string;
}

/**
 * Finds out what it takes to turn a DAO into what parameters describe, and tries it on a fork of its chain: deploys
 * contracts, passes each proposal by its own rules, and checks the result. Restores the fork afterwards.
 * @throws the errors of decideChange and prepareProposals
 */
export async function planChange(
  session: Session,
  inputs: ChangeInputs,
  network: Network,
  options: PlanOptions = {},
): Promise<DaoChange> {
  return await session.chain.forgetting(() => makeChange(session, inputs, network, options));
}

/** Carries out the change like {@link planChange}, but leaves the fork changed. */
export async function makeChange(
  session: Session,
  inputs: ChangeInputs,
  network: Network,
  options: PlanOptions,
): Promise<DaoChange> {
  const { chain, inspection } = session;
  const { onProgress = () => {}, file } = options;
  onProgress("Comparing the DAO with the file");
  const openFork = async () => await Promise.resolve(chain);
  const terms = { ...options, network, openFork };
  const decided = await decideChange(chain.provider, inspection, inputs, terms);
  onProgress("Deploying what is missing on the fork");
  const deployer = new ForkDeployer(chain, network, ANYBODY);
  const { made, proposals: needed, strays } = await prepareProposals(deployer, decided, options);
  const passed = await passProposals(session, needed, options);
  const { proposals, inspections } = passed;
  onProgress("Checking the resulting DAO");
  const { left, notCompared } = await findLeft(chain, decided, made, passed);
  const { transactions } = deployer;
  const gas = [...transactions, ...proposals.map((each) => ({ gas: each.gas.propose }))];
  return sealed({
    schemaVersion: CHANGE_SCHEMA_VERSION,
    tool: { name: "hardhat-dao-migration", version: packageVersion() },
    chainId: inspection.chainId,
    network: network.name,
    block: inspection.block,
    avatar: inspection.avatar.address,
    name: inspection.name,
    arcVersion: inputs.artifacts.release.version,
    params: file,
    empty: transactions.length === 0 && proposals.length === 0,
    transactions,
    proposals,
    left,
    notCompared: unique([
      ...notCompared,
      ...decided.notCompared,
      ...uncomparedStandAlone(decided, made),
    ]),
    warnings: [
      ...strays,
      ...unprovenWarnings(decided, network),
      ...(made.controller === undefined
        ? []
        : incompatibilityWarnings(inspection, inputs.artifacts.release)),
      ...betweenWarnings(inspections),
    ],
    gas: String(gas.reduce((sum, each) => sum + BigInt(each.gas), 0n)),
  });
}

function uncomparedStandAlone(
  { kept }: DecidedChange,
  { standAlone }: MadeContracts,
): readonly UncomparedPart[] {
  return standAlone.flatMap((contract, index): UncomparedPart | readonly [] => {
    const { name, address } = contract;
    const where = `StandAloneContracts[${index}]`;
    if (!isKnown(contract)) {
      return {
        where,
        reason: `no result file or scheme has the address of ${name}, if it exists at all`,
      };
    }
    if (!kept.standAlone.has(index)) return [];
    return { where, reason: `${name} ${address} exists; its setup is not compared` };
  });
}

function unique(all: readonly UncomparedPart[]): readonly UncomparedPart[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}
