import { isSameAddress } from "../../../foundation/chain/same-address.js";
import { wantedDaoOf } from "../../check/facts/wanted-dao.js";
import type { RuleFacts } from "../../check/rules/rule.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { ChainReader } from "../../../engine/migration/deployer.js";
import type { KeptContracts } from "../../../engine/migration/prepare-contracts.js";
import { isTrusted, notMadeByFactories } from "../../../engine/migration/trusted-base.js";
import { formatPath } from "../../../foundation/params/file/issues.js";
import type { UncomparedPart } from "../change.js";
import type { ChangeInputs } from "../inputs.js";
import type { ChosenBase } from "./choose-base.js";
import type { StandAloneFound } from "./find-stand-alone.js";
import type { UnregisteredScheme } from "./find-unregistered.js";
import type { Needs } from "./needs.js";
import type { NewController } from "./new-controller.js";

/**
 * Schemes of the result file that may be used. Their votes need a machine of the DAO, of its base or of the file, and
 * universal schemes have to be those of the base. What only proposals of other accounts name is never used: anyone can
 * propose a contract with the right code, and neither its rules nor its getters show what else its constructor stored,
 * such as a proposal that has passed, or who owns the wallet that it calls.
 * @returns also the others, and why they are not used
 */
export function usableSchemes(
  found: readonly UnregisteredScheme[],
  base: ChosenBase,
  inputs: ChangeInputs,
): { readonly usable: readonly UnregisteredScheme[]; readonly unused: readonly UncomparedPart[] } {
  const inFile = wantedDaoOf(inputs).schemes.map(({ votingMachine }) => votingMachine);
  const isOfFile = (machine: string): boolean =>
    inFile.some((each) => typeof each === "string" && isSameAddress(each, machine));
  const whyUnused = ({ source, contract, parameters }: UnregisteredScheme): string | undefined => {
    if (source === "account" || parameters === undefined || isNotRead(parameters)) return undefined;
    const machines = Object.values(parameters.votes).map(({ votingMachine }) => votingMachine);
    const unknown = machines.find((each) => !isOfFile(each) && !isTrusted(base, each));
    if (unknown !== undefined) {
      return `it votes with ${unknown}, which neither the DAO nor its base uses`;
    }
    const isOther = parameters.kept === "hash" && !isTrusted(base, contract.address);
    return isOther ? "the base has another contract for this" : undefined;
  };
  const usable: UnregisteredScheme[] = [];
  const unused: UncomparedPart[] = [];
  for (const scheme of found) {
    const why = whyUnused(scheme);
    if (why === undefined) usable.push(scheme);
    else {
      const reason = `the result file lists it, but ${why}`;
      unused.push({ where: scheme.contract.address, reason });
    }
  }
  return { usable, unused };
}

interface Found {
  readonly base: ChosenBase;
  readonly facts: RuleFacts;
  readonly kept: KeptContracts;
  readonly needs: Needs;
  readonly schemes: readonly UnregisteredScheme[];
  readonly standAlone: StandAloneFound;
  readonly controllers: readonly NewController[];
}

/**
 * The contracts of a change that only the result file names, with a name for each. Their code is right, but another
 * account may have created them, with a constructor that stored more than can be read.
 */
export async function findUnproven(
  reader: ChainReader,
  { base, facts, kept, needs, schemes, standAlone, controllers }: Found,
): Promise<Readonly<Record<string, string>>> {
  const listed = schemes.filter(({ source }) => source === "result");
  const own = facts.matches.flatMap(({ wanted, scheme }): [string, string][] => {
    const address = scheme?.contract.address ?? "";
    const isListed = listed.some(({ contract }) => contract.address === address);
    if (!isListed || !kept.schemes.has(wanted.index)) return [];
    return [[`${wanted.name} (${formatPath(wanted.path)})`, address]];
  });
  const others = [...kept.standAlone]
    .filter(([place]) => needs.uses.has(place) && standAlone.unproven.has(place))
    .map(([place, { name, address }]) => [`${name} (StandAloneContracts[${place}])`, address]);
  const controller = controllers
    .filter(({ source }) => source === "result")
    .map(({ address }) => ["Controller", address]);
  const all: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(base.unproven).filter(([name]) => needs.base.has(name))),
    ...(Object.fromEntries([...own, ...others, ...controller]) as Record<string, string>),
  };
  const left = await notMadeByFactories(reader, base.contracts, Object.values(all));
  return Object.fromEntries(Object.entries(all).filter(([, address]) => left.has(address)));
}
