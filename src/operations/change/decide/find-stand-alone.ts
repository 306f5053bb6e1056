import { isAddress } from "ethers";

import { isSameAddress } from "../../../foundation/chain/same-address.js";
import type { SchemeMatch } from "../../check/facts/check-facts.js";
import { hasCodeOf } from "../../check/facts/stand-alone.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import type { BlockReader } from "../../../engine/inspect/reading/block-reader.js";
import type { ContractResult } from "../../../foundation/result/result.js";
import type { ChangeInputs } from "../inputs.js";
import { customSchemeAt } from "./needs.js";

/** The file's stand-alone contracts on the chain, by their place in the file. */
export interface StandAloneFound {
  readonly there: Map<number, ContractResult>;
  /** Places of contracts that must be deployed. A place in neither list is unknown. */
  readonly missing: Set<number>;
  /** Whether the result file lists them. */
  readonly isListed: boolean;
  /** Places of those that only the result file names. */
  readonly unproven: ReadonlySet<number>;
}

/**
 * Finds the file's stand-alone contracts: from the result file, otherwise from schemes of the DAO that have an address
 * where the file refers to such a contract. An address in a scheme is only a hint: it counts if it has the contract's
 * code and no other place in the file has it.
 */
export async function findStandAlone(
  reader: BlockReader,
  inputs: ChangeInputs,
  matches: readonly SchemeMatch[],
): Promise<StandAloneFound> {
  const { recorded, parameters, artifacts } = inputs;
  const listed = recorded?.StandAloneContracts ?? [];
  const isListed = listed.length > 0;
  const hints = hintsOf(inputs, matches);
  const there = new Map<number, ContractResult>();
  const missing = new Set<number>();
  const unproven = new Set<number>();
  const taken = new Set(listed.map(({ address }) => address.toLowerCase()));
  for (const [index, contract] of parameters.standAloneContracts.entries()) {
    const { name, alias, fromArc, arcVersion = artifacts.release.version } = contract;
    const own = hints.get(index) ?? [];
    const free = own.filter((address) => !taken.has(address.toLowerCase()));
    const known = listed[index]?.address;
    // Build files of other contracts may leave values for the constructor open, so their code proves nothing.
    const claims = known === undefined ? free : contract.fromArc ? [known] : [];
    const judged = claims.map((claim) => hasCodeOf(reader, claim, contract, artifacts));
    const address =
      claims[(await Promise.all(judged)).indexOf(true)] ?? (contract.fromArc ? undefined : known);
    if (address !== undefined) {
      taken.add(address.toLowerCase());
      if (!own.some((each) => isSameAddress(each, address))) unproven.add(index);
      there.set(index, { name, alias, address, arcVersion: fromArc ? arcVersion : undefined });
    } else if (isListed || own.length > 0) {
      missing.add(index);
    }
  }
  return { there, missing, isListed, unproven };
}

/** Addresses that the DAO's schemes have where the file refers to a stand-alone contract, by its place. */
function hintsOf(
  { parameters }: ChangeInputs,
  matches: readonly SchemeMatch[],
): ReadonlyMap<number, readonly string[]> {
  const hints = new Map<number, string[]>();
  const add = (place: number, address: string): void => {
    hints.set(place, [...(hints.get(place) ?? []), address]);
  };
  for (const { wanted, scheme } of matches) {
    // If the contract is a scheme itself, its registration has the address and takes precedence.
    const { address } = customSchemeAt(parameters, wanted.index) ?? {};
    if (scheme !== undefined && typeof address === "object") {
      add(address.standAloneContract, scheme.contract.address);
    }
  }
  for (const { wanted, scheme } of matches) {
    for (const { name, argument } of wanted.values) {
      const value = ifRead(scheme?.parameters)?.values[name];
      const isOne = typeof argument === "object" && "standAloneContract" in argument;
      if (isOne && typeof value === "string" && isAddress(value)) {
        add(argument.standAloneContract, value);
      }
    }
  }
  return hints;
}
