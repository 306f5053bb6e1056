import { Interface, ZeroAddress } from "ethers";

import { textOf } from "./facts.js";
import { contractAt, type Forced } from "./read-by-force.js";

/** What Arc's code can do with which permission: pay and mint, register, constrain, upgrade, call. */
const USES: Readonly<Record<string, bigint>> = {
  ContributionReward: 1n,
  SchemeRegistrar: 2n,
  GlobalConstraintRegistrar: 4n,
  UpgradeScheme: 2n | 8n,
  GenericScheme: 16n,
};
const ALL = [1n, 2n, 4n, 8n, 16n];

/**
 * Counts for every set of rules of every scheme who has enough reputation, and notes it as a fact: percent, and the
 * largest holders who have more than that together.
 */
export function readControl(forced: Forced): void {
  const { found } = forced;
  const { facts, further } = found;
  const valueOf = (start: string): string => further.get(start) ?? facts.get(start) ?? "";
  const holders = [...facts]
    .filter(([key]) => key.startsWith("reputation holder "))
    .map(([key, amount]) => ({ account: key.slice(18), amount: BigInt(amount) }))
    .sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
  const supply = BigInt(facts.get("reputation totalSupply") ?? 0);
  const byUse = new Map(ALL.map((bit) => [bit, { alone: new Set<string>(), fewest: Infinity }]));
  const note = (bits: bigint, alone: readonly string[], fewest: number): void => {
    for (const [bit, known] of byUse) {
      if ((bits & bit) === 0n) continue;
      for (const each of alone) known.alone.add(each);
      known.fewest = Math.min(known.fewest, fewest);
    }
  };
  for (const scheme of forced.chain.addresses) {
    const key = `scheme ${textOf(scheme)}`;
    const permissions = BigInt(facts.get(`${key} permissions`) ?? 0);
    if (permissions === 0n) continue;
    if (forced.chain.codes.get(scheme) === "0x") note(permissions, [textOf(scheme)], 1);
    const name = contractAt(forced, scheme);
    const machine = valueOf(`${key} value intVote`) || valueOf(`${key} value votingMachine`);
    for (const [field, hash] of valuesOf(forced, key)) {
      if (!/^vote\w*Params$/.test(field)) continue;
      const rule = (each: string): string => valueOf(`rules ${machine} ${hash} ${each}`);
      const percent = rule("queuedVoteRequiredPercentage") || rule("votePerc");
      if (percent === "") continue;
      const isAlpha = isOfAlpha(forced, machine);
      const bar = isAlpha ? (supply * BigInt(percent)) / 100n : (supply / 100n) * BigInt(percent);
      const speaker = rule("voteOnBehalf");
      let [sum, count] = [0n, 0];
      while (sum <= bar && count < holders.length) sum += holders[count++]!.amount;
      const largest = sum > bar ? holders.slice(0, count).map(({ account }) => account) : [];
      const behalf = speaker !== "" && speaker !== ZeroAddress && largest.length > 0;
      const accounts = behalf ? [speaker] : largest;
      facts.set(`control ${textOf(scheme)} ${field}`, textOf([percent, accounts.toSorted()]));
      const alone = holders.filter(({ amount }) => amount > bar).map(({ account }) => account);
      const isRemoval = /Remove/.test(field);
      const uses = permissions & (USES[name ?? ""] ?? 0n) & (isRemoval ? 0n : 31n);
      note(uses, behalf ? accounts : alone, accounts.length || Infinity);
    }
  }
  for (const [bit, { alone, fewest }] of byUse)
    found.deciders.set(bit, { alone: [...alone].sort(), fewest });
}

function valuesOf({ found }: Forced, key: string): readonly (readonly [string, string])[] {
  const start = `${key} value `;
  return [...found.further]
    .filter(([each]) => each.startsWith(start))
    .map(([each, value]) => [each.slice(start.length), value]);
}

/** Up to alpha.58, machines have no queue of proposals. */
function isOfAlpha(forced: Forced, machine: string): boolean {
  const at = forced.chain.contracts.find((each) => textOf(each) === machine);
  const name = at && contractAt(forced, at);
  if (name === undefined) return false;
  const outputs = new Interface(forced.compiled.get(name)!.abi).getFunction("parameters")!.outputs;
  const names = outputs.map((each) => each.name);
  if (name === "GenesisProtocol") return !names.includes("preBoostedVotePeriodLimit");
  return !names.includes("voteOnBehalf");
}

const PARTS = ["reputationChange", "nativeTokenReward", "ethReward", "externalTokenReward"];

/** Adds up what passed rewards and ended votes still have to pay, and notes it as facts, by currency. */
export async function readOwed(forced: Forced): Promise<void> {
  const { chain, avatar, compiled, found } = forced;
  const owed = new Map<string, bigint>();
  const add = (what: string, amount: bigint): void => {
    if (amount > 0n) owed.set(what, (owed.get(what) ?? 0n) + amount);
  };
  for (const scheme of chain.contracts) {
    if (contractAt(forced, scheme) !== "ContributionReward") continue;
    const abi = new Interface(compiled.get("ContributionReward")!.abi);
    const outputs = abi.getFunction("organizationsProposals")!.outputs;
    for (const id of chain.topics) {
      const values = (await chain.call(scheme, abi, "organizationsProposals", avatar, id)) as
        readonly unknown[] | undefined;
      const reward = Object.fromEntries(outputs.map(({ name }, at) => [name, values?.[at]]));
      if (!reward["executionTime"]) continue;
      for (const [kind, part] of PARTS.entries()) {
        const redeemed = await chain.call(scheme, abi, "getRedeemedPeriods", id, avatar, kind);
        const left = BigInt(String(reward["numberOfPeriods"])) - BigInt(String(redeemed));
        const token = String(reward["externalToken"]);
        if (kind === 3 && token === ZeroAddress) continue;
        const what = ["reputation", "own token", "ether", `token ${textOf(token)}`][kind]!;
        if (left > 0n) add(what, left * BigInt(String(reward[part])));
      }
    }
  }
  const staking = stakingTokens(forced);
  for (const [key, value] of found.facts) {
    const [, id, what] = /^proposal (\S+) redeemable (\S+)$/.exec(key) ?? [];
    if (id === undefined || what === undefined) continue;
    const [, reputation = "0", , promised = "0"] = value.slice(1, -1).split(",");
    add("reputation", BigInt(reputation));
    const token = await staking(found.further.get(`proposal ${id} machine`)!);
    if (token !== undefined) add(`token ${token}`, BigInt(promised));
  }
  for (const [what, amount] of owed) found.facts.set(`owed ${what}`, textOf(amount));
}

function stakingTokens({ chain, compiled }: Forced) {
  const known = new Map<string, string>();
  return async (machine: string): Promise<string | undefined> => {
    if (!known.has(machine)) {
      const abi = new Interface(compiled.get("GenesisProtocol")!.abi);
      known.set(machine, textOf(await chain.call(machine, abi, "stakingToken")));
    }
    return known.get(machine);
  };
}
