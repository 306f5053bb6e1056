import { isOfRelease } from "../../foundation/arc/known-code.js";
import {
  PERMISSION,
  permissionBytes,
  withRegistered,
  BUILT_IN_PERMISSIONS,
  BUILT_IN_SCHEMES,
} from "../../foundation/arc/permissions.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { contractOfSection } from "../../foundation/arc/shared-schemes.js";
import { isMachineField } from "../../foundation/params/voting-machine-of-scheme.js";
import type {
  Inspection,
  SchemeDescription,
  SchemeParametersDescription,
  VoteParametersDescription,
} from "../../engine/inspect/description.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { isNothing, textOf } from "../../engine/inspect/reading/contract.js";
import type { MigrationParameters } from "../../foundation/params/file/migration-parameters.js";
import { claimedFrom, type SetUpValues } from "../check/facts/set-up-values.js";
import { argumentsOf, Inexpressible, ownerCalls, setUpFunction } from "./arguments.js";
import { abiOfSource, sourceOf, type ContractWords } from "./stand-alone.js";
import { contractText } from "./words.js";
import { DEFAULTS } from "../../foundation/support/defaults.js";

type BuiltIn = keyof typeof BUILT_IN_PERMISSIONS;
export type CustomScheme = Extract<
  NonNullable<MigrationParameters["CustomSchemes"]>,
  readonly unknown[]
>[number];

/** The schemes of a file with their addresses on the chain, in the order of a migration. */
export interface WrittenSchemes {
  readonly sections: Readonly<Partial<Record<BuiltIn, readonly object[]>>>;
  readonly custom: readonly CustomScheme[];
  readonly addresses: readonly string[];
}

/** In the section of a built-in scheme, or a custom one. */
type Written = { readonly address: string } & (
  | { readonly section: BuiltIn; readonly entry: object }
  | { readonly section?: undefined; readonly entry: CustomScheme }
);

/**
 * Writes every registered scheme: in a built-in scheme's section if it is set up like one, otherwise as a custom
 * scheme.
 */
export function writeSchemes(
  inspection: Pick<Inspection, "schemes" | "mintable">,
  release: ArcRelease,
  words: ContractWords,
): WrittenSchemes {
  const written: Written[] = [];
  for (const scheme of inspection.schemes) {
    const { address, code } = scheme.contract;
    if (!scheme.registered || code === "account") continue;
    try {
      const parameters = parametersOf(scheme, words);
      const section = builtInName(scheme, parameters, release, written);
      const entry = section && sectionEntry(section, parameters, words);
      if (section !== undefined && entry !== undefined) {
        written.push({ section, entry, address });
      } else {
        const claimed = claimedFrom(inspection, address);
        written.push({ entry: customEntry(scheme, { ...parameters, claimed }, words), address });
      }
    } catch (error) {
      if (!(error instanceof Inexpressible)) throw error;
      words.findings.missing.push({
        what: `The scheme ${contractText(scheme.contract)} is not in the file. It holds ${scheme.permissions.bytes} (${scheme.permissions.words.join("; ") || "registration only"}).`,
        why: `${error.message[0]!.toUpperCase()}${error.message.slice(1)}.`,
        whatToDo:
          "Add it to CustomSchemes by hand if the new DAO should have it, or have the new DAO register it.",
      });
    }
  }
  // A migration deploys and registers them in this order.
  const sections = BUILT_IN_SCHEMES.flatMap((name) => {
    const own = written.filter(({ section }) => section === name);
    return own.length === 0 ? [] : [[name, own] as const];
  });
  const custom = written.filter((each) => each.section === undefined);
  const entries = sections.map(([name, own]) => [name, own.map(({ entry }) => entry)] as const);
  return {
    sections: Object.fromEntries(entries),
    custom: custom.map(({ entry }) => entry),
    addresses: [...sections.flatMap(([, own]) => own), ...custom].map(({ address }) => address),
  };
}

function parametersOf(
  { contract, parameters }: SchemeDescription,
  { custom }: ContractWords,
): SchemeParametersDescription {
  if (contract.code === "unknown" && !custom.has(contract.address)) {
    const like = contract.looksLike === undefined ? "" : `, it looks like ${contract.looksLike}`;
    throw new Inexpressible(
      `its code is in no Arc release${like} and in no build file in ${DEFAULTS.customAbis}`,
    );
  }
  if (parameters === undefined) throw new Inexpressible("it has no parameters");
  if (isNotRead(parameters)) {
    throw new Inexpressible(`its parameters could not be read: ${parameters.notRead}`);
  }
  const { initializedFor } = parameters;
  if (initializedFor !== undefined) {
    const whose = isNotRead(initializedFor) ? "an unknown avatar" : `the avatar ${initializedFor}`;
    throw new Inexpressible(`it was initialized for ${whose}, not for this DAO`);
  }
  return parameters;
}

/** The built-in scheme as which a migration would create it; undefined if it is set up differently. */
function builtInName(
  { contract, permissions }: SchemeDescription,
  { kept, values, votes }: SchemeParametersDescription,
  release: ArcRelease,
  written: readonly Written[],
): BuiltIn | undefined {
  if (!isOfRelease(contract, release.version)) return undefined;
  const name = BUILT_IN_SCHEMES.find((each) => contractOfSection(each, release) === contract.name);
  if (name === undefined) return undefined;
  const shared = kept === "hash";
  // One entry: all would register the same contract.
  if (shared && written.some(({ section }) => section === name)) return undefined;
  // To keep the order of the chain, a scheme that was registered after those that a migration creates later becomes a
  // custom scheme.
  const until: readonly unknown[] = BUILT_IN_SCHEMES.slice(0, BUILT_IN_SCHEMES.indexOf(name) + 1);
  const isInOrder = written.every(({ section }) => until.includes(section));
  if (!shared && !isInOrder) return undefined;
  if (BigInt(permissions.bytes) !== BigInt(withRegistered(BUILT_IN_PERMISSIONS[name])))
    return undefined;
  const others = Object.entries(values).filter(
    ([each]) => !Object.hasOwn(votes, each) && !isMachineField(each) && each !== "contractToCall",
  );
  const hasVotes = Object.keys(votes).length === (name === "SchemeRegistrar" ? 2 : 1);
  return hasVotes && others.every(([, value]) => isNothing(value)) ? name : undefined;
}

/** Undefined if a section cannot express it but a custom scheme can. */
function sectionEntry(
  name: BuiltIn,
  { values, votes }: SchemeParametersDescription,
  { votes: sets, addresses }: ContractWords,
): object | undefined {
  const called = values.contractToCall;
  const targetContract = typeof called === "string" ? addresses.argument(called) : undefined;
  // A section accepts an address or a stand-alone contract, but no word.
  const isNamed = typeof targetContract === "object" || /^0x/.test(String(targetContract));
  if (name === "GenericScheme" && !isNamed) return undefined;
  const all = Object.values(votes);
  const machine = all[0]?.votingMachine;
  // A scheme has one voting machine, so if a hash means a certain machine, all its votes are hashes.
  const asHash = all.some((vote) => sets.express(vote) === undefined && !sets.isUnset(vote));
  const place = (vote: VoteParametersDescription | undefined) => {
    if (vote === undefined) throw new Inexpressible("it does not return its vote rules");
    return sets.place(vote, asHash);
  };
  const [first] = all.map(place);
  const isOfBase =
    (first?.machine === "GenesisProtocol" && machine === sets.genesisProtocol) ||
    (first?.machine === "AbsoluteVote" && machine === sets.absoluteVote);
  const votingMachine = isOfBase ? {} : { votingMachine: machine };
  if (name === "SchemeRegistrar") {
    const voteRegisterParams = place(votes.voteRegisterParams).index;
    const voteRemoveParams = place(votes.voteRemoveParams).index;
    return { voteRegisterParams, voteRemoveParams, ...votingMachine };
  }
  const target = name === "GenericScheme" ? { targetContract } : {};
  return { ...target, voteParams: first?.index, ...votingMachine };
}

function customEntry(
  { contract, permissions }: SchemeDescription,
  parameters: SchemeParametersDescription & SetUpValues,
  words: ContractWords,
): CustomScheme {
  const source = sourceOf(contract, words);
  const abi = abiOfSource(contract, words);
  const { addresses } = words;
  const isUniversal = parameters.kept === "hash";
  const call = abi && setUpFunction(abi, isUniversal ? "setParameters" : "initialize");
  if (call === undefined) throw new Inexpressible("a migration does not know how to set it up");
  const set = { name: source.name, ...parameters };
  refuseGrown(parameters);
  const params = argumentsOf(isUniversal ? call.inputs : call.inputs.slice(1), set, words);
  const index = addresses.standAlone.get(contract.address);
  return {
    ...source,
    isUniversal: isUniversal || undefined,
    address: index === undefined ? undefined : { StandAloneContract: index },
    params,
    permissions: permissionBytes(BigInt(permissions.bytes) & ~PERMISSION.REGISTERED),
    ...ownerCalls(parameters.owner, addresses),
  };
}

/** Refuses schemes that received more or gave something away since their setup, but do not return what. */
function refuseGrown({ values, claimed }: SetUpValues): void {
  const { numberOfBeneficiaries = "0", batchesCounter, lockCounter, reputationReward } = values;
  if (numberOfBeneficiaries !== "0") {
    throw new Inexpressible(
      `it does not list its beneficiaries (${textOf(numberOfBeneficiaries)} in total)`,
    );
  }
  const locks = lockCounter ?? batchesCounter ?? "0";
  if (locks !== "0" && claimed !== "0" && reputationReward === undefined) {
    throw new Inexpressible(
      "it returns how much reputation is left to give, not how much it had at first",
    );
  }
}
