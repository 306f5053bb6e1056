import { REWARD_PARTS, totalOf } from "../../../engine/governance/redeem-and-execute.js";
import { formatEther, parseEther } from "ethers";

import {
  newlyAlone,
  risenOf,
  sharesOf,
  shiftOf,
} from "../../../engine/inspect/control/compare-powers.js";
import type { CallDescription } from "../../../engine/inspect/proposal-description.js";
import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { percentOf } from "../../../engine/inspect/reading/percent.js";
import { isSimulable } from "../find-proposal.js";
import type { SimulationWarning } from "../simulation.js";
import type { Consequences } from "./consequences.js";
import {
  dilutes,
  firstOf,
  isMuchLost,
  isPayment,
  MUCH_POWER,
  READ_ALL,
  warning,
} from "./warnings.js";
import { aloneWords, gain, notKnown, riseWords, type PowerChange } from "./power-words.js";

/** What is too little to be told of one proposal, but adds up with what other pending ones give and take. */
export function addingUp(consequences: Consequences, after: Inspection): readonly PowerChange[] {
  const { proposals } = consequences.before;
  if (isNotRead(proposals)) {
    return [
      notKnown([], {
        what: `Which other proposals are pending could not be read: ${proposals.notRead}.`,
        why: "What this one gives and takes may add up with what they do.",
        check: "The proposals of the DAO's schemes, one by one.",
        todo: READ_ALL,
      }),
    ];
  }
  const { own, others, unclear } = pendingMoves(consequences, after);
  return [
    ...votesTogether(consequences.before, ...ofKind("reputation", own, others), unclear),
    ...tokensTogether(consequences.before, ...ofKind("own token", own, others), unclear),
  ];
}

type Moves = readonly Move[];
/** IDs of the other pending proposals of which is not known what they move. */
type Unclear = readonly string[];

/** Moves of one kind; nothing unless this proposal and others have some. */
function ofKind(of: Move["of"], ...all: readonly [Moves, Moves]): readonly [Moves, Moves] {
  const [own, others] = all.map((moves) => moves.filter((each) => each.of === of));
  return own!.length > 0 && others!.length > 0 ? [own!, others!] : [[], []];
}

/** Who has a larger share of the reputation if all of them pass, whether it is given to them or taken from others. */
function votesTogether(
  before: Inspection,
  own: Moves,
  others: Moves,
  unclear: Unclear,
): readonly PowerChange[] {
  const isMuch = (dao: Inspection): boolean =>
    shiftOf(before, dao) >= MUCH_POWER || newlyAlone(before, dao).length > 0;
  const together = withVotes(before, [...own, ...others]);
  if (own.length === 0 || isMuch(withVotes(before, own)) || !isMuch(together)) return [];
  const gaining = risenOf(sharesOf(before, together));
  const alone = newlyAlone(before, together);
  const who = [...new Set([...alone, ...gaining.map(({ account }) => account)])];
  return [
    gain(who, "votes-add-up", {
      what: `${withOthers(others)} this one shifts ${shiftOf(before, together).toFixed(2)}% of all reputation, to ${riseWords(gaining)}.${aloneWords(alone)}`,
      why: "Each of them moves too little to matter, but anyone with enough of the reputation decides everything that the DAO's schemes can do.",
      ...advice(others, unclear),
    }),
  ];
}

/** A DAO with what is given and taken; nobody can have less than nothing. */
function withVotes(dao: Inspection, moves: Moves): Inspection {
  const now = votesIn(dao);
  if (now === undefined) return dao;
  const held = new Map(now);
  for (const { account, amount } of moves) held.set(account, (held.get(account) ?? 0n) + amount);
  const left = [...held].filter(([, amount]) => amount > 0n);
  const supply = left.reduce((sum, [, amount]) => sum + amount, 0n);
  return {
    ...dao,
    reputation: {
      ...dao.reputation,
      totalSupply: String(supply),
      holders: left.map(([account, amount]) => ({ account, amount: String(amount) })),
    },
  };
}

function tokensTogether(
  { token }: Inspection,
  own: Moves,
  others: Moves,
  unclear: Unclear,
): readonly PowerChange[] {
  const supply = BigInt(ifRead(token.totalSupply) ?? 0);
  const all = [...own, ...others];
  const [some, most] = [sumOf(own), sumOf(all)];
  if (dilutes(some, supply) || !dilutes(most, supply)) return [];
  const who = [...new Set(all.map(({ account }) => account))];
  return [
    gain(who, "token-diluted", {
      what: `${withOthers(others)} this one creates ${percentOf(most, supply + most)}% of the DAO's tokens then, for ${firstOf(who)}.`,
      why: "Those who get the new tokens have this share of all, and can stake them wherever the DAO's token is staked.",
      ...advice(others, unclear),
    }),
  ];
}

/** What pending proposals take from the treasury together, if that is much and this one alone is not. */
export function treasuryTogether(
  consequences: Consequences,
  after: Inspection,
): readonly SimulationWarning[] {
  const { treasury } = consequences.before;
  if (isNotRead(treasury)) return [];
  const { own, others, unclear } = pendingMoves(consequences, after);
  const holdings = [
    ["ether", treasury.ether, "ether"],
    ...treasury.tokens.map(({ address, amount }) => {
      return [address, amount, `wei of the token ${address}`] as const;
    }),
  ] as const;
  return holdings.flatMap(([of, has, unit]) => {
    const [mine, theirs] = ofKind(of, own, others);
    const all = [...mine, ...theirs];
    const isMuch = (moves: Moves) => isMuchLost(sumOf(moves), BigInt(has));
    if (isMuch(mine) || !isMuch(all)) return [];
    const figure = (wei: bigint): string => (of === "ether" ? formatEther(wei) : String(wei));
    const byReceiver = [...Map.groupBy(all, ({ account }) => account)]
      .map(([account, moves]) => ({ account, amount: sumOf(moves) }))
      .toSorted((one, other) => (one.amount < other.amount ? 1 : -1))
      .map(({ account, amount }) => `${account} (${figure(amount)})`);
    return warning("treasury-adds-up", {
      what: `${withOthers(theirs)} this one takes ${figure(sumOf(all))} of the treasury's ${figure(BigInt(has))} ${unit}, for ${firstOf(byReceiver)}.`,
      why: "Each of them takes less, but together they take half or more of what the DAO has.",
      ...advice(theirs, unclear),
    });
  });
}

function sumOf(moves: Moves): bigint {
  return moves.reduce((sum, { amount }) => sum + amount, 0n);
}

function withOthers(others: Moves): string {
  const count = new Set(others.map(({ id }) => id)).size;
  return `Together with ${count} other pending proposal${count > 1 ? "s" : ""},`;
}

function advice(
  others: Moves,
  unclear: Unclear,
): { readonly check: string; readonly todo: string } {
  const ids = [...new Set(others.map(({ id }) => id))];
  const more =
    unclear.length === 0 ? "" : ` What these move is not known, nor counted: ${firstOf(unclear)}.`;
  return {
    check: `What the others ask for: ${firstOf(ids)}.${more}`,
    todo: "Decide on all of them together.",
  };
}

/** What a proposal gives to an account, or takes from it. */
interface Move {
  /** ID of the proposal. */
  readonly id: string;
  /** `reputation`; `own token` is minted; `ether` and tokens, by their addresses, leave the treasury. */
  readonly of: string;
  readonly account: string;
  /** Wei, of all periods that are not paid; negative for what is taken. */
  readonly amount: bigint;
}

/** What a proposal moves by what it asks for, and what the other pending ones do. */
function pendingMoves(
  { id, before, redeemed }: Consequences,
  after: Inspection,
): { readonly own: Moves; readonly others: Moves; readonly unclear: Unclear } {
  const pending = (ifRead(before.proposals) ?? []).filter(isSimulable);
  const isOwn = (each: ProposalDescription): boolean => each.id === id;
  const made = (ifRead(after.proposals) ?? []).filter(isOwn);
  // Afterwards, its reward is paid.
  const own = pending.find(isOwn) ?? made.map((each) => ({ ...each, unpaid: undefined }))[0];
  const others = pending.filter((each) => !isOwn(each));
  const asked = own === undefined ? [] : movesOf(own, before);
  const known = own === undefined ? [] : [...asked, ...proposersReward(own, before, redeemed)];
  return {
    own: own && isUnclear(own) ? [...asked, ...movedBesides(known, own, before, after)] : asked,
    others: others.flatMap((each) => movesOf(each, before)),
    unclear: others.filter(isUnclear).map((each) => each.id),
  };
}

/** Whether what a proposal moves depends on code of which nothing tells what it does. */
function isUnclear({ requests }: ProposalDescription): boolean {
  if (isNotRead(requests) || requests.kind === "other") return true;
  return (
    requests.kind === "calls" &&
    requests.calls.some((call) => call.function === undefined && !isPayment(call))
  );
}

/**
 * What the voting machine pays for making a proposal. It is no part of what one asks for: otherwise, a stranger's rewards
 * that nobody will pass would add up with whatever else the DAO does.
 */
function proposersReward(
  { id, proposer, scheme }: ProposalDescription,
  { schemes }: Inspection,
  redeemed: Consequences["redeemed"],
): Moves {
  const rewards = schemes
    .filter(({ contract }) => contract.address === scheme)
    .flatMap(({ parameters }) => Object.values(ifRead(parameters)?.votes ?? {}))
    .flatMap(({ rules }) => {
      const known = ifRead(rules);
      return known !== undefined && "GenesisProtocol" in known ? [known.GenesisProtocol] : [];
    })
    .map(({ proposingRepReward = "0" }) => parseEther(proposingRepReward));
  const paid = redeemed.find(({ account, kind }) => account === proposer && kind === "reputation");
  const most = BigInt(ifRead(paid?.after) ?? 0) - BigInt(ifRead(paid?.before) ?? 0);
  const amount = rewards.find((each) => each <= most) ?? 0n;
  return [{ id, of: "reputation", account: proposer, amount }];
}

/** What is gone from the treasury, and who has more reputation, on the fork, beyond what a proposal asks for. */
function movedBesides(
  asked: Moves,
  { id }: ProposalDescription,
  before: Inspection,
  after: Inspection,
): Moves {
  const gone = differences(heldBy(after), heldBy(before)).map(([of, amount]) => {
    return { id, of, account: "accounts that its code chooses", amount };
  });
  const risen = differences(votesIn(before), votesIn(after)).map(([account, amount]) => {
    return { id, of: "reputation", account, amount };
  });
  const isTo = (one: Move, other: Move): boolean =>
    one.of === other.of && (one.of !== "reputation" || one.account === other.account);
  return [...gone, ...risen]
    .map((each) => {
      const known = asked.filter((one) => isTo(one, each));
      return { ...each, amount: each.amount - sumOf(known) };
    })
    .filter(({ amount }) => amount > 0n);
}

type Amounts = ReadonlyMap<string, bigint>;

/** How much more each is than before; nothing if one of both is not known. */
function differences(
  before: Amounts | undefined,
  after: Amounts | undefined,
): readonly (readonly [string, bigint])[] {
  if (before === undefined || after === undefined) return [];
  return [...after].map(([key, amount]) => [key, amount - (before.get(key) ?? 0n)]);
}

function heldBy({ treasury }: Inspection): Amounts | undefined {
  if (isNotRead(treasury)) return undefined;
  const tokens = treasury.tokens.map(({ address, amount }) => [address, BigInt(amount)] as const);
  return new Map([["ether", BigInt(treasury.ether)] as const, ...tokens]);
}

function votesIn({ reputation: { holders } }: Inspection): Amounts | undefined {
  if (isNotRead(holders)) return undefined;
  return new Map(holders.map(({ account, amount }) => [account, BigInt(amount)]));
}

function movesOf(proposal: ProposalDescription, dao: Inspection): readonly Move[] {
  const { id, requests, unpaid, scheme } = proposal;
  if (isNotRead(requests)) return [];
  if (requests.kind === "calls") {
    return requests.calls.flatMap((call) => movedBy(call, dao)).map((each) => ({ id, ...each }));
  }
  if (requests.kind !== "reward") return [];
  const left = ifRead(unpaid);
  if (left !== undefined) {
    return left.flatMap(({ of, token, account = scheme, amount, heldBy }) =>
      heldBy === undefined
        ? { id, of: of === "token" ? token! : of, account, amount: BigInt(amount) }
        : [],
    );
  }
  const { beneficiary: account, externalToken } = requests;
  return REWARD_PARTS.flatMap(({ part, of: asset }) => {
    const of = asset === "token" ? externalToken : asset;
    const amount = totalOf(requests, part);
    return of === undefined || amount === 0n ? [] : { id, of, account, amount };
  });
}

type Moved = Omit<Move, "id">;

/** The ether that a call sends, and what it moves by the controller or a token. */
function movedBy(call: CallDescription, { avatar, controller }: Inspection): readonly Moved[] {
  const { to, value, function: known } = call;
  const sent: readonly Moved[] =
    value === "0" ? [] : [{ of: "ether", account: to.address, amount: BigInt(value) }];
  const name = known?.signature.split("(")[0] ?? "";
  const [a = "", b = "", c = ""] = Object.values(known?.args ?? {}).map(String);
  const moved = (of: Move["of"], account: string, amount: bigint): readonly Moved[] => [
    ...sent,
    { of, account, amount },
  ];
  if (to.address === controller.address) {
    switch (name) {
      case "mintReputation":
        return moved("reputation", b, BigInt(a));
      case "burnReputation":
        return moved("reputation", b, -BigInt(a));
      case "mintTokens":
        return moved("own token", b, BigInt(a));
      case "sendEther":
        return moved("ether", b, BigInt(a));
      case "externalTokenTransfer":
        return moved(a, b, BigInt(c));
    }
  }
  if (name === "transfer" && /^\d+$/.test(b)) return moved(to.address, a, BigInt(b));
  if (name === "transferFrom" && a === avatar.address) return moved(to.address, b, BigInt(c));
  return sent;
}
