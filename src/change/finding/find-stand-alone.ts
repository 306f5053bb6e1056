import { getAddress, isAddress } from "ethers";

import { isCodeOf } from "../../arc/code.js";
import type { SchemeMatch } from "../../check/facts/check-facts.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import type { BlockReader } from "../../inspect/reading/block-reader.js";
import { describeContract } from "../../inspect/reading/identify.js";
import { artifactOf } from "../../params/artifact-set.js";
import type { StandAloneContractParameters } from "../../params/parameters.js";
import type { ContractResult } from "../../result/result.js";
import type { ChangeInputs } from "../inputs.js";
import { standAloneIn } from "./stand-alone.js";

/** Which of the file's stand-alone contracts are on the chain, by their place in the file. */
export interface StandAloneFound {
  readonly there: Map<number, ContractResult>;
  /** Places of contracts that have to be deployed. Of a place in neither, nobody knows. */
  readonly missing: Set<number>;
  /** Whether the result file says which of them are there. */
  readonly isListed: boolean;
}

/**
 * Finds the file's stand-alone contracts: where the result file says, else where a scheme of the DAO has an
 * address in the place where the file refers to one. Such an address is only a hint: it counts if the
 * contract's code is there, and if no other place of the file has it.
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
  const taken = new Set(listed.map(({ address }) => address.toLowerCase()));
  for (const [index, contract] of parameters.standAloneContracts.entries()) {
    const { name, alias, arcVersion = artifacts.release.version } = contract;
    const own = hints.get(index) ?? [];
    const free = own.filter((address) => !taken.has(address.toLowerCase()));
    const address = listed[index]?.address ?? (await firstOfCode(reader, contract, free, inputs));
    if (address !== undefined) {
      taken.add(address.toLowerCase());
      there.set(index, { name, ...(alias !== undefined && { alias }), address, arcVersion });
    } else if (isListed || own.length > 0) {
      missing.add(index);
    }
  }
  return { there, missing, isListed };
}

/**
 * Has what cannot serve as it is deployed again, and all contracts whose arguments name one of those.
 * @param replaced places of contracts that cannot serve as they are
 * @returns whether that is news
 */
export function replaceStandAlone(
  { there, missing }: Pick<StandAloneFound, "there" | "missing">,
  { parameters: { standAloneContracts } }: Pick<ChangeInputs, "parameters">,
  replaced: readonly number[],
): boolean {
  const before = missing.size;
  for (const index of replaced) missing.add(index);
  // Arguments name only contracts that come before.
  for (const [index, { args = [] }] of standAloneContracts.entries()) {
    if (there.has(index) && standAloneIn(args).some((place) => missing.has(place))) {
      missing.add(index);
    }
  }
  for (const index of missing) there.delete(index);
  return missing.size > before;
}

/** Addresses that schemes of the DAO have where the file refers to a stand-alone contract, by its place. */
function hintsOf(
  { parameters: { schemes, customSchemes } }: ChangeInputs,
  matches: readonly SchemeMatch[],
): ReadonlyMap<number, readonly string[]> {
  const builtIn = Object.values(schemes).reduce((sum, list) => sum + list.length, 0);
  const hints = new Map<number, string[]>();
  const add = (place: number, address: string): void => {
    hints.set(place, [...(hints.get(place) ?? []), address]);
  };
  for (const { wanted, scheme } of matches) {
    if (scheme === undefined) continue;
    // One that is a scheme itself is told by its registration, which comes first.
    const address = customSchemes[wanted.index - builtIn]?.address;
    if (typeof address === "object") add(address.standAloneContract, scheme.contract.address);
  }
  for (const { wanted, scheme } of matches) {
    const parameters = scheme?.parameters;
    if (parameters === undefined || isNotRead(parameters)) continue;
    for (const { name, argument } of wanted.values) {
      const value = parameters.values[name];
      const isOne = typeof argument === "object" && "standAloneContract" in argument;
      if (isOne && typeof value === "string" && isAddress(value)) {
        add(argument.standAloneContract, value);
      }
    }
  }
  return hints;
}

/** Of any release of Arc, as schemes are found: which release it should be is told by a comparison. */
async function firstOfCode(
  reader: BlockReader,
  contract: StandAloneContractParameters,
  addresses: readonly string[],
  { artifacts }: ChangeInputs,
): Promise<string | undefined> {
  const artifact = artifactOf(artifacts, contract);
  for (const address of addresses) {
    if (isCodeOf(artifact, await reader.code(getAddress(address)))) return address;
    const { name } = await describeContract(reader, address);
    if (contract.fromArc && name === contract.name) return address;
  }
  return undefined;
}
