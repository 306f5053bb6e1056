import { weiToTokens } from "./amounts.js";

/** States of a GenesisProtocol proposal, in the order of the contract's enumeration. */
export const PROPOSAL_STATES = [
  "None",
  "ExpiredInQueue",
  "Executed",
  "Queued",
  "PreBoosted",
  "Boosted",
  "QuietEndingPeriod",
] as const;

export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** One DAO as it stands on a chain, with all that its story tells. Amounts are in wei. */
export interface DaoDescription {
  readonly name: string;
  /** Such as `mainnet`; `private` is told as a private chain. */
  readonly network?: string | undefined;
  readonly avatar: string;
  readonly token: {
    readonly name: string;
    readonly symbol: string;
    readonly totalSupply?: bigint | undefined;
  };
  readonly totalReputation?: bigint | undefined;
  readonly founders: readonly FounderDescription[];
  readonly schemes: readonly SchemeDescription[];
  readonly proposals: readonly ProposalDescription[];
}

export interface FounderDescription {
  readonly address: string;
  /** Wei of the DAO's token. */
  readonly tokens: bigint;
  /** Wei of reputation. */
  readonly reputation: bigint;
}

export interface SchemeDescription {
  readonly name: string;
  readonly address: string;
  /** 4 bytes in hexadecimal, as the controller keeps them. */
  readonly permissions: string;
}

export interface ProposalDescription {
  readonly id: string;
  /** What it is about, where that is known. */
  readonly title?: string | undefined;
  /** Name of the scheme it was made through. */
  readonly scheme?: string | undefined;
  readonly state: ProposalState;
  /** Which side won, where it is decided. */
  readonly outcome?: Side | undefined;
  /** All reputation when it was made, in wei: shares are of it. Default: that of the DAO. */
  readonly totalReputation?: bigint | undefined;
  readonly votes: readonly {
    readonly voter: string;
    readonly side: Side;
    /** Wei of reputation. */
    readonly reputation: bigint;
  }[];
  readonly stakes: readonly {
    readonly staker: string;
    readonly side: Side;
    /** Wei of the staking token. */
    readonly amount: bigint;
  }[];
}

export type Side = "for" | "against";

/** What each bit of a scheme's permissions lets it do, as Arc's controller defines them. */
const PERMISSIONS: readonly (readonly [bit: number, words: string])[] = [
  [0x02, "register and unregister schemes"],
  [0x04, "add and remove global constraints"],
  [0x08, "upgrade the controller"],
  [0x10, "call other contracts in the DAO's name"],
];
const REGISTERED = 0x01;

const STATE_WORDS: Readonly<Record<ProposalState, string>> = {
  None: "It has no state on the chain",
  ExpiredInQueue: "It expired in the queue without a decision",
  Executed: "It has been executed",
  Queued: "It waits in the queue, where it needs an absolute majority",
  PreBoosted: "It is pre-boosted: if its stake holds, it will soon be boosted",
  Boosted: "It is boosted: a simple majority of the votes decides",
  QuietEndingPeriod: "It is in its quiet ending period: the leading side has changed late",
};

const NUMBER_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/** More founders than this are told together: nobody listens to fifty addresses. */
const MOST_FOUNDERS_NAMED = 5;
const DECIMALS = 4;

/**
 * Tells a DAO in plain English, as a script for `narrate`.
 * @example
 * await narrate(client, tellStory(dao), { voiceId: 1, folder: "story" });
 */
export function tellStory(dao: DaoDescription): string {
  const parts: (readonly [heading: string, paragraphs: readonly string[]])[] = [
    [dao.name, [introduction(dao)]],
    ["Founders", founders(dao)],
    ["Schemes", schemes(dao.schemes)],
    ["Proposals", proposals(dao.proposals, dao.totalReputation)],
  ];
  return parts
    .flatMap(([heading, paragraphs]) => [`# ${oneLine(heading)}`, ...paragraphs.map(asParagraph)])
    .join("\n\n")
    .concat("\n");
}

function introduction({ name, network, avatar, token, totalReputation }: DaoDescription): string {
  const chain =
    network === undefined
      ? ""
      : network === "private"
        ? " on a private chain"
        : ` on the ${network} network`;
  const supply =
    token.totalSupply === undefined ? "" : ` There are ${amount(token.totalSupply, "token")}.`;
  const reputation =
    totalReputation === undefined
      ? ""
      : ` Votes are weighed by reputation; there is ${amount(totalReputation)} of it.`;
  return `${name} is a DAO${chain}. Its avatar is at ${short(avatar)}. Its token is called ${token.name}, with the symbol ${token.symbol}.${supply}${reputation}`;
}

function founders({ founders: all }: DaoDescription): readonly string[] {
  if (all.length === 0) return ["It was founded without founders: nobody was given a share."];
  const named = all.slice(0, MOST_FOUNDERS_NAMED).map(tellFounder);
  const others = all.slice(MOST_FOUNDERS_NAMED);
  if (others.length > 0) {
    const tokens = others.reduce((sum, founder) => sum + founder.tokens, 0n);
    const reputation = others.reduce((sum, founder) => sum + founder.reputation, 0n);
    named.push(
      `${capital(count(others.length, "further founder"))} began with ${share(tokens, reputation)} together.`,
    );
  }
  return [`It has ${count(all.length, "founder")}. ${named.join(" ")}`];
}

function tellFounder({ address, tokens, reputation }: FounderDescription): string {
  return `The account ${short(address)} began with ${share(tokens, reputation)}.`;
}

function share(tokens: bigint, reputation: bigint): string {
  return `${amount(tokens, "token")} and ${amount(reputation)} reputation`;
}

function schemes(all: readonly SchemeDescription[]): readonly string[] {
  if (all.length === 0) return ["No scheme is registered, so nothing can be done in its name."];
  const told = all.map(
    ({ name, address, permissions }) =>
      `The scheme ${name}, at ${short(address)}, ${mayDo(permissions)}.`,
  );
  const every = "A registered scheme may mint tokens and reputation and pay from the DAO's funds.";
  return [`${capital(count(all.length, "scheme"))} may act for it. ${every} ${told.join(" ")}`];
}

function mayDo(permissions: string): string {
  const bits = Number(permissions);
  if (!Number.isInteger(bits)) return `has the permissions ${permissions}`;
  const words = PERMISSIONS.filter(([bit]) => (bits & bit) !== 0).map(([, what]) => what);
  if ((bits & REGISTERED) === 0) return "is not registered";
  return words.length === 0 ? "may do no more than that" : `may also ${list(words)}`;
}

function proposals(
  all: readonly ProposalDescription[],
  totalReputation: bigint | undefined,
): readonly string[] {
  if (all.length === 0) return ["There are no proposals yet."];
  return [
    all.length === 1 ? "There is one proposal." : `There are ${count(all.length, "proposal")}.`,
    ...all.map((proposal, index) => tellProposal(proposal, index, all.length, totalReputation)),
  ];
}

function tellProposal(
  proposal: ProposalDescription,
  index: number,
  total: number,
  ofDao: bigint | undefined,
): string {
  const { id, title, scheme, state, outcome, votes, stakes, totalReputation = ofDao } = proposal;
  const which = total === 1 ? "The proposal" : `Proposal number ${index + 1}`;
  const through = scheme === undefined ? "" : `, made through the scheme ${scheme}`;
  const about = title === undefined ? "" : ` It is about this: ${title.replace(/\.$/, "")}.`;
  const decided = outcome === undefined ? "" : `; the decision is ${outcome} it`;
  return `${which} has the id ${short(id)}${through}.${about} ${tellVotes(votes, totalReputation)} ${tellStakes(stakes)} ${STATE_WORDS[state]}${decided}.`;
}

function tellVotes(votes: ProposalDescription["votes"], total: bigint | undefined): string {
  if (votes.length === 0) return "Nobody has voted yet.";
  const sides = sidesOf(votes, ({ reputation }) => reputation).map(
    ({ side, voices, sum }) =>
      `${count(voices, "vote")} ${side} it with ${amount(sum)} reputation${percentOf(sum, total)}`,
  );
  return `It has ${list(sides)}.`;
}

function tellStakes(stakes: ProposalDescription["stakes"]): string {
  if (stakes.length === 0) return "Nobody has staked on it.";
  const sides = sidesOf(stakes, (stake) => stake.amount).map(
    ({ side, voices, sum }) => `${count(voices, "stake")} ${side} it, of ${amount(sum, "token")}`,
  );
  return `There ${stakes.length === 1 ? "is" : "are"} ${list(sides)}.`;
}

function sidesOf<T extends { readonly side: Side }>(
  entries: readonly T[],
  weigh: (entry: T) => bigint,
): { side: Side; voices: number; sum: bigint }[] {
  return (["for", "against"] as const)
    .map((side) => {
      const own = entries.filter((entry) => entry.side === side);
      return { side, voices: own.length, sum: own.reduce((sum, entry) => sum + weigh(entry), 0n) };
    })
    .filter(({ voices }) => voices > 0);
}

function percentOf(part: bigint, total: bigint | undefined): string {
  if (total === undefined || total === 0n) return "";
  const tenths = (part * 1000n + total / 2n) / total;
  const fraction = tenths % 10n === 0n ? "" : `.${tenths % 10n}`;
  return `, ${tenths / 10n}${fraction} percent of all`;
}

/** Wei as a number, with a unit if one is given: "1 token", "2.5 tokens". */
function amount(wei: bigint, unit?: string): string {
  const { number, exact } = weiToTokens(wei, DECIMALS);
  const told = !exact && number === "0" ? "less than 0.0001" : `${exact ? "" : "about "}${number}`;
  if (unit === undefined) return told;
  return `${told} ${unit}${told === "1" ? "" : "s"}`;
}

function count(number: number, noun: string): string {
  return `${NUMBER_WORDS[number] ?? number} ${noun}${number === 1 ? "" : "s"}`;
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** 0x90f8…c9c1, which `spokenForm` knows how to say. */
function short(hex: string): string {
  return hex.length > 14 ? `${hex.slice(0, 6)}…${hex.slice(-4)}` : hex;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Names come from a chain: none of them may turn into a heading or a comment of the script. */
function asParagraph(text: string): string {
  return oneLine(text).replace(/^(#|\/\/)/, "“$1”");
}
