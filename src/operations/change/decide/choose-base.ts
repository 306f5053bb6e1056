import { isOfRelease } from "../../../foundation/arc/known-code.js";
import { contractsOfDaos } from "../../../foundation/arc/base-contracts.js";
import type { ContractDescription, Inspection } from "../../../engine/inspect/description.js";
import { ifRead } from "../../../engine/inspect/reading/attempt.js";
import type { ChainReader } from "../../../engine/migration/deployer.js";
import {
  addressIn,
  chooseContract,
  requireUsableBase,
  unknownContracts,
} from "../../../engine/migration/trusted-base.js";
import type { ChangeInputs } from "../inputs.js";
import type { UnregisteredScheme } from "./find-unregistered.js";

/** The contracts of many DAOs that a change uses. */
export interface ChosenBase {
  /** Addresses by name. */
  readonly contracts: Readonly<Record<string, string>>;
  /** Those that neither the DAO uses now nor the known deployments contain. */
  readonly unproven: Readonly<Record<string, string>>;
  /** Addresses of schemes and voting machines by which the DAO decides now. */
  readonly ofDao: ReadonlySet<string>;
}

/** They create DAOs, which a change never does. */
const CREATING = ["DAOTracker", "ControllerCreator", "DaoCreator", "UController"];

/**
 * Chooses the base contracts that a change uses.
 * @throws MigrationError if the result file's base of this release has a contract that no migration would use
 */
export async function chooseBase(
  reader: ChainReader,
  inspection: Inspection,
  own: readonly UnregisteredScheme[],
  { artifacts: { release }, base, knownBase }: ChangeInputs,
): Promise<ChosenBase> {
  const names = contractsOfDaos(release).filter((name) => !CREATING.includes(name));
  const deciding = decidingContracts(inspection);
  const ofDao = new Set(deciding.map(({ address }) => address));
  if (base?.arcVersion === release.version) {
    const isNew = (address: string | undefined) => address !== undefined && !ofDao.has(address);
    const listed = names.filter((name) => isNew(addressIn(base, name)));
    await requireUsableBase(reader, release, base, listed);
  }
  const contracts: Record<string, string> = {};
  for (const name of names) {
    const addressesOf = (all: readonly ContractDescription[]): readonly string[] =>
      all
        .filter((each) => each.name === name && isOfRelease(each, release.version))
        .map(({ address }) => address);
    const address = await chooseContract(reader, release, name, {
      ...{ base, inUse: addressesOf(deciding), known: knownBase },
      made: addressesOf(own.map(({ contract }) => contract)),
    });
    if (address !== undefined) contracts[name] = address;
  }
  const unknown = await unknownContracts(reader.network, release, contracts);
  const unproven = Object.entries(unknown).filter(([, address]) => !ofDao.has(address));
  return { contracts, unproven: Object.fromEntries(unproven), ofDao };
}

/** Registered schemes and their voting machines, those used most first. */
function decidingContracts({
  schemes,
  votingMachines,
}: Inspection): readonly ContractDescription[] {
  const registered = schemes.filter((scheme) => scheme.registered);
  const uses = new Map<string, number>();
  for (const { parameters } of registered) {
    for (const { votingMachine } of Object.values(ifRead(parameters)?.votes ?? {})) {
      uses.set(votingMachine, (uses.get(votingMachine) ?? 0) + 1);
    }
  }
  const usesOf = ({ address }: ContractDescription): number => uses.get(address) ?? 0;
  const machines = votingMachines
    .map(({ contract }) => contract)
    .filter((machine) => usesOf(machine) > 0)
    .sort((a, b) => usesOf(b) - usesOf(a));
  return [...machines, ...registered.map(({ contract }) => contract)];
}
