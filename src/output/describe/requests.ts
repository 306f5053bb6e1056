import { amount, count, joined, named, phrase, value, type Inline } from "../document/document.js";
import type {
  CallDescription,
  Inspection,
  ProposalRequest,
} from "../../engine/inspect/description.js";
import { contractWords, permissionWords } from "./contracts.js";
import { ETHER, REPUTATION, unitOf } from "./units.js";

const MOST_CALLS = 20;

/**
 * What a proposal requests, each as a sentence without its subject: `register …`, `pay …`.
 * @param words for a contract
 */
export function requestWords(
  request: ProposalRequest,
  { token }: Pick<Inspection, "token">,
  words: typeof contractWords = contractWords,
): readonly Inline[] {
  switch (request.kind) {
    case "reward":
      return rewardWords(request, token);
    case "calls": {
      const rest = request.calls.length - MOST_CALLS;
      const shown = request.calls
        .slice(0, MOST_CALLS)
        .map((call) => phrase`call ${callWords(call)}`);
      return rest > 0 ? [...shown, count(rest, "more call")] : shown;
    }
    case "registerScheme":
      return [
        phrase`register ${words(request.scheme)}, which may then ${permissionWords(request.permissions)}`,
      ];
    case "unregisterScheme":
      return [phrase`unregister ${words(request.scheme)}`];
    case "addGlobalConstraint":
      return [phrase`add the global constraint ${words(request.constraint)}`];
    case "removeGlobalConstraint":
      return [phrase`remove the global constraint ${words(request.constraint)}`];
    case "upgradeController":
      return [phrase`hand the DAO to the controller ${words(request.controller)}`];
    case "changeUpgradeScheme":
      return [phrase`make ${words(request.scheme)} the upgrading scheme`];
    case "other":
      return [phrase`${value(request.event, 100)} ${value(request.values)}`];
  }
}

function rewardWords(
  reward: Extract<ProposalRequest, { kind: "reward" }>,
  token: Inspection["token"],
): readonly Inline[] {
  const { externalToken, externalTokens, periods, periodLength } = reward;
  const reputation = BigInt(reward.reputation);
  const amounts = [
    [reputation > 0n ? reward.reputation : "0", REPUTATION],
    [reward.nativeTokens, unitOf(token)],
    [reward.ether, ETHER],
  ] as const;
  const paid = [
    ...amounts.flatMap(([wei, unit]) => (wei === "0" ? [] : [amount(wei, unit)])),
    ...(externalToken === undefined
      ? []
      : [phrase`${externalTokens} wei of the token ${named(externalToken)}`]),
  ];
  const who = named(reward.beneficiary);
  const times =
    periods !== "1" &&
    phrase`, ${periods} times, every ${{ duration: Number(periodLength ?? 0), exact: true }}`;
  const taken =
    reputation < 0n ? [phrase`take ${amount(-reputation, REPUTATION)} from ${who}${times}`] : [];
  return paid.length === 0 && taken.length > 0
    ? taken
    : [phrase`pay ${paid.length === 0 ? "nothing" : joined(paid)} to ${who}${times}`, ...taken];
}

/** A call: the receiver, the ether and the function with its arguments. */
export function callWords({ to, value: ether, data, function: known }: CallDescription): Inline {
  const receiver = phrase`${contractWords(to)}${ether !== "0" && phrase` with ${amount(ether, ETHER)}`}`;
  if (data === "0x") return phrase`${receiver}, without data`;
  if (known === undefined) {
    const bytes = (data.length - 2) / 2;
    return phrase`${receiver}, function ${{ code: data.slice(0, 10) }} (unknown), ${bytes} bytes`;
  }
  const args = Object.entries(known.args).map(
    ([name, each]) => phrase`${value(name, 100)}: ${value(each)}`,
  );
  const guess = known.knownBy === "guess" && ", guessed from its first 4 bytes";
  return phrase`${receiver}, ${value(known.signature)} with ${args.length === 0 ? "nothing" : joined(args)}${guess}`;
}
