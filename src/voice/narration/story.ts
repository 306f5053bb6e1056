import { sayAmount } from "./amounts.js";
import {
  capital,
  cleaned,
  count,
  counted,
  list,
  listNames,
  nameOf,
  ordinal,
  plural,
  words,
} from "./words.js";

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
  readonly token: {
    readonly name: string;
    readonly symbol: string;
    readonly totalSupply?: bigint | undefined;
  };
  readonly totalReputation?: bigint | undefined;
  readonly founders: readonly FounderDescription[];
  /** Those that are registered. */
  readonly schemes: readonly SchemeDescription[];
  readonly proposals: readonly ProposalDescription[];
}

export interface FounderDescription {
  /** Wei of the DAO's token. */
  readonly tokens: bigint;
  /** Wei of reputation. */
  readonly reputation: bigint;
}

export interface SchemeDescription {
  readonly name: string;
  /** 4 bytes in hexadecimal, as the controller keeps them. */
  readonly permissions: string;
}

export interface ProposalDescription {
  /** What somebody wrote about it. */
  readonly title?: string | undefined;
  /** Name of the scheme it was made through. */
  readonly scheme?: string | undefined;
  /** What it asks the DAO to do, such as `pay 10 ether`. */
  readonly asks?: string | undefined;
  readonly state: ProposalState;
  /** Which side won, where it is decided. */
  readonly outcome?: Side | undefined;
  /** What is still to happen, where it is decided: `execute`, or what it asks for (`fulfil`). */
  readonly missing?: "execute" | "fulfil" | undefined;
  /** All reputation when it was made, in wei: shares are of it. */
  readonly totalReputation?: bigint | undefined;
  readonly votes: readonly {
    readonly voter: string;
    readonly side: Side;
    /** Wei of reputation. */
    readonly reputation: bigint;
  }[];
  /** Absent where nothing can be staked. */
  readonly stakes?:
    | readonly {
        readonly staker: string;
        readonly side: Side;
        /** The smallest unit of the staking token. */
        readonly amount: bigint;
      }[]
    | undefined;
  /** The token that is staked; 18 decimals where it says nothing else. */
  readonly stakingToken?: { readonly name: string; readonly decimals?: number } | undefined;
}

export type Side = "for" | "against";

/** What each bit of a scheme's permissions lets it do, as Arc's controller defines them. */
const PERMISSIONS: readonly (readonly [bit: number, words: string])[] = [
  [0x02, "register and unregister schemes"],
  [0x04, "add and remove global constraints"],
  [0x08, "upgrade the controller"],
  [0x10, "call other contracts in its name"],
];

const STATES: Readonly<Record<ProposalState, string>> = {
  None: "Its state is not known.",
  ExpiredInQueue: "It expired in the queue without a decision.",
  Executed: "It has been executed.",
  Queued: "It is waiting in the queue.",
  PreBoosted: "It is pre-boosted: if the stakes on it hold, it will soon be boosted.",
  Boosted: "It is boosted, so a simple majority of the votes decides.",
  QuietEndingPeriod: "It is in its quiet ending period, because the lead has changed late.",
};

const NETWORKS: Readonly<Record<string, string>> = {
  private: "a private chain",
  mainnet: "the Ethereum mainnet",
  xdai: "the Gnosis chain",
};

/** More founders than this are told together. */
const MOST_FOUNDERS_NAMED = 6;

/**
 * Tells a DAO in plain English, as a script for `narrate`. It speaks no addresses and no ids.
 * @example
 * await narrate(client, tellStory(dao), { voiceId: 1, folder: "story" });
 */
export function tellStory(dao: DaoDescription): string {
  const parts: (readonly [heading: string, paragraphs: readonly string[]])[] = [
    [nameOf(dao.name) || "A DAO", [introduction(dao)]],
    ["Founders", [founders(dao.founders)]],
    ["Schemes", [schemes(dao.schemes)]],
    ["Proposals", proposals(dao.proposals)],
  ];
  return parts
    .flatMap(([heading, paragraphs]) => [`# ${heading}`, ...paragraphs])
    .join("\n\n")
    .concat("\n");
}

function introduction({ name, network, token, totalReputation }: DaoDescription): string {
  const who = nameOf(name) || "a DAO without a name";
  const where = network === undefined ? "" : `, on ${chain(network)}`;
  const [called, symbol] = [nameOf(token.name), nameOf(token.symbol)];
  const hasBoth = called !== "" && symbol !== "" && called !== symbol;
  const tokenName = hasBoth ? `${called}, or ${symbol} for short` : called || symbol;
  return [
    `This is the story of ${who}${where}.`,
    tokenName === "" ? "Its token has no name." : `Its token is called ${tokenName}.`,
    ...(token.totalSupply === undefined ? [] : [supply(token.totalSupply)]),
    ...(totalReputation === undefined
      ? []
      : totalReputation === 0n
        ? ["Nobody has any reputation, so nobody can vote."]
        : [`Votes are weighed by reputation, of which there is ${inAll(totalReputation)}.`]),
  ].join(" ");
}

function supply(tokens: bigint): string {
  if (tokens === 0n) return "No tokens have been issued.";
  const amount = sayAmount(tokens, "token");
  return `There ${amount.endsWith(" token") ? "is" : "are"} ${amount}.`;
}

function inAll(reputation: bigint): string {
  return sayAmount(reputation, "in all", 18, "in all");
}

function chain(network: string): string {
  const name = capital(words(network));
  return NETWORKS[network] ?? (/^\d*$/.test(name) ? "a lesser-known chain" : `the ${name} network`);
}

function founders(all: readonly FounderDescription[]): string {
  const [first] = all;
  if (first === undefined) return "It has no founders: nobody was given tokens or reputation.";
  const isSame = all.every((one) => share([one]) === share([first]));
  if (all.length === 1) return `It has one founder, who began with ${share(all)}.`;
  const number = `It has ${count(all.length, "founder")}`;
  if (isSame) return `${number}, who began with ${share([first])} each.`;
  const named = all.length <= MOST_FOUNDERS_NAMED ? all : all.slice(0, MOST_FOUNDERS_NAMED - 1);
  const others = all.slice(named.length);
  const told = named.map((one, index) => `${capital(ordinal(index))} began with ${share([one])}.`);
  const rest = `The other ${counted(others.length)} began with ${share(others)} between them.`;
  return [`${number}.`, ...told, ...(others.length > 0 ? [rest] : [])].join(" ");
}

function share(all: readonly FounderDescription[]): string {
  const tokens = all.reduce((sum, one) => sum + one.tokens, 0n);
  const reputation = all.reduce((sum, one) => sum + one.reputation, 0n);
  return `${sayAmount(tokens, "token")} and ${sayAmount(reputation, "reputation", 18, "reputation")}`;
}

function schemes(all: readonly SchemeDescription[]): string {
  if (all.length === 0) return "No scheme is registered, so nothing can be done in its name.";
  const groups = new Map<string, string[]>();
  for (const { name, permissions } of all) {
    const extra = mayDo(permissions);
    groups.set(extra, [...(groups.get(extra) ?? []), words(name)]);
  }
  const names = listNames(all.map(({ name }) => words(name)));
  const subject = all.length === 1 ? "It" : "Each of them";
  const told = [...groups].map(([extra, members]) => {
    if (extra === "") return "";
    const who = all.length === 1 ? "It" : capital(listNames(members));
    return `${who} may also ${extra}.`;
  });
  return [
    `${capital(count(all.length, "scheme"))} may act for it: ${names}.`,
    `${subject} may mint tokens and reputation, and spend what the DAO owns.`,
    ...told.filter(Boolean),
  ].join(" ");
}

function mayDo(permissions: string): string {
  const bits = Number(permissions);
  const known = PERMISSIONS.filter(([bit]) => (bits & bit) !== 0).map(([, what]) => what);
  return list(bits >>> 5 === 0 ? known : [...known, "do what no release of Arc has a name for"]);
}

function proposals(all: readonly ProposalDescription[]): readonly string[] {
  if (all.length === 0) return ["Nobody has proposed anything yet."];
  const verb = plural(all.length, "is", "are");
  const told = all.map((proposal, index) =>
    tellProposal(proposal, all.length === 1 ? "the proposal" : ordinal(index, "proposal")),
  );
  return [`There ${verb} ${count(all.length, "proposal")}.`, ...told];
}

function tellProposal(proposal: ProposalDescription, which: string): string {
  const { title, scheme, asks, state, outcome, missing } = proposal;
  const through = scheme === undefined ? "" : ` made through ${words(scheme)}`;
  const asked = asks === undefined ? "" : `asks the DAO to ${cleaned(asks)}`;
  const first =
    asked !== ""
      ? `${which}${through && `,${through},`} ${asked}.`
      : `${through === "" ? `this is ${which}` : `${which} was${through}`}.`;
  const sentences = [capital(first)];
  if (title !== undefined && cleaned(title) !== "") {
    sentences.push(`In the words of its proposer: ${sentence(cleaned(title))}`);
  }
  const isQuiet = proposal.votes.length === 0 && proposal.stakes?.length === 0;
  if (isQuiet) sentences.push("Nobody has voted or staked on it.");
  else sentences.push(...tellVotes(proposal), ...tellStakes(proposal));
  if (missing === "execute") sentences.push("The vote is over, and anybody may execute it.");
  else if (outcome === "against") sentences.push("It has been rejected.");
  else if (outcome === undefined) sentences.push(STATES[state]);
  else if (missing === undefined) sentences.push("It has passed and been carried out.");
  else sentences.push("It has passed, but not everything that it asks for has been done.");
  return sentences.join(" ");
}

function tellVotes({ votes, totalReputation = 0n }: ProposalDescription): string[] {
  if (votes.length === 0) return ["Nobody has voted on it."];
  const sides = sidesOf(
    votes.map((vote) => ({ ...vote, by: vote.voter, weight: vote.reputation })),
  );
  const areShares = sides.reduce((all, { sum }) => all + sum, 0n) <= totalReputation;
  const told = sides.map(({ side, who, sum }, index) => {
    const has = plural(who, "has", "have");
    const weight = areShares
      ? `${percentOf(sum, totalReputation)} percent${index === 0 ? " of all reputation" : ""}`
      : sayAmount(sum, "reputation", 18, "reputation");
    return `${index === 0 ? count(who, "member") : counted(who)} ${has} voted ${side} it, with ${weight}`;
  });
  return [`${capital(told.join(", and "))}.`];
}

function tellStakes({ stakes, stakingToken }: ProposalDescription): string[] {
  if (stakes === undefined) return [];
  if (stakes.length === 0) return ["Nobody has staked on it."];
  const { name = "", decimals = 18 } = stakingToken ?? {};
  const kind = nameOf(name).replace(/ ?tokens?$/i, "");
  const noun = kind === "" ? "token" : `${kind} token`;
  const sides = sidesOf(
    stakes.map((stake) => ({ ...stake, by: stake.staker, weight: stake.amount })),
  );
  const told = sides.map(({ side, who, sum }, index) => {
    const staked = `${plural(who, "has", "have")} staked ${sayAmount(sum, noun, decimals)} ${side} it`;
    return `${index === 0 ? count(who, "member") : counted(who)} ${staked}`;
  });
  return [`${capital(told.join(", and "))}.`];
}

/** How many accounts there are on each side, and what they weigh together. */
function sidesOf(
  entries: readonly { readonly side: Side; readonly by: string; readonly weight: bigint }[],
): { side: Side; who: number; sum: bigint }[] {
  return (["for", "against"] as const)
    .map((side) => {
      const own = entries.filter((entry) => entry.side === side);
      const sum = own.reduce((total, { weight }) => total + weight, 0n);
      return { side, who: new Set(own.map(({ by }) => by)).size, sum };
    })
    .filter(({ who }) => who > 0);
}

function percentOf(part: bigint, total: bigint): string {
  if (total === 0n) return "0";
  const tenths = Number((part * 1000n + total / 2n) / total);
  return tenths === 0 && part > 0n ? "less than 0.1" : String(tenths / 10);
}

/** A text that ends as a sentence does. */
function sentence(text: string): string {
  return /[.!?…]["”’)]?$/.test(text) ? text : `${text}.`;
}
