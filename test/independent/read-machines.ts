import { Interface } from "ethers";

import { textOf } from "./facts.js";
import { contractAt, rulesOf, type Forced } from "./read-by-force.js";

type Named = Readonly<Record<string, unknown>>;

const MACHINES = ["GenesisProtocol", "AbsoluteVote", "QuorumVote"];
const STATES = [
  "none",
  "expiredInQueue",
  "executed",
  "queued",
  "preBoosted",
  "boosted",
  "quietEndingPeriod",
];
const CALLBACKS = new Interface([
  "function getTotalReputationSupply(bytes32) view returns (uint256)",
]);
const SUPPLY = new Interface(["function totalSupplyAt(uint256) view returns (uint256)"]);
const [FOR, AGAINST] = [1n, 2n];

/**
 * Asks every voting machine about every word that ever appeared: is it a hash of rules, or, of an event's, the ID of a
 * proposal?
 * @param proposals whether to read all of a proposal, and not only what can be redeemed by those whom its events name
 */
export async function readMachines(forced: Forced, proposals: boolean): Promise<void> {
  for (const address of forced.chain.contracts) {
    const name = contractAt(forced, address);
    if (name === undefined || !MACHINES.includes(name)) continue;
    const machine = new Interface(forced.compiled.get(name)!.abi);
    for (const word of forced.chain.words) await readRules(forced, address, machine, word);
    for (const topic of forced.chain.topics) {
      if (name === "GenesisProtocol")
        await readProposal(forced, address, machine, topic, proposals);
      else if (proposals) await readMajorityProposal(forced, address, machine, topic);
    }
  }
}

async function readRules({ chain, found }: Forced, at: string, machine: Interface, hash: string) {
  const outputs = machine.getFunction("parameters")!.outputs;
  const values = (await chain.call(at, machine, "parameters", hash)) as readonly unknown[];
  if (values.every((each) => !Number(each))) return;
  const raw = Object.fromEntries(outputs.map(({ name }, index) => [name, values[index]]));
  // Up to alpha.58, these two are in a function of their own.
  const bounty = await chain.call(at, machine, "getDaoBountyParams", hash);
  const [daoBountyConst, minimumDaoBounty] = (bounty ?? []) as readonly unknown[];
  const more = bounty === undefined ? {} : { daoBountyConst, minimumDaoBounty };
  for (const [field, value] of rulesOf({ ...raw, ...more }))
    found.further.set(`rules ${textOf(at)} ${hash} ${field}`, textOf(value));
}

async function readProposal(
  forced: Forced,
  at: string,
  machine: Interface,
  id: string,
  isAll: boolean,
) {
  const { chain, avatar, found } = forced;
  const outputs = machine.getFunction("proposals")!.outputs;
  const values = (await chain.call(at, machine, "proposals", id)) as readonly unknown[];
  const proposal: Named = Object.fromEntries(outputs.map(({ name }, i) => [name, values[i]]));
  if (BigInt(String(proposal["callbacks"])) === 0n) return;
  const organization = await chain.call(at, machine, "organizations", proposal["organizationId"]);
  if (organization !== avatar) return;
  const key = `proposal ${id}`;
  const ask = async (name: string, ...args: readonly unknown[]) =>
    await chain.call(at, machine, name, id, ...args);
  const isAlpha = proposal["numOfChoices"] !== undefined;
  const states = isAlpha ? STATES.filter((each) => each !== "preBoosted") : STATES;
  const scheme = String(proposal["callbacks"]);
  const say = (what: string, value: unknown): void => {
    found.facts.set(`${key} ${what}`, textOf(value));
  };
  found.further.set(`${key} machine`, textOf(at));
  const told = chain.logs
    .filter((log) => log.topics.includes(id))
    .map(({ topics, data }) => data + topics.join());
  const isNamed = (account: string): boolean =>
    told.some((each) => each.includes(textOf(account).slice(2)));
  for (const account of chain.addresses.filter((each) => isAll || isNamed(each))) {
    const gained = await rewardsOf(ask, account);
    if (gained.some((each) => each !== 0n)) say(`redeemable ${textOf(account)}`, gained);
  }
  if (!isAll) return;
  say("machine", at);
  say("scheme", scheme);
  const stateOf = async (): Promise<string> => states[Number(await ask("state"))]!;
  const recorded = await stateOf();
  const execute = machine.encodeFunctionData("execute", [id]);
  const [now, side] = await chain.after(at, execute, async () => {
    return [await stateOf(), await ask("winningVote")] as const;
  });
  say("state", recorded);
  say("state now", now);
  if (["executed", "expiredInQueue"].includes(now))
    say("decision", side === FOR ? "for" : "against");
  say("for", await ask("voteStatus", FOR));
  say("against", await ask("voteStatus", AGAINST));
  say("supply", await supplyOf(forced, at, machine, id, scheme));
  const done = (event: string): unknown[] =>
    eventsOf(forced, at, machine, event, id).map(([, , who, side, amount]) => [who, side, amount]);
  say("proposer", eventsOf(forced, at, machine, "NewProposal", id)[0]?.[3]);
  say("votes", done("VoteProposal"));
  say("stakes", done("Stake"));
}

/** A proposal of AbsoluteVote or QuorumVote. When it is executed, they delete it, and its events stay. */
async function readMajorityProposal(forced: Forced, at: string, machine: Interface, id: string) {
  const { chain, avatar, found } = forced;
  const [made] = eventsOf(forced, at, machine, "NewProposal", id);
  if (made?.[1] !== avatar) return;
  const ask = async (name: string, ...args: readonly unknown[]) =>
    await chain.call(at, machine, name, id, ...args);
  const stored = (await ask("proposals")) as Named & { readonly callbacks: string };
  const scheme = BigInt(stored.callbacks) === 0n ? otherEmitter(forced, at, id) : stored.callbacks;
  const stateOf = async () => ((await ask("isVotable")) === true ? "queued" : "executed");
  const execute = machine.encodeFunctionData("execute", [id]);
  const [ended] = eventsOf(forced, at, machine, "ExecuteProposal", id);
  const votes = eventsOf(forced, at, machine, "VoteProposal", id);
  const last = new Map(votes.map(([, , who, ...vote]) => [who, vote]));
  const sumOf = (side: bigint): bigint =>
    [...last.values()].reduce(
      (sum, [at, amount]) => sum + (at === side ? (amount as bigint) : 0n),
      0n,
    );
  found.further.set(`proposal ${id} machine`, textOf(at));
  for (const [what, value] of Object.entries({
    machine: at,
    scheme,
    proposer: made[3],
    state: await stateOf(),
    "state now": await chain.after(at, execute, stateOf),
    for: (await ask("voteStatus", FOR)) || sumOf(FOR),
    against: (await ask("voteStatus", AGAINST)) || sumOf(AGAINST),
    supply: await supplyOf(forced, at, machine, id, scheme),
    votes: votes.map(([, , who, side, amount]) => [who, side, amount]),
    ...(ended !== undefined && { decision: ended[2] === FOR ? "for" : "against" }),
  }))
    found.facts.set(`proposal ${id} ${what}`, textOf(value));
}

/** The other contract with an event about a proposal in the transaction that made it: its scheme. */
function otherEmitter({ chain }: Forced, at: string, id: string): string {
  const about = chain.logs.filter(({ topics }) => topics.includes(id));
  const { transactionHash } = about[0]!;
  return about.find(
    (log) => log.transactionHash === transactionHash && textOf(log.address) !== textOf(at),
  )!.address;
}

/** The values of every event of a proposal, among all events of the chain. */
function eventsOf({ chain }: Forced, at: string, machine: Interface, event: string, id: string) {
  const { topicHash } = machine.getEvent(event)!;
  return chain.logs
    .filter(({ address }) => textOf(address) === textOf(at))
    .filter(({ topics }) => topics[0] === topicHash && topics[1] === id)
    .map(({ topics, data }) => [...machine.decodeEventLog(event, data, topics)] as unknown[]);
}

/** All reputation when a proposal was made, as its scheme says, or the reputation itself if the scheme has forgotten. */
async function supplyOf(
  { chain, found }: Forced,
  at: string,
  machine: Interface,
  id: string,
  scheme: string,
): Promise<unknown> {
  const said = await chain.callAs(at, scheme, CALLBACKS, "getTotalReputationSupply", id);
  if (said !== undefined) return said;
  const { topicHash } = machine.getEvent("NewProposal")!;
  const made = chain.logs.find(({ topics }) => topics[0] === topicHash && topics[1] === id)!;
  return await chain.call(
    found.facts.get("reputation")!,
    SUPPLY,
    "totalSupplyAt",
    made.blockNumber,
  );
}

/** What an account would get: staking tokens, reputation, the DAO's bounty, and what of it was promised. */
async function rewardsOf(
  ask: (name: string, ...args: readonly unknown[]) => Promise<unknown>,
  account: string,
): Promise<readonly bigint[]> {
  const rewards = (await ask("redeem", account)) as readonly bigint[] | undefined;
  if (rewards === undefined) return [];
  const bounty = (await ask("redeemDaoBounty", account)) as readonly bigint[] | undefined;
  // Up to alpha.58: stake, reputation for the stake, tokens for the vote, reputation for it, and for the proposer.
  const isAlpha = rewards.length === 5;
  const tokens = isAlpha ? rewards[0]! + rewards[2]! : rewards[0]!;
  const others = isAlpha ? [rewards[1]!, rewards[3]!, rewards[4]!] : rewards.slice(1);
  return [
    tokens,
    others.reduce((sum, each) => sum + each, 0n),
    bounty?.[0] ?? 0n,
    bounty?.[1] ?? 0n,
  ];
}
