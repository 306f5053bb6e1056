import type {
  CallDescription,
  Inspection,
  ProposalDescription,
  ProposalRequest,
  RedeemableDescription,
  Side,
  StakingTokenDescription,
} from "../inspect/description.js";
import { STATE_WORDS } from "../governance/proposal-state.js";
import { oneLine } from "../support/printable.js";
import { competitionLines, unpaidLines } from "./inspection-promises-text.js";
import {
  amountText,
  durationText,
  isNotRead,
  notReadText,
  permissionsText,
  timeText,
} from "./inspection-words.js";

const DECIMALS = 18;

/** The units of amounts. */
export interface Units {
  readonly token: string;
  readonly tokenDecimals: number;
  readonly staked: string;
  readonly stakedDecimals: number;
}

/** Who can pass a proposal of each scheme. Schemes with the same answer share a line. */
export function controlLines({ control, schemes }: Inspection): string[] {
  if (isNotRead(control)) return [`Who controls this DAO: ${notReadText(control)}`];
  if (control.length === 0) return [];
  const byAnswer = new Map<string, string[]>();
  for (const { scheme, permissions, neededPercent, accounts, share, boosting } of control) {
    const { contract } = schemes.find((each) => each.contract.address === scheme)!;
    const name = `${contract.name ?? scheme} (${permissions})`;
    const who =
      accounts.length === 0
        ? `nobody: all accounts together have no more than ${neededPercent}% of the reputation`
        : `${accounts.length === 1 ? "1 account" : `${accounts.length} accounts`} with ${share}% of the reputation ` +
          `(more than ${neededPercent}% decides): ${accounts.slice(0, 10).join(", ")}${accounts.length > 10 ? ", …" : ""}`;
    const answer = `${who}${boosting ? "; fewer if a proposal is boosted and nobody votes against it" : ""}`;
    const names = byAnswer.get(answer) ?? [];
    byAnswer.set(answer, names.includes(name) ? names : [...names, name]);
  }
  return [
    "Who controls this DAO: the fewest who can pass a proposal",
    ...[...byAnswer].map(([answer, names]) => `  ${names.join(", ")}\n    ${answer}`),
    ...schemes.flatMap(({ registered, contract: { address, code }, permissions: { bytes } }) =>
      !registered || code === "arc"
        ? []
        : `  ! ${address}${code === "account" ? " alone, without any vote" : ", by rules of unknown code"} (${bytes})`,
    ),
  ];
}

/** Every proposal, oldest first. */
export function proposalLines(inspection: Inspection): string[] {
  const { proposals, votingMachines } = inspection;
  if (isNotRead(proposals)) return [`Proposals ${notReadText(proposals)}`];
  const missing = votingMachines.flatMap(({ contract, proposals: why }) =>
    why === undefined
      ? []
      : [`  ! those of voting machine ${contract.address} ${notReadText(why)}`],
  );
  if (proposals.length === 0)
    return [missing.length > 0 ? "Proposals" : "No proposals", ...missing];
  return [
    "Proposals",
    ...missing,
    ...proposals.flatMap((each) => ["", ...linesOfProposal(each, inspection)]),
  ];
}

/** One proposal, with its title first. */
export function linesOfProposal(proposal: ProposalDescription, inspection: Inspection): string[] {
  const { id, description } = proposal;
  const title =
    description === undefined || description === "" ? "" : `"${oneLine(description, 80)}" `;
  return [`${title}${id}`, ...detailLines(proposal, inspection)];
}

/** Everything about a proposal except its title. */
export function detailLines(proposal: ProposalDescription, inspection: Inspection): string[] {
  const { block, time, proposer, votes } = proposal;
  const units = unitsOf(proposal, inspection);
  const scheme = inspection.schemes.find(({ contract }) => contract.address === proposal.scheme);
  return [
    `  by ${proposer} through ${scheme?.contract.name ?? proposal.scheme}, in block ${block} of ${timeText(time)}`,
    `  ${stateText(proposal, inspection.block.timestamp)}`,
    ...asksLines(proposal, inspection),
    ...(proposal.problems ?? []).map((problem) => `  ! ${problem}`),
    ...competitionLines(proposal, inspection.block.timestamp),
    ...unpaidLines(proposal, units),
    ...(isNotRead(votes)
      ? [`  votes ${notReadText(votes)}`]
      : [
          `  votes: ${amountText(votes.for, DECIMALS)} for, ${amountText(votes.against, DECIMALS)} against, ` +
            `of ${amountText(votes.supply, DECIMALS)} reputation at the time`,
          ...votes.cast.map(
            ({ voter, side, reputation, share }) =>
              `    ${voter} ${side}, ${amountText(reputation, DECIMALS)} (${share}%)`,
          ),
        ]),
    ...stakeLines(proposal, units),
    ...redeemableLines(proposal, units),
  ];
}

/** What a proposal requests, one line for each thing. */
export function asksLines(proposal: ProposalDescription, inspection: Inspection): string[] {
  const { asks } = proposal;
  return isNotRead(asks)
    ? [`  asks: ${notReadText(asks)}`]
    : requestLines(asks, unitsOf(proposal, inspection));
}

export function unitsOf(
  { votingMachine }: Pick<ProposalDescription, "votingMachine">,
  inspection: Inspection,
): Units {
  const { token, votingMachines } = inspection;
  const staked = votingMachines.find(
    ({ contract }) => contract.address === votingMachine,
  )?.stakingToken;
  const isKnown = staked !== undefined && !isNotRead(staked);
  return {
    ...{ token: unitOf(token, "tokens"), tokenDecimals: decimalsOf(token) },
    ...(isKnown
      ? { staked: unitOf(staked, "staking tokens"), stakedDecimals: decimalsOf(staked) }
      : { staked: "wei of staking tokens", stakedDecimals: 0 }),
  };
}

type Named = Pick<StakingTokenDescription, "symbol" | "decimals">;

/** A token's symbol; if its decimals are unknown, amounts are in wei. */
function unitOf({ symbol, decimals }: Named, otherwise: string): string {
  const name = isNotRead(symbol) ? otherwise : oneLine(symbol, 20);
  return isNotRead(decimals) ? `wei of ${name}` : name;
}

function decimalsOf({ decimals }: Named): number {
  return isNotRead(decimals) ? 0 : decimals;
}

/** The state of a proposal in one line. */
export function stateText(
  {
    state,
    decision,
    progress,
    deadline,
  }: Pick<ProposalDescription, "state" | "decision" | "progress" | "deadline">,
  now: number,
): string {
  if (isNotRead(state)) return `state ${notReadText(state)}`;
  const side = decision === undefined || isNotRead(decision) ? undefined : decision;
  const until =
    deadline === undefined || isNotRead(deadline)
      ? ""
      : `, until ${timeText(deadline)} (${deadline > now ? `in ${durationText(deadline - now).replace(/ \(\d+ s\)$/, "")}` : "over"})`;
  if (isNotRead(progress))
    return `${STATE_WORDS[state.now]}; what happened next ${notReadText(progress)}`;
  switch (progress.stage) {
    case "open":
      return state.noted === state.now
        ? `${STATE_WORDS[state.now]}${until}`
        : `recorded as ${STATE_WORDS[state.noted]}, ${STATE_WORDS[state.now]} as soon as anybody calls execute${until}`;
    case "to be executed":
      return `! recorded as ${STATE_WORDS[state.noted]}, but over: once anybody calls execute, it is ${
        state.now === "executed" ? resultText(side) : STATE_WORDS[state.now]
      }`;
    case "passed":
      return `! passed but not carried out. ${progress.missing ?? ""}`.trimEnd();
    case "done":
      return "passed and carried out";
    case "rejected":
    case "expired":
      return progress.stage === "expired" ? STATE_WORDS.expiredInQueue : "rejected";
  }
}

function resultText(side: Side | undefined): string {
  if (side === undefined) return "decided, but how is not known";
  return side === "for" ? "passed" : "rejected";
}

function requestLines(asks: ProposalRequest, units: Units): string[] {
  switch (asks.kind) {
    case "reward": {
      const parts = [
        [asks.reputation, DECIMALS, "reputation"],
        [asks.nativeTokens, units.tokenDecimals, units.token],
        [asks.ether, DECIMALS, "ether"],
      ] as const;
      const amounts = parts.flatMap(([amount, decimals, unit]) =>
        amount === "0" ? [] : [`${amountText(amount, decimals)} ${unit}`],
      );
      const others =
        asks.externalToken === undefined
          ? []
          : [`${asks.externalTokens} wei of the token ${asks.externalToken}`];
      const times =
        asks.periods === "1"
          ? ""
          : `, ${asks.periods} times, every ${durationText(Number(asks.periodLength ?? 0))}`;
      return [
        `  asks: ${[...amounts, ...others].join(", ") || "nothing"} for ${asks.beneficiary}${times}`,
      ];
    }
    case "calls":
      return asks.calls.map((call) => `  asks: call ${callText(call)}`);
    case "registerScheme":
      return [
        `  asks: register ${asks.scheme.name ?? "a scheme of unknown code"} ${asks.scheme.address}, which may then ` +
          permissionsText(asks.permissions),
      ];
    case "unregisterScheme":
      return [`  asks: unregister ${asks.scheme.name ?? "the scheme"} ${asks.scheme.address}`];
    case "addGlobalConstraint":
    case "removeGlobalConstraint":
      return [
        `  asks: ${asks.kind === "addGlobalConstraint" ? "add" : "remove"} the global constraint ` +
          [asks.constraint.name ?? [], asks.constraint.address].flat().join(" "),
      ];
    case "upgradeController":
      return [
        `  asks: hand the DAO to the controller ${asks.controller.address} (${asks.controller.name ?? "unknown code"})`,
      ];
    case "changeUpgradeScheme":
      return [`  asks: make ${asks.scheme.address} the upgrading scheme`];
    case "other":
      return [`  asks: ${oneLine(asks.event)} ${oneLine(JSON.stringify(asks.values))}`];
  }
}

export function callText({ to, value, data, function: known }: CallDescription): string {
  const receiver = `${to.name === undefined ? "" : `${to.name} `}${to.address}`;
  const ether = value === "0" ? "" : ` with ${amountText(value, DECIMALS)} ether`;
  if (data === "0x") return `${receiver}${ether}, without data`;
  if (known === undefined) {
    return `${receiver}${ether}, function ${data.slice(0, 10)} (unknown), ${(data.length - 2) / 2} bytes`;
  }
  const args = Object.entries(known.args).map(
    ([name, arg]) =>
      `${oneLine(name)}: ${oneLine(typeof arg === "string" ? arg : JSON.stringify(arg))}`,
  );
  const guess = known.knownBy === "guess" ? ", guessed from its first 4 bytes" : "";
  return `${receiver}${ether}, ${oneLine(known.signature)} with ${args.join(", ") || "nothing"}${guess}`;
}

function stakeLines({ stakes }: ProposalDescription, { staked, stakedDecimals }: Units): string[] {
  if (stakes === undefined) return [];
  if (isNotRead(stakes)) return [`  stakes ${notReadText(stakes)}`];
  const amount = (wei: string): string => `${amountText(wei, stakedDecimals)} ${staked}`;
  const boost =
    stakes.toBoost === undefined ? "" : `; ${amount(stakes.toBoost)} more for it would boost it`;
  return [
    `  stakes: ${amount(stakes.for)} for, ${amount(stakes.against)} against${boost}`,
    ...stakes.placed.map(
      ({ staker, side, amount: wei }) => `    ${staker} ${side}, ${amount(wei)}`,
    ),
  ];
}

function redeemableLines(
  { redeemable }: ProposalDescription,
  { staked, stakedDecimals }: Units,
): string[] {
  if (redeemable === undefined) return [];
  if (isNotRead(redeemable)) return [`  not redeemed yet: ${notReadText(redeemable)}`];
  return [
    "  not redeemed yet:",
    ...redeemable.map(
      (each) => `    ${each.account}: ${redeemableText(each, { staked, stakedDecimals })}`,
    ),
  ];
}

/** What an account can redeem, such as `3 GEN, 2 reputation`. */
export function redeemableText(
  { stakingTokens, reputation, daoBounty, daoBountyPromised }: RedeemableDescription,
  { staked, stakedDecimals }: Pick<Units, "staked" | "stakedDecimals">,
): string {
  const parts = [
    stakingTokens === "0" ? "" : `${amountText(stakingTokens, stakedDecimals)} ${staked}`,
    reputation === "0" ? "" : `${amountText(reputation, DECIMALS)} reputation`,
    daoBounty === "0" ? "" : `${amountText(daoBounty, stakedDecimals)} ${staked} of the DAO's`,
    daoBountyPromised === undefined
      ? ""
      : `${amountText(daoBountyPromised, stakedDecimals)} ${staked} that the DAO promised but does not have`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}
