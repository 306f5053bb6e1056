import { formatEther, formatUnits } from "ethers";

import { ALL_PERMISSIONS, PERMISSION, permits } from "../../../foundation/arc/permissions.js";
import { ERC20 } from "../../../foundation/chain/erc20.js";
import { isOfNode } from "../../../foundation/chain/call-refused.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { Voter } from "../../../engine/governance/collect-votes.js";
import { kindsMadeBy, type ProposalKind } from "../../../engine/governance/proposal-kinds.js";
import { callsOf } from "../../../engine/inspect/control/powers.js";
import type {
  Inspection,
  SchemeDescription,
  TreasuryDescription,
} from "../../../engine/inspect/description.js";
import { attempt, ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { accountText } from "../../../engine/inspect/reading/identify.js";
import { percentOf } from "../../../engine/inspect/reading/percent.js";
import { carryOut } from "../carrying/carry.js";
import { parseDraft, type DraftInput } from "../drafts/draft.js";
import { propose } from "../drafts/propose.js";
import { describeParts } from "../find-proposal.js";
import type { Session } from "../session.js";
import { takeAll, takeAllowance, type Sent } from "./take-all.js";
import type { Threat, Threats } from "./threat.js";

/** An account that nobody uses. */
const THIEF = "0x00000000000000000000000000000000000074ef";

/** What is proposed, and what is sent once it has passed. */
interface Plan {
  readonly what: string;
  /** Undefined if the scheme cannot be used for it. */
  readonly draft: (of: TreasuryDescription, by: SchemeDescription) => DraftInput | undefined;
  /** Whose permissions take everything afterwards; absent if the proposal itself pays. */
  readonly then?: "scheme" | "owner";
}

const etherCalls = ({ ether }: TreasuryDescription) =>
  ether === "0" ? [] : [{ to: THIEF, data: "0x", value: formatEther(ether) }];

const tokenCalls = ({ tokens }: TreasuryDescription) =>
  tokens.map(({ address: to, amount }) => {
    return { to, data: ERC20.encodeFunctionData("transfer", [THIEF, amount]), value: "0" };
  });

/** By the kind of the proposal; one about constraints takes nothing itself. */
const PLANS: Partial<Readonly<Record<ProposalKind, Plan>>> = {
  reward: {
    what: "have everything paid out as a reward",
    draft: ({ ether, tokens: [first] }) => ({
      ...{ kind: "reward", beneficiary: THIEF, ether: formatEther(ether), reputation: "1000000" },
      externalToken: first?.address,
      externalTokens: first && formatUnits(first.amount, ifRead(first.decimals) ?? 18),
    }),
  },
  registerScheme: {
    what: "register an account with all permissions, which then takes everything",
    draft: () => ({ kind: "registerScheme", scheme: THIEF, permissions: ALL_PERMISSIONS }),
    then: "scheme",
  },
  upgradeController: {
    what: "make an account the controller, which then takes everything",
    draft: () => ({ kind: "upgradeController", controller: THIEF }),
    then: "owner",
  },
  calls: {
    what: "have the avatar send everything away",
    draft: (all) => ({ kind: "calls", calls: [...etherCalls(all), ...tokenCalls(all)] }),
  },
  /** For a scheme that calls only one contract. */
  call: {
    what: "have the one token that it calls sent away",
    draft: (treasury, { parameters }) => {
      const targets = callsOf(ifRead(parameters));
      const call = tokenCalls(treasury).find(({ to }) => targets?.includes(to));
      return call && { kind: "calls", calls: [call] };
    },
  },
};

type Choose = (all: readonly Voter[]) => readonly Voter[];

/** Who votes, the cheapest first. */
const VOTERS: readonly (readonly [who: string, choose: Choose])[] = [
  ["the smallest holder alone, while nobody else votes", (all) => all.slice(-1)],
  ["the fewest holders who decide at once", (all) => all],
];

/**
 * Searches for ways to take what a DAO owns, carries each out on the session's fork, and measures what was taken.
 * Restores the fork after each.
 * @throws MigrationError if the treasury was not read: what could be taken is not known then
 */
export async function findThreats(session: Session): Promise<Threats> {
  const { treasury, schemes, allowances } = session.inspection;
  if (isNotRead(treasury)) {
    throw new MigrationError(
      `What this DAO owns could not be read, so who could take it is not known: ${treasury.notRead}`,
    );
  }
  const found: Threat[] = [];
  const safe: string[] = [];
  const notTried = [
    "What code does that is not Arc's, what owners of other contracts and operators that an ERC-777 itself names can do, and what the DAO has outside its treasury, such as ERC-1155 tokens.",
  ];
  const add = async (of: string, run: () => Promise<Threat | string>): Promise<void> => {
    const result = await attempt(run);
    if (isNotRead(result)) notTried.push(`What ${of} may do: ${result.notRead}.`);
    else if (typeof result === "string") safe.push(result);
    else found.push(result);
  };
  for (const scheme of schemes.filter(({ registered }) => registered)) {
    const { name = "", code, address } = scheme.contract;
    const otherMachine = machineOfOthers(session.inspection, scheme);
    if (code === "arc" && otherMachine !== undefined) {
      notTried.push(`What ${name} ${address} may do: ${otherMachine}.`);
      continue;
    }
    const kinds = code === "arc" ? kindsMadeBy(name) : [];
    const [plan] = kinds.flatMap((kind) => PLANS[kind] ?? []);
    const draft = plan?.draft(treasury, scheme);
    if (plan !== undefined && draft !== undefined) {
      await add(`${name} ${address}`, () => tryPlan(session, scheme, { ...plan, draft }, treasury));
    } else if (code === "account") await add(address, () => tryAccount(session, scheme, treasury));
    // It takes nothing itself; what it can remove is tried with the others.
    else if (!kinds.includes("removeGlobalConstraint"))
      notTried.push(`What ${name || "the unknown code at"} ${address} may do.`);
  }
  if (isNotRead(allowances)) {
    notTried.push(`What the DAO allowed others to take of its tokens: ${allowances.notRead}.`);
  }
  for (const each of ifRead(allowances) ?? []) {
    if (each.operator !== undefined) {
      notTried.push(`What ${each.spender} may take of the token ${each.token}, as its operator.`);
      continue;
    }
    const through = { address: each.spender, code: "account" } as const;
    const what = "take tokens that the avatar allowed it to take";
    const take = async () => await takeAllowance(session, each);
    await add(each.spender, () => measured(session, { through, what }, each.spender, take));
  }
  return { found: found.sort(byPrice), safe, notTried };
}

/** Why the votes of a scheme cannot be tried: its voting machine is not one of Arc's. */
function machineOfOthers(
  { votingMachines }: Inspection,
  { parameters }: SchemeDescription,
): string | undefined {
  const used = Object.values(ifRead(parameters)?.votes ?? {}).map((each) => each.votingMachine);
  const other = votingMachines.find(
    ({ contract: { address, code } }) => code !== "arc" && used.includes(address),
  );
  if (other === undefined) return undefined;
  const { address, code } = other.contract;
  return code === "account"
    ? `its voting machine ${address} is an ${accountText(other.contract)}, and anyone with its key decides alone`
    : `the code of its voting machine ${address} is not Arc's, so who decides is not known`;
}

/**
 * The cheapest voters with whom a proposal of a scheme takes something: as it is, or after they have voted out the
 * constraints that refuse it.
 * @throws MigrationError if it took nothing, but holders or constraints were not read
 */
async function tryPlan(
  session: Session,
  { contract: through }: SchemeDescription,
  { what, draft, then }: Omit<Plan, "draft"> & { readonly draft: DraftInput },
  treasury: TreasuryDescription,
): Promise<Threat | string> {
  const { globalConstraints, reputation } = session.inspection;
  if (isNotRead(reputation.holders)) {
    throw new MigrationError(`who can vote is not known: ${reputation.holders.notRead}`);
  }
  const outs = (ifRead(globalConstraints) ?? []).map(({ contract }) => {
    return { kind: "removeGlobalConstraint", constraint: contract.address } as const;
  });
  const attack = { ...draft, through: through.address };
  const reasons: string[] = [];
  for (const before of outs.length === 0 ? [[]] : [[], outs]) {
    for (const [who, choose] of VOTERS) {
      const voting = before.length === 0 ? who : `${who}, after voting out the constraints`;
      const way = { through, what: `${what} (${voting})` };
      const result = await measured(session, way, THIEF, async () => {
        const sent: Sent[] = [];
        for (const each of [...before, attack]) sent.push(await passOn(session, each, choose));
        if (then !== undefined) sent.push(await takeAll(session, THIEF, then, treasury));
        const voters = sent.flatMap((each) => each.voters ?? []);
        return {
          acts: sent.flatMap(({ acts }) => acts),
          voters: [...new Map(voters.map((each) => [each.account, each])).values()],
          stakes: sent.flatMap(({ stakes = [] }) => stakes),
          stoppableUntil: sent.findLast((each) => each.stoppableUntil)?.stoppableUntil,
        };
      });
      if (typeof result !== "string") return result;
      reasons.push(`${voting}: ${result}`);
    }
  }
  if (isNotRead(globalConstraints)) {
    throw new MigrationError(
      `which constraints can be voted out is not known: ${globalConstraints.notRead}`,
    );
  }
  return `Through ${through.name} ${through.address}, nothing could be taken (${reasons.join("; ")}).`;
}

/** Makes a proposal on the fork, and passes it with some of those who may vote. */
async function passOn(session: Session, draft: DraftInput, choose: Choose): Promise<Sent> {
  const { proposal, act } = await propose(session, parseDraft(draft, "The attack"));
  const described = await describeParts(session, proposal);
  const { decided, rest, decidedAt, obstacle } = await carryOut(session, described, choose);
  if (obstacle !== undefined) throw new MigrationError(obstacle);
  return {
    acts: [act, ...decided.acts, ...rest],
    voters: decided.votes,
    stakes: decided.stakes,
    stoppableUntil: decided.stakes.length > 0 ? decidedAt : undefined,
  };
}

/** What an account does that is a registered scheme itself. */
async function tryAccount(
  session: Session,
  { contract: through, permissions: { bytes } }: SchemeDescription,
  treasury: TreasuryDescription,
): Promise<Threat | string> {
  const { address } = through;
  if (!permits(bytes, PERMISSION.REGISTERED)) return `${address} has no permissions.`;
  const take = async () => await takeAll(session, address, "scheme", treasury);
  const what = "take everything, without a vote";
  return await measured(session, { through, what }, address, take);
}

/**
 * Carries an attack out, measures what it took, and restores the fork.
 * @returns why it took nothing
 * @throws Error if that is not known, as the node failed, or a token does not say what it has
 */
async function measured(
  session: Session,
  { through, what }: Pick<Threat, "through" | "what">,
  beneficiary: string,
  attack: () => Promise<Sent>,
): Promise<Threat | string> {
  const { chain } = session;
  return await chain.forgetting(async (): Promise<Threat | string> => {
    const [begun, before] = [chain.time, await holdingsOf(session, beneficiary)];
    let sent: Sent;
    try {
      sent = await attack();
    } catch (error) {
      if (isOfNode(error)) throw error;
      return failureReason(error);
    }
    const after = await holdingsOf(session, beneficiary);
    const ether = after.ether - before.ether;
    const tokens = after.tokens.flatMap(({ address, amount }, index) => {
      const had = before.tokens[index]?.amount;
      const taken = amount === undefined || had === undefined ? 0n : amount - had;
      return taken > 0n ? [{ address, amount: String(taken) }] : [];
    });
    if (ether <= 0n && tokens.length === 0 && after.share === before.share) {
      const silent = [...before.tokens, ...after.tokens].find(({ amount }) => amount === undefined);
      if (silent === undefined) return "it took nothing";
      throw new MigrationError(`who has how much of the token ${silent.address} could not be read`);
    }
    const { acts, voters = [], stakes = [], stoppableUntil } = sent;
    const machines = session.inspection.votingMachines;
    const [token = ""] = machines.flatMap((each) => ifRead(each.stakingToken)?.address ?? []);
    const staked = stakes.reduce((sum, each) => sum + each.tokens, 0n);
    const supply = BigInt(ifRead(session.inspection.reputation.totalSupply) ?? "0");
    const price = {
      voters: voters.map(({ account, reputation }) => {
        return { account, share: percentOf(reputation, supply) };
      }),
      stake: staked > 0n ? { token, amount: String(staked) } : undefined,
      seconds: chain.time - begun,
    };
    const taken = { ether: String(ether > 0n ? ether : 0n), tokens, reputation: after.share };
    const steps = acts.map(({ stage, tried: { from, to, value, data, time } }) => ({
      ...{ stage, from, to, value: String(value), data, time },
    }));
    return { through, what, price, taken, stoppableUntil, steps };
  });
}

/** What an account has of what the DAO owns, undefined if not known, and its percentage of all reputation. */
async function holdingsOf({ chain, inspection }: Session, account: string) {
  const read = async (token: string, name: string, ...args: readonly string[]): Promise<bigint> =>
    (await chain.token(token).value(name, ...args)) as bigint;
  const tokens = (ifRead(inspection.treasury)?.tokens ?? []).map(async ({ address }) => {
    return { address, amount: ifRead(await attempt(() => read(address, "balanceOf", account))) };
  });
  const { address } = inspection.reputation.contract;
  const reputation = await read(address, "balanceOf", account);
  return {
    ether: await chain.balance(account),
    tokens: await Promise.all(tokens),
    share: percentOf(reputation, await read(address, "totalSupply")),
  };
}

function byPrice(one: Threat, other: Threat): number {
  const shareOf = ({ price }: Threat) =>
    price.voters.reduce((sum, { share }) => sum + Number(share), 0);
  const stakeOf = ({ price }: Threat) => Number(price.stake?.amount ?? 0);
  return shareOf(one) - shareOf(other) || stakeOf(one) - stakeOf(other);
}
