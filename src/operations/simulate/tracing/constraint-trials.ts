import { toQuantity, type ParamType } from "ethers";

import type {
  ContractDescription,
  Inspection,
  Inspected,
  VoteRules,
} from "../../../engine/inspect/description.js";
import { attempt, ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { abiOf, openContract } from "../../../engine/inspect/reading/identify.js";
import { readVoteRules } from "../../../engine/inspect/schemes/vote-rules.js";
import { PERMISSION, permits } from "../../../foundation/arc/permissions.js";
import type { ForkedChain } from "../chain/forked-chain.js";

/** What constraints may refuse: a function of the controller, its permission, and what it does. */
const TRIALS = [
  ["mintReputation", PERMISSION.REGISTERED, "minting reputation"],
  ["mintTokens", PERMISSION.REGISTERED, "minting tokens"],
  ["sendEther", PERMISSION.REGISTERED, "paying"],
  ["registerScheme", PERMISSION.REGISTER_SCHEMES, "registering schemes"],
  ["genericCall", PERMISSION.CALL, "calling contracts"],
] as const;
export type Trial = (typeof TRIALS)[number][2];

/**
 * Tries what a DAO's schemes may do, without changing anything, before and after a constraint was added.
 * @param before number of the block before
 * @returns what worked then, and does not work now
 */
export async function readRefused(
  chain: ForkedChain,
  { controller, avatar, schemes }: Inspection,
  before: number,
): Promise<readonly Trial[]> {
  const abi = abiOf(controller);
  if (abi === undefined) return [];
  const works = async (name: string, from: string, args: unknown[], block: number) =>
    await attempt(async () => {
      const data = abi.encodeFunctionData(name, args);
      const params = [{ from, to: controller.address, data }, toQuantity(block)];
      return await chain.provider.request({ method: "eth_call", params });
    });
  const refused: Trial[] = [];
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
    const [then, now] = await Promise.all(
      [before, await chain.head()].map((block) => works(name, contract.address, args, block)),
    );
    if (!isNotRead(then) && isNotRead(now)) refused.push(words);
  }
  return refused;
}

/** By which rules a vote removes a constraint. */
export interface Removal {
  readonly constraint: string;
  readonly registrar: ContractDescription;
  readonly votingMachine: string;
  readonly rules: Inspected<VoteRules>;
}

/**
 * By which rules votes remove constraints, where a proposal sets them.
 * @param dao after it
 * @param before number of the block before
 */
export async function readRemovals(
  chain: ForkedChain,
  { avatar, schemes, globalConstraints, votingMachines }: Inspection,
  before: number,
): Promise<readonly Removal[]> {
  const reader = await chain.reader();
  const found: Removal[] = [];
  for (const { contract: registrar, registered, parameters } of schemes) {
    const [votes] = Object.values(ifRead(parameters)?.votes ?? {});
    const abi = abiOf(registrar);
    if (!registered || votes === undefined || !abi?.getFunction("voteToRemoveParams")) continue;
    const { votingMachine } = votes;
    const machine = votingMachines.find(({ contract }) => contract.address === votingMachine);
    for (const { contract } of ifRead(globalConstraints) ?? []) {
      const args = [avatar.address, contract.address];
      const [was, is] = await Promise.all(
        [before, undefined].map(async (block) => {
          const read = chain.read(registrar.address, abi, "voteToRemoveParams", args, block);
          return String((await read)[0]);
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
