import { toQuantity, type ParamType } from "ethers";

import { isSame, paired } from "../../../engine/inspect/compare/collector.js";
import { deciderByRules } from "../../../engine/inspect/control/powers.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { attempt, ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { textOf } from "../../../engine/inspect/reading/contract.js";
import { abiOf, openContract } from "../../../engine/inspect/reading/identify.js";
import { readVoteRules } from "../../../engine/inspect/schemes/vote-rules.js";
import { ask } from "../../../foundation/chain/provider.js";
import { PERMISSION, permits } from "../../../foundation/arc/permissions.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { Consequences, ConstraintRemoval } from "./consequences.js";
import { gain, unread, votersWords, type PowerChange } from "./power-words.js";
import { warning } from "./warnings.js";

/** What constraints may refuse: a function of the controller, its permission, and what it does. */
const TRIALS = [
  ["mintReputation", PERMISSION.REGISTERED, "minting reputation"],
  ["mintTokens", PERMISSION.REGISTERED, "minting tokens"],
  ["sendEther", PERMISSION.REGISTERED, "paying"],
  ["registerScheme", PERMISSION.REGISTER_SCHEMES, "registering schemes"],
  ["genericCall", PERMISSION.CALL, "calling contracts"],
] as const;

/**
 * Tries what constraints refuse, without changing anything, if there are others than before.
 * @param first number of the block before
 */
export async function tryConstraints(
  chain: ForkedChain,
  before: Inspection,
  after: Inspection,
  first: number,
): Promise<NonNullable<Consequences["constraints"]>> {
  const isOther = !isSame(before.globalConstraints, after.globalConstraints);
  return {
    refused: isOther ? await readRefused(chain, after, first) : [],
    removals: await readRemovals(chain, after, first),
  };
}

/** What a DAO's schemes may do worked at one block, and does not now. */
async function readRefused(
  chain: ForkedChain,
  { controller, avatar, schemes }: Inspection,
  first: number,
): Promise<readonly string[]> {
  const abi = abiOf(controller);
  if (abi === undefined) return [];
  const refused: string[] = [];
  for (const [name, bit, words] of TRIALS) {
    const scheme = schemes.find((each) => each.registered && permits(each.permissions.bytes, bit));
    const inputs = abi.getFunction(name)?.inputs;
    if (scheme === undefined || inputs === undefined) continue;
    const { contract, paramsHash, permissions } = scheme;
    const values: Readonly<Record<string, unknown>> = {
      ...{ _scheme: contract.address, _paramsHash: paramsHash, _permissions: permissions.bytes },
      ...{ _avatar: avatar.address, _amount: 1n, _amountInWei: 0n, _value: 0n, _data: "0x" },
    };
    const args = inputs.map((each: ParamType) => values[each.name] ?? avatar.address);
    const works = async (block: number): Promise<unknown> =>
      await attempt(async () => {
        const data = abi.encodeFunctionData(name, args);
        const call = { from: contract.address, to: controller.address, data };
        return await ask(chain.provider, "eth_call", call, toQuantity(block));
      });
    const [then, now] = await Promise.all([works(first), works(await chain.head())]);
    if (!isNotRead(then) && isNotRead(now)) refused.push(words);
  }
  return refused;
}

async function readRemovals(
  chain: ForkedChain,
  { avatar, schemes, globalConstraints, votingMachines }: Inspection,
  first: number,
): Promise<readonly ConstraintRemoval[]> {
  const reader = await chain.reader();
  const found: ConstraintRemoval[] = [];
  for (const { contract: registrar, registered, parameters } of schemes) {
    const [votes] = Object.values(ifRead(parameters)?.votes ?? {});
    const abi = abiOf(registrar);
    if (!registered || votes === undefined || !abi?.getFunction("voteToRemoveParams")) continue;
    const { votingMachine } = votes;
    const machine = votingMachines.find(({ contract }) => contract.address === votingMachine);
    for (const { contract } of ifRead(globalConstraints) ?? []) {
      const [was, is] = await Promise.all(
        [first, undefined].map(async (block) => {
          const at = chain.contract(registrar.address, abi, block);
          return String(await at.value("voteToRemoveParams", avatar.address, contract.address));
        }),
      );
      if (was === is || machine === undefined) continue;
      const rules = await attempt(() =>
        readVoteRules(openContract(reader, machine.contract), machine.contract, is!),
      );
      found.push({ constraint: contract.address, registrar, votingMachine, rules });
    }
  }
  return found;
}

/** Constraints that are added or removed, and new rules by which votes remove them. */
export function constraintChanges(
  { before, constraints: { refused, removals } = { refused: [], removals: [] } }: Consequences,
  after: Inspection,
): readonly PowerChange[] {
  const [was, is] = [before, after].map(({ globalConstraints }) => ifRead(globalConstraints));
  if (was === undefined || is === undefined) {
    const why = "Whether limits of what the DAO does are removed or added is unknown.";
    const check = "The calls and events of the stages below, one by one.";
    return [unread("The DAO's global constraints", why, check)];
  }
  const keyOf = (each: (typeof was)[number]) =>
    `${each.contract.address} ${each.looks} ${each.paramsHash}`;
  return paired(was, is, keyOf).flatMap(([, then, now]): PowerChange | readonly PowerChange[] => {
    const { contract } = (now ?? then)!;
    const name = `${contract.name ?? "Unknown code"} ${contract.address}`;
    if (now === undefined) {
      return gain([], "constraint-removed", {
        what: `${name} no longer limits what the DAO does.`,
        why: "What it refused can be done from then on.",
        check: "What it limited: `dao-migrate inspect`.",
      });
    }
    const ways = removals
      .filter(({ constraint }) => constraint === contract.address)
      .map((each) => removalWords(each, after));
    if (then !== undefined) {
      return ways.map((way) =>
        gain([], "constraint-removal-changes", {
          what: `It changes who can remove the constraint ${contract.name ?? "of unknown code"} ${contract.address}. ${way}`,
          why: "What a constraint refuses is as safe as the vote that removes it.",
          check: "The proposal's voteToRemoveParams.",
        }),
      );
    }
    const values = Object.values(ifRead(now.parameters) ?? {});
    const isUnset = values.every((value) => /^(0x)?0*$|^false$/.test(textOf(value)));
    const rules =
      values.length === 0
        ? ""
        : isUnset
          ? " Nothing is stored under the hash of its parameters: anyone who knows them can do that later."
          : ` Its parameters: ${JSON.stringify(now.parameters)}.`;
    const added = warning("constraint-added", {
      what: `${name} can refuse what the DAO does from then on. ${refused.length > 0 ? `It refuses at once: ${refused.join(", ")}.` : "On the fork, it refused nothing that was tried."}${rules}${ways.map((way) => ` ${way}`).join("")}`,
      why:
        contract.code === "arc"
          ? "No vote can do what a constraint refuses."
          : "No vote can do what a constraint refuses. Its code is not Arc's, so what it will refuse is unknown; it may also refuse to be removed.",
      check: "Its rules, and whether a vote can remove it (voteToRemoveParams of the proposal).",
    });
    return { kind: "loses", who: [], warning: added };
  });
}

function removalWords(
  { registrar, rules, votingMachine }: ConstraintRemoval,
  dao: Inspection,
): string {
  const by = `${registrar.name} ${registrar.address}`;
  if (isNotRead(rules)) {
    return `By ${by}, no vote can remove it, unless somebody stores parameters for that later: ${rules.notRead}.`;
  }
  const decider = deciderByRules(votingMachine, rules, dao);
  if (decider.kind === "account") {
    return `By ${by}, ${decider.account} alone removes it, as ${decider.as}.`;
  }
  return `By ${by}, a vote removes it. ${votersWords(decider, dao)}.`;
}
