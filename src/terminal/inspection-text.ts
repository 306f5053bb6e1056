import { ZeroAddress } from "ethers";

import type {
  ContractDescription,
  HolderDescription,
  Inspection,
  Read,
  RegistrationDescription,
  SchemeDescription,
  VoteParametersDescription,
  VoteRules,
  VotingMachineDescription,
} from "../inspect/description.js";
import type { ChainIdentity } from "../chain/identity.js";
import { isMachineField } from "../governance/voting-machine.js";
import { percentOf } from "../inspect/reading/percent.js";
import { oneLine } from "../support/printable.js";
import { debtLines, listingLines, mintableLines } from "./inspection-promises-text.js";
import { controlLines, proposalLines } from "./inspection-proposals-text.js";
import {
  amountText,
  durationText,
  isNotRead,
  notReadText,
  permissionsText,
  said,
  table,
  timeText,
  valueText,
} from "./inspection-words.js";

/** The most of the largest holders to list. */
const MOST_HOLDERS = 20;
/** Decimals of ether, and of reputation in every release. */
const DECIMALS = 18;

/** A DAO as text: what it is, who holds what, and what each scheme may do. */
export function inspectionText(
  inspection: Inspection,
  chain: Pick<ChainIdentity, "name" | "explorer">,
): string {
  const { block, chainId, name, token, reputation, allowances, schemes } = inspection;
  const decimals = isNotRead(token.decimals) ? 0 : token.decimals;
  const symbol = isNotRead(token.symbol) ? "" : oneLine(token.symbol, 20);
  const unit = isNotRead(token.decimals) ? `wei of ${symbol || "the token"}` : symbol;
  const now = schemes.filter(({ registered }) => registered);
  const gone = schemes.filter(({ registered }) => !registered);
  return [
    [
      said(name) || "(a DAO without a name)",
      `${oneLine(chain.name)} (chain ID ${chainId}), block ${block.number} of ${timeText(block.timestamp)}`,
      ...(inspection.eventsFromBlock > 0
        ? [`events before block ${inspection.eventsFromBlock} were not read`]
        : []),
    ],
    table([
      ["Arc release", releasesText(inspection.releases)],
      ["avatar", contractText(inspection.avatar)],
      [
        "controller",
        `${contractText(inspection.controller)}${inspection.controller.universal ? ", shared by many DAOs" : ""}`,
      ],
      ["token", contractText(token.contract)],
      ["reputation", contractText(reputation.contract)],
      ...(chain.explorer === undefined
        ? []
        : [["explorer", oneLine(`${chain.explorer}/address/${inspection.avatar.address}`)]]),
    ]),
    [
      `Token: ${said(token.name)} (${said(token.symbol)})`,
      ...holdings(token.totalSupply, token.holders, decimals, unit),
      ...(token.cap === undefined || token.cap === "0"
        ? []
        : [`  at most ${amountText(token.cap, decimals)} ${unit} may ever be minted`]),
      ...ownerWarning(inspection, token.owner, "mint tokens"),
    ],
    [
      "Reputation",
      ...holdings(reputation.totalSupply, reputation.holders, DECIMALS, ""),
      ...ownerWarning(inspection, reputation.owner, "give and take reputation"),
    ],
    treasuryLines(inspection.treasury),
    debtLines(inspection),
    allowanceLines(allowances),
    ["Schemes", ...now.flatMap((scheme) => ["", ...schemeLines(scheme, inspection)])],
    constraintLines(inspection.globalConstraints),
    mintableLines(inspection),
    controlLines(inspection),
    proposalLines(inspection),
    gone.length === 0 ? [] : ["No longer registered", ...gone.flatMap(goneLines)],
    earlierControllerLines(inspection.earlierControllers),
    listingLines(inspection),
  ]
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n");
}

/** An address and the contract at it. */
export function contractText({
  address,
  code,
  name,
  releases,
  looksLike,
}: ContractDescription): string {
  if (code === "account") return `${address}, an account without code`;
  if (code === "unknown") {
    return `${address}, unknown code${looksLike === undefined ? "" : `, maybe ${looksLike}`}`;
  }
  return `${address}, Arc's ${name} of ${releasesText(releases ?? [])}`;
}

/** A range of releases, such as `rc.42 to rc.57`, or `rc.40`. */
export function releasesText(releases: readonly string[]): string {
  const short = releases.map((release) => release.replace(/^[^-]*-/, ""));
  const [first, last] = [short[0] ?? "none has all of these", short.at(-1)];
  return last === undefined || first === last ? first : `${first} to ${last}`;
}

function holdings(
  supply: Read<string>,
  holders: Read<readonly HolderDescription[]>,
  decimals: number,
  symbol: string,
): string[] {
  const all = `  supply ${amountText(supply, decimals)} ${symbol}`.trimEnd();
  if (isNotRead(holders)) return [all, `  holders ${notReadText(holders)}`];
  const rows = holders
    .slice(0, MOST_HOLDERS)
    .map(({ account, amount }) => [
      account,
      amountText(amount, decimals),
      isNotRead(supply) ? "" : `${percentOf(BigInt(amount), BigInt(supply))}%`,
    ]);
  const rest = holders.length - rows.length;
  return [
    `${all}, ${holders.length} ${holders.length === 1 ? "holder" : "holders"}`,
    ...table(rows, "  "),
    ...(rest > 0 ? [`  and ${rest} more (--json has them all)`] : []),
  ];
}

function ownerWarning(
  { controller }: Inspection,
  owner: Read<string>,
  what: string,
): readonly string[] {
  if (isNotRead(owner)) return [`  owner ${notReadText(owner)}`];
  if (owner === controller.address) return [];
  return [`  ! belongs to ${owner}, not to the controller: that account can ${what}`];
}

function treasuryLines(treasury: Inspection["treasury"]): readonly string[] {
  if (isNotRead(treasury)) return [`Treasury ${notReadText(treasury)}`];
  return [
    "Treasury",
    `  ${amountText(treasury.ether, DECIMALS)} ether`,
    ...treasury.tokens.map(({ address, symbol, decimals, amount }) =>
      isNotRead(decimals)
        ? `  ${amount} wei of the token ${address}`
        : `  ${amountText(amount, decimals)} ${said(symbol)}  ${address}`,
    ),
  ];
}

function constraintLines(constraints: Inspection["globalConstraints"]): readonly string[] {
  if (isNotRead(constraints)) return [`Global constraints ${notReadText(constraints)}`];
  if (constraints.length === 0) return [];
  return [
    "Global constraints",
    ...constraints.map(
      ({ contract, looks, parameters }) =>
        `  ${contractText(contract)}, looks ${looks}: ${isNotRead(parameters) ? notReadText(parameters) : valueText(parameters)}`,
    ),
  ];
}

function allowanceLines(allowances: Inspection["allowances"]): readonly string[] {
  if (isNotRead(allowances)) return [`Allowances ${notReadText(allowances)}`];
  if (allowances.length === 0) return [];
  return [
    "Others may take from the avatar",
    ...allowances.map(
      ({ token, spender, amount }) => `  ${spender}: ${amount} wei of the token ${token}`,
    ),
  ];
}

function schemeLines(scheme: SchemeDescription, inspection: Inspection): string[] {
  const { contract, permissions, history, parameters } = scheme;
  const title =
    contract.code === "account"
      ? "! an account without code"
      : contract.code === "unknown"
        ? (contract.looksLike ?? "a contract") + ", unknown code"
        : `${contract.name}`;
  const last = history
    .filter(({ event, controller }) => event === "registered" && controller === undefined)
    .at(-1);
  const lines = [
    `${title}  ${contract.address}`,
    ...(contract.code === "arc" ? [`  Arc ${releasesText(contract.releases ?? [])}`] : []),
    `  registered ${last === undefined ? "without an event, as older controllers do for their creator" : registrationText(last)}`,
    `  may ${permissionsText(permissions)}`,
  ];
  if (parameters === undefined) return lines;
  if (isNotRead(parameters)) return [...lines, `  parameters ${notReadText(parameters)}`];
  const votes = Object.entries(parameters.votes);
  const shown = Object.entries(parameters.values).filter(
    ([name]) => !votes.some(([vote]) => vote === name) && !isMachineField(name),
  );
  return [
    ...lines,
    ...ownerLines(parameters.owner),
    ...shown.map(([name, value]) => `  ${oneLine(name)}: ${valueText(value)}`),
    ...mayCallLines(parameters.mayCall),
    ...voteLines(votes, inspection.votingMachines),
  ];
}

function ownerLines(owner: Read<string> | undefined): string[] {
  if (owner === undefined) return [];
  if (isNotRead(owner)) return [`  owner ${notReadText(owner)}`];
  return [`  owner: ${owner === ZeroAddress ? "nobody" : owner}`];
}

function mayCallLines(mayCall: Read<readonly string[]> | undefined): string[] {
  if (mayCall === undefined) return [];
  const list = isNotRead(mayCall) ? notReadText(mayCall) : mayCall.join(", ");
  return [`  may call: ${list === "" ? "nothing" : list}`];
}

/** When and by whom a scheme was registered or unregistered. */
export function registrationText({
  block,
  time,
  by,
  how,
  controller,
}: RegistrationDescription): string {
  const who = {
    controller: "when the controller was created",
    itself: "by itself",
    scheme: `by ${by}`,
  };
  const where = controller === undefined ? "" : `, with the earlier controller ${controller}`;
  return `in block ${block} of ${timeText(time)}, ${who[how]}${where}`;
}

function earlierControllerLines(earlier: Inspection["earlierControllers"]): string[] {
  if (earlier.length === 0) return [];
  return [
    "Earlier controllers",
    ...earlier.flatMap(({ contract, since, until, replacedBy }) => [
      `  ${contractText(contract)}`,
      `    ${since === undefined ? "" : `from block ${since.block} of ${timeText(since.time)} `}until block ` +
        `${until.block} of ${timeText(until.time)}, replaced by ${replacedBy}`,
    ]),
  ];
}

function goneLines({ contract, history }: SchemeDescription): string[] {
  return [
    `  ${contract.name ?? (contract.code === "account" ? "account without code" : "unknown code")}  ${contract.address}`,
    ...history.map((each) => `    ${each.event} ${registrationText(each)}`),
  ];
}

function voteLines(
  votes: readonly (readonly [string, VoteParametersDescription])[],
  machines: readonly VotingMachineDescription[],
): string[] {
  return votesByRules(votes).flatMap(([{ votingMachine, rules }, names]) => {
    const machine = machines.find(({ contract }) => contract.address === votingMachine);
    const title = `  votes (${names.join(", ")}) on ${machine?.contract.name ?? "a machine of unknown code"} ${votingMachine}`;
    if (isNotRead(rules)) return [title, `    ${notReadText(rules)}`];
    return [title, ...table(ruleRows(rules, machine), "    ")];
  });
}

/** Shows equal rules once, with all their names. */
export function votesByRules(
  votes: readonly (readonly [string, VoteParametersDescription])[],
): readonly (readonly [VoteParametersDescription, readonly string[]])[] {
  const byRules = new Map<string, [VoteParametersDescription, string[]]>();
  for (const [name, vote] of votes) {
    const key = `${vote.votingMachine} ${vote.paramsHash}`;
    const [, names] = byRules.get(key) ?? [vote, []];
    byRules.set(key, [vote, [...names, name]]);
  }
  return [...byRules.values()];
}

/** Names of rules, and their values with units. */
export function ruleRows(
  rules: VoteRules,
  machine: VotingMachineDescription | undefined,
): readonly (readonly [string, string])[] {
  const token = machine?.stakingToken;
  const symbol = token === undefined || isNotRead(token) ? undefined : token.symbol;
  const [values] = Object.values(rules) as [Readonly<Record<string, unknown>>];
  return Object.entries(values).map(([name, value]) => [name, ruleText(name, value, symbol)]);
}

/** A vote parameter with its unit. */
export function ruleText(name: string, value: unknown, symbol: Read<string> | undefined): string {
  if (/Percentage$|Ratio$|^votePerc$/.test(name)) return `${String(value)}%`;
  if (/Limit$|Period$/.test(name)) return durationText(Number(value));
  if (name === "thresholdConst") return `${String(value)} thousandths`;
  if (name === "proposingRepReward") return `${String(value)} reputation`;
  if (name === "minimumDaoBounty") {
    return `${String(value)} ${symbol === undefined || isNotRead(symbol) ? "staking tokens" : oneLine(symbol, 20)}`;
  }
  if (name === "voteOnBehalf" && value === ZeroAddress) return "nobody";
  if (name === "activationTime") return value === 0 ? "at once" : timeText(Number(value));
  return valueText(value);
}
