import { currencyOf, type Network } from "../../foundation/chain/networks.js";
import type { ContractDescription, Inspection } from "../../engine/inspect/description.js";
import type { SchemeDescription, VoteRules } from "../../engine/inspect/description.js";
import { speakerOf } from "../../engine/governance/vote-on-behalf.js";
import { valuesOf } from "../../engine/inspect/control/by-votes.js";
import { ifRead } from "../../engine/inspect/reading/attempt.js";
import { sayProposals } from "./proposals.js";
import { capital, count, counted, groupsOf, list, listNames, nameOf, ordinal } from "./words.js";
import { paragraph, percent, required, sayAmount, sayTime, words } from "./words.js";

/** Groups that are described one by one; the rest is summed up. */
const MOST_GROUPS = 5;

/** Holders of equal shares that are named. */
const MOST_NAMED = 3;
const NETWORKS: Readonly<Record<string, string>> = {
  private: "a private chain",
  mainnet: "the Ethereum mainnet",
  xdai: "the Gnosis chain",
};

/**
 * Tells the story of a DAO in plain English, as a script for `narrate`. It has no addresses and no IDs.
 * @param names contracts' names by address, such as aliases; they take precedence over Arc's names
 * @throws MigrationError if something that a story needs could not be read
 */
export function storyOfDao(
  inspection: Inspection,
  network: Network,
  names: ReadonlyMap<string, string>,
): string {
  const currency = currencyOf(network);
  const said = {
    nameOf: namer(inspection, names),
    coin: currency === "ETH" ? "ether" : currency,
    tokenDecimals: ifRead(inspection.token.decimals) ?? 18,
  };
  const name = nameOf(required("its name", inspection.name));
  const paragraphs = [
    `# ${name || "A DAO"}`,
    introduction(name || "a DAO without a name", inspection, network.name, said.tokenDecimals),
    "# Founders",
    sayFounders(inspection, said.tokenDecimals),
    "# Votes",
    sayControl(inspection, said.nameOf),
    "# Schemes",
    saySchemes(inspection, said.nameOf),
    "# Proposals",
    ...sayProposals(inspection, said),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

/** What an account or contract is called: by its alias, Arc's name, or its part in the DAO. */
function namer(
  { avatar, schemes, founders: found }: Inspection,
  given: ReadonlyMap<string, string>,
) {
  const aliases = new Map([...given].map(([address, name]) => [address.toLowerCase(), name]));
  const founders = required("its founders", found).map(({ account }) => account);
  return (one: string | ContractDescription): string => {
    const address = typeof one === "string" ? one : one.address;
    const scheme = schemes.find(({ contract }) => contract.address === address);
    const contract = typeof one === "string" ? scheme?.contract : one;
    const name = aliases.get(address.toLowerCase()) ?? contract?.name ?? contract?.ownName;
    const founder = founders.indexOf(address);
    if (name !== undefined) return words(name);
    if (address === avatar.address) return "the DAO itself";
    if (founder >= 0) return founders.length === 1 ? "its founder" : ordinal(founder, "founder");
    if (contract?.code === "unknown") return "a contract of unknown code";
    return contract === undefined ? "another account" : "an account without code";
  };
}

function introduction(
  who: string,
  { token, reputation }: Inspection,
  network: string,
  decimals: number,
) {
  const called = nameOf(required("the name of its token", token.name));
  const symbol = nameOf(required("the symbol of its token", token.symbol));
  const both = called !== "" && symbol !== "" && called !== symbol;
  const tokenName = both ? `${called}, or ${symbol} for short` : called || symbol;
  const supply = BigInt(required("the supply of its token", token.totalSupply));
  const amount = sayAmount(supply, "token", decimals);
  const votes = BigInt(required("its reputation", reputation.totalSupply));
  return paragraph(
    `This is the story of ${who}, on ${NETWORKS[network] ?? sayNetwork(network)}.`,
    tokenName === "" ? "Its token has no name." : `Its token is called ${tokenName}.`,
    supply === 0n
      ? "No tokens have been issued."
      : `There ${amount.endsWith(" token") ? "is" : "are"} ${amount}.`,
    votes === 0n
      ? "Nobody has any reputation, so nobody can vote."
      : `Votes are weighed by reputation, of which there is ${sayAmount(votes, "in all", 18, "in all")}.`,
  );
}

function sayNetwork(network: string): string {
  const name = capital(words(network));
  return /^\d*$/.test(name) ? "a lesser-known chain" : `the ${name} network`;
}

/** Founders with equal shares together, the largest first. */
function sayFounders({ founders }: Inspection, decimals: number): string {
  const all = required("its founders", founders).map(({ tokens, reputation }, index) => ({
    who: ordinal(index, "founder"),
    tokens: BigInt(tokens),
    reputation: BigInt(reputation),
  }));
  const share = (some: typeof all): string => {
    const sum = (of: "tokens" | "reputation") => some.reduce((total, one) => total + one[of], 0n);
    const tokens = sayAmount(sum("tokens"), "token", decimals);
    return `${tokens} and ${sayAmount(sum("reputation"), "reputation", 18, "reputation")}`;
  };
  if (all.length === 0) return "It has no founders: nobody was given tokens or reputation.";
  const sorted = all.toSorted((a, b) => Number(b.reputation - a.reputation || b.tokens - a.tokens));
  const groups = groupsOf(sorted, (one) => share([one]));
  const number = `It has ${count(all.length, "founder")}`;
  if (groups.length === 1) {
    return `${number}, who began with ${share(all.slice(0, 1))}${all.length === 1 ? "" : " each"}.`;
  }
  const said = groups.slice(0, MOST_GROUPS).map((group) => {
    const own = share(group.slice(0, 1));
    return group.length === 1
      ? `${group[0]!.who} with ${own}`
      : `${counted(group.length)} with ${own} each`;
  });
  const rest = groups.slice(MOST_GROUPS).flat();
  if (rest.length > 0) said.push(`the other ${counted(rest.length)} with ${share(rest)} together`);
  const [first, ...others] = said;
  const last = others.pop();
  return `${number}: ${[first?.replace(" with", " began with"), ...others].join(", ")}, and ${last}.`;
}

/** Who has the votes, by which rules proposals pass, and how few accounts can pass one. */
function sayControl(
  { reputation, control, schemes }: Inspection,
  nameOf: (address: string) => string,
): string {
  const supply = BigInt(required("its reputation", reputation.totalSupply));
  const holders = required("who has its reputation", reputation.holders);
  const groups = groupsOf(holders, ({ amount }) => amount);
  const shares = groups.slice(0, MOST_GROUPS).map((group) => {
    const share = percent(BigInt(group[0]!.amount), supply);
    const names = list(group.map(({ account }) => nameOf(account)));
    if (group.length === 1) return `${names} has ${share}`;
    return `${group.length > MOST_NAMED ? count(group.length, "account") : names} have ${share} each`;
  });
  const rest = groups.slice(MOST_GROUPS).flat();
  const sum = rest.reduce((all, { amount }) => all + BigInt(amount), 0n);
  if (rest.length > 0) shares.push(`${counted(rest.length)} more have ${percent(sum, supply)}`);
  const ways = required("who controls it", control).map(({ scheme, vote, accounts }) => {
    const { parameters } = schemes.find(({ contract }) => contract.address === scheme)!;
    const { rules } = required("how it votes", parameters!).votes[vote]!;
    return { scheme, way: sayRules(required("how it votes", rules), accounts, nameOf) };
  });
  const unknown = schemes
    .filter(({ registered, contract }) => registered && contract.code === "unknown")
    .filter(({ contract }) => !ways.some(({ scheme }) => scheme === contract.address))
    .map(({ contract }) => nameOf(contract.address));
  return paragraph(
    holders.length === 0 ? "Nobody can vote." : `Of all reputation, ${list(shares)}.`,
    ...groupsOf(ways, ({ way }) => way).map((same) => {
      const names = [...new Set(same.map(({ scheme }) => scheme))].map(nameOf);
      return `Proposals of ${listNames(names)} ${same[0]!.way}.`;
    }),
    unknown.length > 0 ? `How proposals of ${listNames(unknown)} pass is not known.` : "",
  );
}

/** @param fewest the smallest group that can decide whatever the others vote */
function sayRules(
  rules: VoteRules,
  fewest: readonly string[],
  nameOf: (address: string) => string,
): string {
  const speaker = speakerOf(valuesOf(rules));
  const other =
    speaker === undefined
      ? ""
      : `. Only ${nameOf(speaker)} may vote on them, in place of every member`;
  const [one, ...others] = fewest;
  const who =
    one === undefined
      ? "which all members together do not have"
      : others.length === 0
        ? `which ${nameOf(one)} has alone`
        : `which takes at least ${counted(fewest.length)} accounts`;
  if ("QuorumVote" in rules) {
    return `are decided by most votes once more than ${rules.QuorumVote.votePerc} percent of all reputation has voted, ${who}${other}`;
  }
  if ("AbsoluteVote" in rules) {
    return `pass with more than ${rules.AbsoluteVote.votePerc} percent of all reputation, ${who}${other}`;
  }
  const { queuedVoteRequiredPercentage, queuedVotePeriodLimit, boostedVotePeriodLimit } =
    rules.GenesisProtocol;
  const queued = `pass with more than ${queuedVoteRequiredPercentage} percent of all reputation within ${sayTime(queuedVotePeriodLimit)}, ${who}`;
  return `${queued}. If stakes boost one, most votes decide after ${sayTime(boostedVotePeriodLimit)}${other}`;
}

function saySchemes(
  { schemes }: Inspection,
  called: (contract: ContractDescription) => string,
): string {
  const registered = schemes.filter((scheme) => scheme.registered);
  const contracts = registered.filter(({ contract }) => contract.code !== "account");
  const accounts = registered.filter(({ contract }) => contract.code === "account");
  const names = (some: typeof schemes) => listNames(some.map(({ contract }) => called(contract)));
  const more = ({ permissions }: SchemeDescription) =>
    list(permissions.words.slice(1).map((each) => each.replace(/^and /, "")));
  const each = contracts.length === 1 ? "It" : "Each of them";
  const [first] = contracts;
  if (first === undefined && accounts.length === 0) {
    return "No scheme is registered, so nothing can be done in its name.";
  }
  return paragraph(
    first === undefined
      ? "No contract is registered as a scheme."
      : `${capital(count(contracts.length, "scheme"))} may act for it: ${names(contracts)}. ${each} may ${first.permissions.words[0]}.`,
    ...groupsOf(contracts.filter(more), more).map(
      (same) => `${each === "It" ? each : capital(names(same))} may also ${more(same[0]!)}.`,
    ),
    ...groupsOf(accounts, sayAccount).map((same) => sayAccount(same[0]!, same.length)),
  );
}

/** An account that is registered as a scheme: the one that deployed the DAO, or one that a proposal registered. */
function sayAccount({ permissions, history }: SchemeDescription, many = 1): string {
  const isDeployer = history[0]?.how === "controller";
  const who = isDeployer
    ? "The account that deployed it still has"
    : many === 1
      ? "An account has"
      : `${capital(count(many, "account"))} have`;
  const powers =
    permissions.words.length < 5 ? permissions.words.join("; ") : "do anything with it";
  return `${who} permissions: anyone with ${many === 1 ? "its" : "such a"} key may ${powers}, without a vote.`;
}
