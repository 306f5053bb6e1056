import { FACTORIES } from "../../arc/factories.js";
import type { RuleFacts } from "../../check/rules/rule.js";
import type { ChainReader } from "../../migration/deployer.js";
import type { KeptContracts } from "../../migration/prepare-contracts.js";
import { notCreatedBy } from "../../migration/trusted-base.js";
import { formatPath } from "../../params/file/issues.js";
import type { ChosenBase } from "./choose-base.js";
import type { StandAloneFound } from "./find-stand-alone.js";
import type { UnregisteredScheme } from "./find-unregistered.js";
import type { Needs } from "./needs.js";
import type { NewController } from "./new-controller.js";

interface Found {
  readonly base: ChosenBase;
  readonly facts: RuleFacts;
  readonly kept: KeptContracts;
  readonly schemes: readonly UnregisteredScheme[];
  readonly standAlone: StandAloneFound;
  readonly needs: Needs;
  readonly controllers: readonly NewController[];
}

/**
 * The contracts of a change that only the result file names, with a name for each. Their code is right, but another
 * account may have created them, with a constructor that stored more than can be read.
 */
export async function findUnproven(
  reader: ChainReader,
  { base, facts, kept, schemes, standAlone, needs, controllers }: Found,
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
  let left = new Set(Object.values(all));
  for (const { contractName } of Object.values(FACTORIES)) {
    const factory = base.contracts[contractName];
    if (factory !== undefined) left = await notCreatedBy(reader, left, factory);
  }
  return Object.fromEntries(Object.entries(all).filter(([, address]) => left.has(address)));
}
