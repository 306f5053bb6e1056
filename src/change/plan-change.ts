import type { Network } from "../chain/networks.js";
import type { InspectOptions } from "../inspect/inspect-dao.js";
import { sealed } from "../simulate/report/seal.js";
import type { Session } from "../simulate/session.js";
import { packageVersion } from "../support/package.js";
import { CHANGE_SCHEMA_VERSION, type Change, type Uncompared } from "./change.js";
import { decideMoves } from "./deciding/decide-moves.js";
import { refuseLock } from "./deciding/scheme-moves.js";
import { findExisting, type Existing } from "./finding/find-existing.js";
import { requireProposals } from "./finding/require-proposals.js";
import type { ChangeInputs } from "./inputs.js";
import { isKnown, makeContracts, type MadeContracts } from "./making/make-contracts.js";
import { carryMoves } from "./trying/carry-moves.js";
import { findCalls } from "./trying/find-calls.js";
import { betweenWarnings } from "./trying/change-warnings.js";
import { findLeft } from "./trying/find-left.js";
import { ForkDeployer } from "./trying/fork-deployer.js";
import { misfitWarnings } from "./trying/misfits.js";

/** Sends, on the fork, what anybody may send. Nobody has its key, and no contract refers to it. */
const ANYBODY = "0x00000000000000000000000000000000A9B0d7f6";

export interface PlanOptions extends InspectOptions {
  /** Plans the change even if nothing could register schemes after it. */
  readonly force?: boolean;
  /** The description of the proposals, such as an IPFS hash. */
  readonly description?: string;
  /** The path of the parameters file. */
  readonly file?: string;
}

/**
 * Finds out what it takes to turn a DAO into what parameters describe, and tries it on a fork of its chain: deploys
 * contracts, passes each proposal by its own rules, and checks the result. Restores the fork afterwards.
 * @throws MigrationError if the DAO's proposals could not be read, nothing could register schemes afterwards, or a
 *   contract cannot be deployed
 */
export async function planChange(
  session: Session,
  inputs: ChangeInputs,
  network: Network,
  options: PlanOptions = {},
): Promise<Change> {
  return await session.chain.forgetting(() => makeChange(session, inputs, network, options));
}

/** Carries out the change like {@link planChange}, but leaves the fork changed. */
export async function makeChange(
  session: Session,
  inputs: ChangeInputs,
  network: Network,
  options: PlanOptions,
): Promise<Change> {
  const { chain, inspection } = session;
  const { onProgress = () => {}, force = false, file } = options;
  const unknown = requireProposals(inspection);
  onProgress("Comparing the DAO with the file");
  const existing = await findExisting(chain.provider, inspection, inputs, options);
  const calls = await findCalls(() => Promise.resolve(chain), existing, inputs);
  const deployer = new ForkDeployer(chain, network, ANYBODY);
  onProgress("Deploying what is missing on the fork");
  const made = await makeContracts(deployer, inputs, existing);
  if (!force) refuseLock(existing, made.schemes);
  const moves = await decideMoves(existing, made, {
    calls: calls.moves,
    description: options.description,
  });
  const carried = await carryMoves(session, moves, options);
  const { proposals, inspections } = carried;
  onProgress("Checking the resulting DAO");
  const { left, notCompared } = await findLeft(
    chain,
    inspections.at(-1)!,
    inputs,
    made,
    existing,
    carried,
  );
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
    ...(file !== undefined && { params: file }),
    empty: transactions.length === 0 && proposals.length === 0,
    transactions,
    proposals,
    left,
    notCompared: unique([
      ...unknown,
      ...notCompared,
      ...calls.notCompared,
      ...notComparedOf(existing, made),
    ]),
    warnings: [
      ...(made.controller === undefined
        ? []
        : misfitWarnings(inspection, inputs.artifacts.release)),
      ...betweenWarnings(inspections),
    ],
    gas: String(gas.reduce((sum, each) => sum + BigInt(each.gas), 0n)),
  });
}

function notComparedOf(
  { notCompared, standAlone }: Existing,
  made: MadeContracts,
): readonly Uncompared[] {
  return [
    ...notCompared.map(({ where, unclear }) => ({ where, reason: unclear })),
    ...made.standAlone.flatMap((contract, index): Uncompared[] => {
      const where = `StandAloneContracts[${index}]`;
      if (!isKnown(contract)) {
        const reason = `no result file or scheme has the address of ${contract.name}, if it exists at all`;
        return [{ where, reason }];
      }
      if (!standAlone.has(index)) return [];
      const reason = `${contract.name} ${contract.address} exists; its setup is not compared`;
      return [{ where, reason }];
    }),
  ];
}

function unique(all: readonly Uncompared[]): readonly Uncompared[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}
