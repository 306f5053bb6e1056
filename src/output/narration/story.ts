import type { Network } from "../../foundation/chain/networks.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { percentOf } from "../../engine/inspect/reading/percent.js";
import { isDeployer } from "../../engine/inspect/schemes/deployer.js";
import { supplyWords, tokenWords, votingPowerWords } from "../describe/assets.js";
import { nameWords, titleOf } from "../describe/contracts.js";
import { fewestWords, registeredOf, soleAccounts, undecidedSchemes } from "../describe/control.js";
import { asSentence } from "../describe/pass-verdict.js";
import { REPUTATION, unitOf } from "../describe/units.js";
import { limitsWords } from "../describe/vote-rules.js";
import { amount, count } from "../document/document.js";
import { sayProposals } from "./proposals.js";
import {
  groupsOf,
  list,
  listNames,
  quoted,
  required,
  sayWith,
  STRANGER,
  sumOf,
  type Say,
} from "./words.js";

/** Groups that are described one by one; the rest is summed up. */
const MOST_GROUPS = 5;
/** Holders of equal shares that are named. */
const MOST_NAMED = 3;

/**
 * Tells the story of a DAO in plain English, as a script for `narrate`. It has no addresses and no IDs.
 * @param names contracts' names by address, such as aliases; they take precedence over Arc's names
 * @throws MigrationError if something that a story needs could not be read
 */
export function storyOfDao(
  inspection: Inspection,
  network: Pick<Network, "name">,
  names: ReadonlyMap<string, string>,
): string {
  const say = sayWith(namer(inspection, names));
  const given = required("its name", inspection.name);
  const name = say(nameWords(given));
  const chain = network.name === "private" ? "a private chain" : `the chain ${network.name}`;
  const paragraphs = [
    `# ${name}`,
    say(
      given.trim() === "" ? name : `A DAO that calls itself ${quoted(name)}`,
      ` lives on ${chain}. `,
      ["Its token is ", tokenWords(inspection.token), ", ", supplyWords(inspection.token), ". "],
      votingPowerWords(inspection),
    ),
    "# Founders",
    sayFounders(inspection, say),
    "# Votes",
    sayControl(inspection, say),
    "# Schemes",
    saySchemes(inspection, say),
    "# Proposals",
    ...sayProposals(inspection, say),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

/** What an account or contract is called: by its alias, Arc's name, or its part in the DAO. */
function namer(
  { avatar, schemes, founders: found }: Inspection,
  given: ReadonlyMap<string, string>,
): (address: string) => string {
  const aliases = new Map([...given].map(([address, name]) => [address.toLowerCase(), name]));
  const founders = required("its founders", found).map(({ account }) => account);
  return (address) => {
    const scheme = schemes.find(({ contract }) => contract.address === address);
    const alias = aliases.get(address.toLowerCase());
    const founder = founders.indexOf(address);
    if (alias !== undefined) return alias;
    if (scheme !== undefined && scheme.contract.code !== "account") return titleOf(scheme.contract);
    if (scheme !== undefined && isDeployer(scheme)) return "the account that deployed it";
    if (address === avatar.address) return "the DAO itself";
    return founder >= 0 ? `founder ${founder + 1}` : STRANGER;
  };
}

/** Those with equal shares together, the largest first. */
function sayShares<Item extends { readonly account: string }>(
  items: readonly Item[],
  shareOf: (some: readonly Item[]) => string,
  say: Say,
): string {
  const groups = groupsOf(items, (one) => shareOf([one]));
  const said = groups.slice(0, MOST_GROUPS).map((group) => {
    const names = group.map(({ account: address }) => say({ address }));
    const who = names.length > MOST_NAMED ? count(names.length, "account") : list(names);
    return `${who} with ${shareOf(group.slice(0, 1))}${group.length > 1 ? " each" : ""}`;
  });
  const rest = groups.slice(MOST_GROUPS).flat();
  if (rest.length > 0) said.push(`${rest.length} more with ${shareOf(rest)} together`);
  return said.join("; ");
}

function sayFounders({ founders, token }: Inspection, say: Say): string {
  const all = required("its founders", founders).toSorted((one, other) =>
    Number(BigInt(other.reputation) - BigInt(one.reputation)),
  );
  if (all.length === 0) return "It has no founders: nobody was given tokens or reputation.";
  const shareOf = (some: readonly (typeof all)[number][]): string => {
    const tokens = amount(sumOf(some, "tokens"), unitOf(token));
    return say(tokens, " and ", amount(sumOf(some, "reputation"), REPUTATION));
  };
  return `It began with ${count(all.length, "founder")}: ${sayShares(all, shareOf, say)}.`;
}

/** Who has the votes, by which rules proposals pass, and how few accounts can pass one. */
function sayControl(inspection: Inspection, say: Say): string {
  const { reputation, control, schemes } = inspection;
  const supply = BigInt(required("its reputation", reputation.totalSupply));
  const holders = required("who has its reputation", reputation.holders);
  const shareOf = (some: typeof holders) => `${percentOf(sumOf(some, "amount"), supply)}%`;
  const ways = required("who controls it", control).map((each) => {
    const { parameters } = schemes.find(({ contract }) => contract.address === each.scheme)!;
    const { rules } = required("how it votes", parameters!).votes[each.vote]!;
    const limits = limitsWords(required("how it votes", rules));
    const way = say(fewestWords(each), limits !== undefined && [". There, ", limits]);
    return { address: each.scheme, way };
  });
  const unknown = undecidedSchemes(inspection).map((address) => say({ address }));
  return [
    holders.length === 0
      ? "Nobody can vote."
      : `Of all reputation: ${sayShares(holders, shareOf, say)}.`,
    ...groupsOf(ways, ({ way }) => way).map((same) => {
      const names = new Set(same.map(({ address }) => say({ address })));
      return `The fewest who can pass a proposal of ${listNames([...names])}: ${same[0].way}.`;
    }),
    unknown.length > 0 && `Who decides for ${listNames([...new Set(unknown)])} is not known.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** What contracts may do, and what accounts can do alone, such as the one that deployed the DAO. */
function saySchemes(inspection: Inspection, say: Say): string {
  const contracts = registeredOf(inspection).filter(({ contract }) => contract.code !== "account");
  const said = (all: readonly (readonly [address: string, can: string])[], verb: string) =>
    groupsOf(all, ([, can]) => can).map((same) => {
      const names = listNames(same.map(([address]) => say({ address })));
      return asSentence(`${names} ${verb}: ${same[0][1]}`);
    });
  const may = contracts.map(
    ({ contract, permissions }) => [contract.address, permissions.words.join("; ")] as const,
  );
  const all = [
    ...said(may, "may do this"),
    ...said([...soleAccounts(inspection)], "can do this alone, without a vote"),
  ];
  return all.join(" ") || "No scheme is registered, so nothing can be done in its name.";
}
