import { Interface } from "ethers";

import { isOfRelease, newestOf } from "../../foundation/arc/known-code.js";
import type { Artifact } from "../../foundation/arc/artifact.js";
import { knownAbi } from "../../foundation/arc/known-abis.js";
import type {
  ContractDescription,
  Inspection,
  JsonValue,
  NotRead,
  ReferredContractDescription,
  SchemeDescription,
} from "../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { isSameAddress } from "../../foundation/chain/same-address.js";
import type { ContractResult } from "../../foundation/result/result.js";
import type { MigrationParameters } from "../../foundation/params/file/migration-parameters.js";
import type { Addresses } from "./addresses.js";
import { argumentsOf, Inexpressible, ownerCalls, setUpFunction } from "./arguments.js";
import type { Findings } from "./report.js";
import type { VoteSets } from "./vote-sets.js";

type RawStandAlone = NonNullable<MigrationParameters["StandAloneContracts"]>[number];

/** A contract that the result file lists beside the DAO, as the chain shows it. */
export interface ListedContract extends Pick<ContractResult, "name" | "alias" | "address"> {
  /** Absent if it does not have Arc's code. */
  readonly found?: ReferredContractDescription;
}

/** An Arc contract that a file deploys again, because it belongs to this DAO alone. */
interface Companion {
  readonly alias?: string;
  readonly found: ReferredContractDescription;
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Schemes that it refers to, so that they must be deployed before it. */
  readonly names: readonly SchemeDescription[];
}

/** What is needed to write contracts. */
export interface ContractWords {
  /** The DAO's release. */
  readonly release: string;
  /** Build files of schemes with unknown code, by the scheme's address. */
  readonly custom: ReadonlyMap<string, Artifact>;
  readonly votes: VoteSets;
  readonly addresses: Addresses;
  readonly findings: Findings;
}

/** How a file names the origin of a contract: a release of Arc, or custom-abis. */
export function sourceOf(
  contract: ContractDescription,
  { release, custom }: ContractWords,
): Pick<RawStandAlone, "fromArc" | "arcVersion"> & { readonly name: string } {
  const own = custom.get(contract.address);
  if (own !== undefined) return { name: own.contractName, fromArc: false };
  const named = { name: contract.name ?? "", fromArc: true };
  return isOfRelease(contract, release) ? named : { ...named, arcVersion: newestOf(contract) };
}

/** Functions of a contract that a file names this way. */
export function abiOfSource(
  contract: ContractDescription,
  words: ContractWords,
): Interface | undefined {
  const own = words.custom.get(contract.address);
  if (own !== undefined) return new Interface(own.abi);
  const { name, arcVersion = words.release } = sourceOf(contract, words);
  return knownAbi(name, arcVersion);
}

/**
 * Contracts that a migration must deploy again: those that belong to the DAO's schemes, and those that the result file
 * lists beside it.
 */
export function companionsOf(
  inspection: Inspection,
  listed: readonly ListedContract[],
): readonly Companion[] {
  const own = inspection.schemes.filter(isOwn);
  const referred = inspection.schemes
    .filter(({ registered }) => registered)
    .flatMap((scheme) =>
      (ifRead(scheme.parameters)?.refersTo ?? [])
        .filter((found) => belongs(found, scheme, inspection))
        .map((found): Pick<ListedContract, "found" | "alias"> => ({ found })),
    );
  const schemes = inspection.schemes.map(({ contract: { address } }) => address);
  const all = new Map<string, Companion>();
  for (const { found, alias } of [...listed, ...referred]) {
    if (found === undefined) continue;
    const { values, contract } = found;
    if (isNotRead(values) || schemes.includes(contract.address)) continue;
    const names = own.filter(({ contract: { address } }) => isNamed(address, values));
    if (!all.has(contract.address)) all.set(contract.address, { found, alias, values, names });
  }
  return [...all.values()];
}

/** Reports the contracts of the result file that nothing writes: nobody should miss them only when they are needed. */
export function reportLeftOut(
  { schemes }: Inspection,
  listed: readonly ListedContract[],
  { missing }: Findings,
): void {
  for (const { name, alias = name, address, found } of listed) {
    if (schemes.some(({ contract }) => isSameAddress(contract.address, address))) continue;
    if (found !== undefined && !isNotRead(found.values)) continue;
    missing.push({
      what: `${alias} ${address}, which the result file lists, is not in the file.`,
      why:
        found === undefined
          ? "It does not have Arc's code, so the chain does not show how it was set up."
          : `How it was set up could not be read: ${(found.values as NotRead).notRead}.`,
      whatToDo: "Add it to StandAloneContracts by hand if the new DAO needs it.",
    });
  }
}

/** Whether a scheme is registered and belongs to this DAO alone. */
export function isOwn({ registered, parameters }: SchemeDescription): boolean {
  return registered && ifRead(parameters)?.kept === "own";
}

/** Whether a contract serves this DAO only and has no other state than its setup. Any other contract may be shared. */
function belongs(
  { contract: { name = "" }, owner, values }: ReferredContractDescription,
  scheme: SchemeDescription,
  { avatar }: Inspection,
): boolean {
  const { address } = scheme.contract;
  if (name === "ActionMock") return true;
  if (isNotRead(values) || !isOwn(scheme)) return false;
  if (name === "Wallet") return owner === avatar.address;
  if (name === "Competition") return values.contributionRewardExt === address;
  if (name === "DxDaoSchemeConstraints") {
    return values.genericSchemeMultiCall === undefined || values.genericSchemeMultiCall === address;
  }
  return name === "SimpleSchemeConstraints";
}

function isNamed(address: string, value: JsonValue): boolean {
  if (typeof value === "string") return value === address;
  return typeof value !== "boolean" && Object.values(value).some((each) => isNamed(address, each));
}

/**
 * Writes the contracts beside the DAO: first schemes that others refer to, without their setup, then contracts that
 * belong to the DAO's schemes. Records their indices, so that everything else can refer to them.
 */
export function writeStandAlone(
  inspection: Inspection,
  companions: readonly Companion[],
  words: ContractWords,
): RawStandAlone[] {
  const { addresses, findings } = words;
  const list: RawStandAlone[] = [];
  const add = ({ address }: ContractDescription, entry: RawStandAlone): void => {
    addresses.standAlone.set(address, list.push(entry) - 1);
  };
  for (const { contract } of referredSchemes(inspection, companions)) {
    add(contract, sourceOf(contract, words));
  }
  for (const { found, alias, values } of companions) {
    const { contract, owner } = found;
    try {
      const source = sourceOf(contract, words);
      const abi = abiOfSource(contract, words);
      const initialize = abi && setUpFunction(abi, "initialize");
      const set = { name: source.name, values, votes: {} };
      const params = initialize && argumentsOf(initialize.inputs, set, words);
      const calls = ownerCalls(owner, addresses);
      add(contract, { ...source, alias, params, ...calls });
      if (values.periodLimitTokens === undefined) continue;
      findings.notes.push({
        what: `For the constraints ${contract.address}, the file has only the token limits of the DAO's token, of contracts that may be called, and of tokens whose limits the DAO changed.`,
        why: "The contract does not list its tokens.",
        whatToDo: "If it was set up with limits of other tokens, add them to the params by hand.",
      });
    } catch (error) {
      if (!(error instanceof Inexpressible)) throw error;
      findings.missing.push({
        what: `The file uses this DAO's ${contract.name} ${contract.address}, which is not deployed again.`,
        why: `A file cannot express how it was set up: ${error.message}.`,
        whatToDo:
          "Add it to StandAloneContracts by hand, and replace its address with a reference to it.",
      });
    }
  }
  return list;
}

function referredSchemes(
  inspection: Inspection,
  companions: readonly Companion[],
): readonly SchemeDescription[] {
  const own = inspection.schemes.filter(isOwn);
  return own.filter((scheme) => {
    const { address } = scheme.contract;
    if (companions.some(({ names }) => names.includes(scheme))) return true;
    return own.some(
      ({ contract, parameters }) =>
        contract.address !== address && isNamed(address, ifRead(parameters)?.values ?? {}),
    );
  });
}
