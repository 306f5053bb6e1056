import { toIndex, ValueProblem } from "../file/numbers.js";
import type { Numeric } from "../file/migration-parameters.js";
import type { Place } from "../file/place.js";
import type { StandAloneReference } from "../parameters.js";
import { isObject } from "../../support/is-object.js";
import type { Resolution } from "./resolution.js";
import { closest } from "../../support/nearest.js";
import { toAddress } from "../file/values.js";

const WANTED = 'an address: 0x and 40 hex digits, or {"StandAloneContract": index}';

/** Parses an address or a reference to a stand-alone contract; reports anything else. */
export function readReference(
  place: Place,
  { standAloneCount }: Resolution,
): string | StandAloneReference | undefined {
  const { value } = place;
  return place.read(WANTED, () => {
    if (value === undefined) throw new ValueProblem("it is missing");
    if (typeof value === "string") return toAddress(value);
    if (isObject(value)) return { standAloneContract: standAloneIndex(value, standAloneCount) };
    throw new ValueProblem("it is neither an address nor a reference");
  });
}

/**
 * The index in `{"StandAloneContract": index}`.
 * @param count number of stand-alone contracts that exist by then
 * @throws ValueProblem if it is something else or out of range
 */
export function standAloneIndex(value: { readonly [key: string]: unknown }, count: number): number {
  const index = indexUnder("StandAloneContract", value);
  if (index >= count) {
    throw new ValueProblem(
      count === 0
        ? "there is no stand-alone contract yet to refer to"
        : `stand-alone contract ${index} does not exist yet at this point`,
      count === 0 ? "no reference" : `an index of StandAloneContracts, 0 to ${count - 1}`,
    );
  }
  return index;
}

/**
 * The index in an object with one key.
 * @throws ValueProblem for other keys, and for values that are not an index
 */
export function indexUnder(key: string, value: { readonly [key: string]: unknown }): number {
  const keys = Object.keys(value);
  const index = value[key];
  if (keys.length !== 1 || keys[0] !== key) {
    const meant = keys.length === 1 ? closest(keys[0] ?? "", [key]) : undefined;
    const advice = meant === undefined ? undefined : `{"${key}": index}`;
    throw new ValueProblem("it is not a reference", advice);
  }
  if (typeof index !== "number" && typeof index !== "bigint" && typeof index !== "string") {
    throw new ValueProblem("its index is not a number", `{"${key}": index}`);
  }
  return toIndex(index satisfies Numeric);
}
