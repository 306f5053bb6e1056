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

/** The sentence for each state. */
const STATES = {
  None: "Its state is not known.",
  ExpiredInQueue: "It expired in the queue without a decision.",
  Executed: "It has been executed.",
  Queued: "It is waiting in the queue.",
  PreBoosted: "It is pre-boosted: if the stakes on it hold, it will soon be boosted.",
  Boosted: "It is boosted, so a simple majority of the votes decides.",
  QuietEndingPeriod: "It is in its quiet ending period, because the lead has changed late.",
};

export type ProposalState = keyof typeof STATES;

/** States of a GenesisProtocol proposal, in the order of the contract's enumeration. */
export const PROPOSAL_STATES = Object.keys(STATES) as readonly ProposalState[];

/** A DAO as it is on a chain, with everything that its story tells. Amounts are in wei. */
export interface DaoDescription {
  readonly name: string;
  /** Such as `mainnet`; `private` is told as a private chain. */
  readonly network?: string;
  readonly token: {
    readonly name: string;
    readonly symbol: string;
    readonly totalSupply?: bigint;
  };
  readonly totalReputation?: bigint;
  readonly founders: readonly FounderDescription[];
  /** Only registered ones. */
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
  readonly title?: string;
  /** Name of the scheme it was made through. */
  readonly scheme?: string;
  /** What it asks the DAO to do, such as `pay 10 ether`. */
  readonly asks?: string;
  readonly state: ProposalState;
  /** Which side won, once it is decided. */
  readonly outcome?: Side;
  /** What is still to be done once it is decided: `execute` it, or `fulfil` what it asks for. */
  readonly missing?: "execute" | "fulfil";
  /** All reputation when it was made, in wei: shares are of it. */
  readonly totalReputation?: bigint;
  readonly votes: readonly {
    readonly voter: string;
    readonly side: Side;
    /** Wei of reputation. */
    readonly reputation: bigint;
  }[];
  /** Absent where nothing can be staked. */
  readonly stakes?: readonly {
    readonly staker: string;
    readonly side: Side;
    /** The smallest unit of the staking token. */
    readonly amount: bigint;
  }[];
  /** The token that is staked. Default of `decimals`: 18. */
  readonly stakingToken?: { readonly name: string; readonly decimals?: number };
}

export type Side = "for" | "against";

/** What each bit of a scheme's permissions lets it do, as Arc's controller defines them. */
const PERMISSIONS: readonly (readonly [bit: number, words: string])[] = [
  [0x02, "register and unregister schemes"],
  [0x04, "add and remove global constraints"],
  [0x08, "upgrade the controller"],
  [0x10, "call other contracts in its name"],
];

const NETWORKS: Readonly<Record<string, string>> = {
  private: "a private chain",
  mainnet: "the Ethereum mainnet",
  xdai: "the Gnosis chain",
};

/** If there are more founders than this, the rest are summed up. */
const MOST_FOUNDERS_NAMED = 6;

/**
 * Tells the story of a DAO in plain English, as a script for `narrate`. It speaks no addresses and no ids.
 * @example
 * await narrate(client, tellStory(dao), { voiceId: 1, folder: "story" });
 */
export function tellStory(dao: DaoDescription): string {
  const paragraphs = [
    `# ${nameOf(dao.name) || "A DAO"}`,
    introduction(dao),
    "# Founders",
    founders(dao.founders),
    "# Schemes",
    schemes(dao.schemes),
    "# Proposals",
    ...proposals(dao.proposals),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

function introduction({ name, network, token, totalReputation }: DaoDescription): string {
  const who = nameOf(name) || "a DAO without a name";
  const where = network === undefined ? "" : `, on ${chain(network)}`;
  const [called, symbol] = [nameOf(token.name), nameOf(token.symbol)];
  const hasBoth = called !== "" && symbol !== "" && called !== symbol;
  const tokenName = hasBoth ? `${called}, or ${symbol} for short` : called || symbol;
  return paragraph(
    `This is the story of ${who}${where}.`,
    tokenName === "" ? "Its token has no name." : `Its token is called ${tokenName}.`,
    token.totalSupply === undefined ? "" : supply(token.totalSupply),
    totalReputation === undefined ? "" : voting(totalReputation),
  );
}

/** Sentences, without those that are empty. */
function paragraph(...sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(" ");
}

function supply(tokens: bigint): string {
  if (tokens === 0n) return "No tokens have been issued.";
  const amount = sayAmount(tokens, "token");
  return `There ${amount.endsWith(" token") ? "is" : "are"} ${amount}.`;
}

function voting(reputation: bigint): string {
  if (reputation === 0n) return "Nobody has any reputation, so nobody can vote.";
  const amount = sayAmount(reputation, "in all", 18, "in all");
  return `Votes are weighed by reputation, of which there is ${amount}.`;
}

function chain(network: string): string {
  const name = capital(words(network));
  return NETWORKS[network] ?? (/^\d*$/.test(name) ? "a lesser-known chain" : `the ${name} network`);
}

function founders(all: readonly FounderDescription[]): string {
  const [first] = all;
  if (first === undefined) return "It has no founders: nobody was given tokens or reputation.";
  if (all.length === 1) return `It has one founder, who began with ${share(all)}.`;
  const number = `It has ${count(all.length, "founder")}`;
  const isSame = all.every((one) => share([one]) === share([first]));
  if (isSame) return `${number}, who began with ${share([first])} each.`;
  const named = all.length <= MOST_FOUNDERS_NAMED ? all : all.slice(0, MOST_FOUNDERS_NAMED - 1);
  const others = all.slice(named.length);
  const told = named.map((one, index) => `${capital(ordinal(index))} began with ${share([one])}.`);
  const rest = `The other ${counted(others.length)} began with ${share(others)} between them.`;
  return paragraph(`${number}.`, ...told, others.length > 0 ? rest : "");
}

function share(all: readonly FounderDescription[]): string {
  const tokens = all.reduce((sum, one) => sum + one.tokens, 0n);
  const reputation = all.reduce((sum, one) => sum + one.reputation, 0n);
  return `${sayAmount(tokens, "token")} and ${sayReputation(reputation)}`;
}

function sayReputation(wei: bigint): string {
  return sayAmount(wei, "reputation", 18, "reputation");
}

function schemes(all: readonly SchemeDescription[]): string {
  if (all.length === 0) return "No scheme is registered, so nothing can be done in its name.";
  const extras = [...new Set(all.map(({ permissions }) => mayDo(permissions)))].filter(Boolean);
  const namesOf = (some: readonly SchemeDescription[]): string =>
    listNames(some.map(({ name }) => words(name)));
  const told = extras.map((extra) => {
    const members = all.filter(({ permissions }) => mayDo(permissions) === extra);
    return `${all.length === 1 ? "It" : capital(namesOf(members))} may also ${extra}.`;
  });
  return paragraph(
    `${capital(count(all.length, "scheme"))} may act for it: ${namesOf(all)}.`,
    `${all.length === 1 ? "It" : "Each of them"} may mint tokens and reputation, and spend what the DAO owns.`,
    ...told,
  );
}

function mayDo(permissions: string): string {
  const bits = Number(permissions);
  const known = PERMISSIONS.filter(([bit]) => (bits & bit) !== 0).map(([, what]) => what);
  return list(bits >>> 5 === 0 ? known : [...known, "do what no release of Arc has a name for"]);
}

function proposals(all: readonly ProposalDescription[]): readonly string[] {
  if (all.length === 0) return ["Nobody has proposed anything yet."];
  const told = all.map((proposal, index) =>
    tellProposal(proposal, all.length === 1 ? "the proposal" : ordinal(index, "proposal")),
  );
  return [`There ${plural(all.length, "is", "are")} ${count(all.length, "proposal")}.`, ...told];
}

function tellProposal(proposal: ProposalDescription, which: string): string {
  const { title = "", scheme, asks = "", votes, stakes } = proposal;
  const through = scheme === undefined ? "" : ` made through ${words(scheme)}`;
  const [asked, proposed] = [cleaned(asks), cleaned(title)];
  const first =
    asks !== ""
      ? `${which}${through && `,${through},`} asks the DAO to ${asked}`
      : through === ""
        ? `this is ${which}`
        : `${which} was${through}`;
  const isQuiet = votes.length === 0 && stakes?.length === 0;
  const stop = /[.!?…]["”’)]?$/.test(proposed) ? "" : ".";
  return paragraph(
    `${capital(first)}.`,
    proposed && `In the words of its proposer: ${proposed}${stop}`,
    isQuiet ? "Nobody has voted or staked on it." : tellVotes(proposal),
    isQuiet ? "" : tellStakes(proposal),
    tellState(proposal),
  );
}

function tellState({ state, outcome, missing }: ProposalDescription): string {
  if (missing === "execute") return "The vote is over, and anybody may execute it.";
  if (outcome === "against") return "It has been rejected.";
  if (outcome === undefined) return STATES[state];
  if (missing === undefined) return "It has passed and been carried out.";
  return "It has passed, but not everything that it asks for has been done.";
}

function tellVotes({ votes, totalReputation = 0n }: ProposalDescription): string {
  if (votes.length === 0) return "Nobody has voted on it.";
  const all = votes.map(({ side, voter: by, reputation: weight }) => ({ side, by, weight }));
  const areShares = all.reduce((sum, { weight }) => sum + weight, 0n) <= totalReputation;
  return tellSides(all, (side, sum, isFirst) => {
    const percent = `${percentOf(sum, totalReputation)} percent${isFirst ? " of all reputation" : ""}`;
    return `voted ${side} it, with ${areShares ? percent : sayReputation(sum)}`;
  });
}

function tellStakes({ stakes, stakingToken }: ProposalDescription): string {
  if (stakes === undefined) return "";
  if (stakes.length === 0) return "Nobody has staked on it.";
  const { name = "", decimals = 18 } = stakingToken ?? {};
  const noun = `${nameOf(name).replace(/ ?tokens?$/i, "")} token`.trim();
  const all = stakes.map(({ side, staker: by, amount: weight }) => ({ side, by, weight }));
  return tellSides(all, (side, sum) => `staked ${sayAmount(sum, noun, decimals)} ${side} it`);
}

/** How many accounts there are on each side, and what they have done together. */
function tellSides(
  all: readonly { readonly side: Side; readonly by: string; readonly weight: bigint }[],
  done: (side: Side, sum: bigint, isFirst: boolean) => string,
): string {
  const told: string[] = [];
  for (const side of ["for", "against"] as const) {
    const own = all.filter((one) => one.side === side);
    const who = new Set(own.map(({ by }) => by)).size;
    const sum = own.reduce((total, { weight }) => total + weight, 0n);
    const isFirst = told.length === 0;
    const members = isFirst ? count(who, "member") : counted(who);
    if (who > 0) told.push(`${members} ${plural(who, "has", "have")} ${done(side, sum, isFirst)}`);
  }
  return `${capital(told.join(", and "))}.`;
}

function percentOf(part: bigint, total: bigint): string {
  if (total === 0n) return "0";
  const tenths = Number((part * 1000n + total / 2n) / total);
  return tenths === 0 && part > 0n ? "less than 0.1" : String(tenths / 10);
}
