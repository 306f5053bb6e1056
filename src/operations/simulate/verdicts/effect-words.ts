import type { ContractDescription } from "../../../engine/inspect/description.js";
import type { Effect } from "../simulation.js";

export function isSame(a: ContractDescription, b: ContractDescription): boolean {
  return a.address === b.address;
}

/** A contract or account in the middle of a sentence. */
export function nameOf({ address, name, code }: ContractDescription): string {
  return `${name ?? (code === "account" ? "the account" : "the unknown code at")} ${address}`;
}

export function yes(request: string): Effect {
  return { request, happened: "yes" };
}

export function no(request: string, instead: string): Effect {
  return { request, happened: "no", instead };
}

export function unknown(request: string, instead: string): Effect {
  return { request, happened: "inconclusive", instead };
}

/** The first of many, in a list. */
export function firstOf(all: readonly string[], most = 5): string {
  return `${all.slice(0, most).join(", ")}${all.length > most ? ", …" : ""}`;
}
