import type { ChainIdentity } from "../chain/identity.js";
import { decideMoves } from "../change/deciding/decide-moves.js";
import { refuseLock } from "../change/deciding/scheme-moves.js";
import { findExisting, type Existing } from "../change/finding/find-existing.js";
import type { ChangeInputs } from "../change/inputs.js";
import { isKnown, makeContracts, type MadeContracts } from "../change/making/make-contracts.js";
import { submitMoves, type HandledMove } from "../change/submitting/submit-moves.js";
import type { Move } from "../change/deciding/move.js";
import { findCalls } from "../change/trying/find-calls.js";
import type { Eip1193Provider } from "../chain/provider.js";
import { ForkedChain } from "../simulate/chain/forked-chain.js";
import { askingOnce } from "../simulate/chain/seam.js";
import type { Inspection } from "../inspect/description.js";
import { inspectDao } from "../inspect/inspect-dao.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { readEntry } from "../result/file.js";
import { sectionsOf } from "../result/ledger.js";
import type { DaoResult, ResultSections } from "../result/result.js";
import type { ChangeWishes } from "./change-wishes.js";
import { UsageError } from "../support/errors.js";
import { findDao } from "./inspect-inputs.js";
import type { LiveInputs } from "./live-inputs.js";
import { changeInputs, requireFile, type PlanInputs } from "./plan-inputs.js";
import type { PreparedMigration } from "./prepare.js";
import type { PreparedChange } from "./prepared-change.js";

/**
 * Reads the DAO as it is now, and prepares its change to match the parameters. A resumed run finds what an earlier one
 * did on the chain, and what it signed in the journal.
 * @throws the errors of planInputs
 */
export async function prepareChange(
  inputs: LiveInputs & { readonly change: ChangeWishes },
  chain: ChainIdentity,
  account: string,
): Promise<{ readonly prepared: PreparedMigration; readonly existing: ResultSections }> {
  const { provider, output, signal, change: wishes } = inputs;
  const reading: PlanInputs = { ...inputs, ...wishes, params: inputs.params, signal };
  requireFile(inputs.params);
  const { avatar } = await findDao(reading);
  const inspection = await inspectDao(provider, avatar, { signal });
  const wanted = { ...(await changeInputs(reading, { inspection }, chain)), account };
  const existing = await findExisting(provider, inspection, wanted, { signal });
  const calls = await owedCalls(provider, existing, wanted);
  const entry = await readEntry(output, chain);
  const known =
    entry?.dao === undefined || entry.dao.Avatar === inspection.avatar.address
      ? (entry?.dao ?? entryOf(inspection))
      : undefined;
  if (known === undefined && wishes.deployOnly === true) {
    throw new UsageError(
      `${output} has another DAO of this chain, so it cannot record what is deployed for this one. Choose another file ` +
        "with --output.",
    );
  }
  const sections = entry === undefined ? {} : sectionsOf(entry);
  const { parameters, artifacts, raw } = wanted;
  return {
    existing: sections,
    prepared: {
      sections: [],
      release: artifacts.release,
      dao: { parameters, artifacts, raw },
      change: runOf(wanted, existing, calls, wishes, known),
    },
  };
}

/**
 * Calls that the DAO has to make. They are tried on a separate fork, because they must be known before the rehearsal.
 */
async function owedCalls(
  provider: Eip1193Provider,
  existing: Existing,
  wanted: ChangeInputs,
): Promise<readonly Move[]> {
  let chain: ForkedChain | undefined;
  try {
    const open = async (): Promise<ForkedChain> => {
      chain = await ForkedChain.open(askingOnce(provider), existing.inspection.block.number);
      return chain;
    };
    return (await findCalls(open, existing, wanted)).moves;
  } finally {
    await chain?.close();
  }
}

function runOf(
  inputs: ChangeInputs,
  existing: Existing,
  calls: readonly Move[],
  wishes: ChangeWishes,
  known: DaoResult | undefined,
): PreparedChange {
  const { inspection } = existing;
  let handled: readonly HandledMove[] = [];
  return {
    avatar: inspection.avatar.address,
    name: isNotRead(inspection.name) ? "" : inspection.name,
    handled: () => handled,
    run: async (deployer) => {
      const made = await makeContracts(deployer, inputs, existing);
      if (wishes.force !== true) refuseLock(existing, made.schemes);
      const moves = await decideMoves(existing, made, {
        calls,
        description: wishes.description,
      });
      handled = await submitMoves(deployer, moves, inspection, wishes);
      const isDone = moves.every(({ draft }) => !isOfSchemes(draft.kind));
      const { address } = inspection.controller;
      return known === undefined ? {} : { dao: resultOf(known, made, isDone, address) };
    },
  };
}

function isOfSchemes(kind: string): boolean {
  return ["registerScheme", "unregisterScheme", "upgradeController"].includes(kind);
}

/** A new entry for the result file, if the DAO was not in it. */
function entryOf({
  avatar,
  name,
  token,
  reputation,
  controller,
  schemes,
  releases,
}: Inspection): DaoResult {
  return {
    name: isNotRead(name) ? "" : name,
    arcVersion: releases.at(-1) ?? "",
    Avatar: avatar.address,
    NativeToken: token.contract.address,
    NativeReputation: reputation.contract.address,
    Controller: controller.address,
    Schemes: schemes
      .filter(({ registered }) => registered)
      .map(({ contract, permissions, paramsHash }) => ({
        name: contract.name ?? "unknown",
        address: contract.address,
        arcVersion: contract.releases?.at(-1) ?? "",
        permissions: permissions.bytes,
        paramsHash,
      })),
    StandAloneContracts: [],
  };
}

/** The DAO's entry in the result file, with the contracts that were deployed for the change. */
function resultOf(
  known: DaoResult,
  { schemes, standAlone, companions, controller }: MadeContracts,
  isDone: boolean,
  present: string,
): DaoResult {
  // The list goes by position, so it is only written if every contract is known.
  const all = standAlone.every(isKnown) ? [...standAlone, ...companions] : undefined;
  const { Intended: _, IntendedController: __, ...rest } = known;
  return {
    ...rest,
    ...(isDone ? { Controller: present, Schemes: schemes } : { Intended: schemes }),
    ...(controller !== undefined && { IntendedController: controller }),
    ...(all !== undefined && { StandAloneContracts: all }),
  };
}
