import { formatEther, formatUnits } from "ethers";

import type { CallDescription, Inspection } from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { textOf } from "../../../engine/inspect/reading/contract.js";
import { oneLine } from "../../../foundation/support/printable.js";
import type { Effect, TracedCall } from "../simulation.js";
import type { CallTrial } from "../tracing/call-trials.js";
import { isSame, nameOf, no, yes } from "./effect-words.js";
import type { Consequences } from "./consequences.js";

/** Longest argument to show; the JSON has all of it. */
const LONGEST = 80;
/** Functions that move something, unless the amount is nothing. */
const MOVES = /^(transfer|transferFrom|safeTransferFrom|mint)\(/;
/** Arguments that are amounts of the token that is called. */
const AMOUNT = /^_?(amount|value|wad|addedValue|subtractedValue|tokens)$/;

/** Whether each requested call was made, and whether anything of it is left. */
export function callEffects(
  calls: readonly CallDescription[],
  consequences: Consequences,
): readonly Effect[] {
  return calls.map((call, index) => {
    const effect = madeEffect(call, consequences);
    const trial = consequences.trials?.each[index];
    if (effect.happened !== "yes" || trial === undefined) return effect;
    return trialEffect(effect, call, trial);
  });
}

function trialEffect(
  effect: Effect,
  { function: known }: CallDescription,
  { changes, undoneBy }: CallTrial,
): Effect {
  const moves = known !== undefined && MOVES.test(known.signature);
  const isNothing = Object.values(known?.args ?? {}).includes("0");
  if (moves && changes === 0 && !isNothing) {
    return no(effect.request, "it succeeds, but changes nothing");
  }
  if (undoneBy === undefined) return effect;
  const note = `none of it remains: after call ${undoneBy + 1}, everything that it changed is as before`;
  return { ...effect, note };
}

function madeEffect(call: CallDescription, { before, stages, obstacle }: Consequences): Effect {
  const name = call.function?.signature ?? call.data.slice(0, 10);
  const request = `call ${name} of ${nameOf(call.to)}${argumentsOf(call, before)}`;
  const found = stages.flatMap(({ calls }) => callsLike(call, before.avatar.address, calls));
  const made = found.filter(({ failed }) => failed === undefined);
  if (made.some(({ returnsFalse }) => returnsFalse !== true)) return yes(request);
  if (made.length > 0) return no(request, "it returns false: the token refuses, without an error");
  const failed = stages.find(({ outcome }) => outcome !== "done")?.reason;
  return no(request, obstacle ?? found[0]?.failed ?? failed ?? "the call was not made");
}

/** The values of a call in words: amounts of known tokens in units, and whether the function is a guess. */
function argumentsOf({ to, value, function: known }: CallDescription, dao: Inspection): string {
  const tokens = isNotRead(dao.treasury) ? [] : dao.treasury.tokens;
  const own = { address: dao.token.contract.address, decimals: dao.token.decimals };
  const decimals = [own, ...tokens].find(({ address }) => address === to.address)?.decimals;
  const shown = Object.entries(known?.args ?? {}).map(([name, arg]) => {
    const isAmount = typeof decimals === "number" && AMOUNT.test(name);
    const text = textOf(arg);
    const inUnits = isAmount ? `${formatUnits(text, decimals)} tokens` : text;
    return `${oneLine(name, LONGEST)}: ${oneLine(inUnits, LONGEST)}`;
  });
  if (value !== "0") shown.unshift(`${formatEther(value)} ether`);
  if (known?.knownBy === "guess") shown.push("the function is a guess");
  return shown.length === 0 ? "" : ` (${shown.join(", ")})`;
}

/** The calls that are as requested and that the avatar made, successful or not. */
function callsLike(
  wanted: CallDescription,
  avatar: string,
  call: TracedCall,
): readonly TracedCall[] {
  // Avatars of the alpha releases pad the call data with zeros.
  const isData =
    call.data.startsWith(wanted.data) && /^0*$/.test(call.data.slice(wanted.data.length));
  const isIt = isSame(call.to, wanted.to) && isData && call.value === wanted.value;
  return [
    ...(isIt && call.from === avatar ? [call] : []),
    // A failed call reverts all calls inside it.
    ...(call.failed === undefined
      ? call.calls.flatMap((each) => callsLike(wanted, avatar, each))
      : []),
  ];
}
