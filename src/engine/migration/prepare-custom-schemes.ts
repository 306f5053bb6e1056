import { ZeroHash } from "ethers";

import { decodeEvent } from "../../foundation/arc/abi.js";
import { BUILT_IN_SCHEMES } from "../../foundation/arc/permissions.js";
import { contractOfSection, isShared } from "../../foundation/arc/shared-schemes.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type {
  Argument,
  CustomSchemeParameters,
  VotingMachine,
} from "../../foundation/params/parameters.js";
import { votesOfOtherMachine } from "../../foundation/params/references-in.js";
import { isSameAddress } from "../../foundation/chain/same-address.js";
import { machineOf } from "../../foundation/params/voting-machine-of-scheme.js";
import type { ContractResult, SchemeResult } from "../../foundation/result/result.js";
import { fillReferences, type ReferenceValues } from "./fill-references.js";
import { artifactOf, releaseOf } from "../../foundation/params/artifact-set.js";
import type { Contract } from "./deployer.js";
import { factoryOf } from "../../foundation/arc/factories.js";
import { ofBase, type Materials } from "./materials.js";
import { runFunctions } from "./deploy-stand-alone-contracts.js";

interface PreparedCustomSchemes {
  readonly schemes: readonly SchemeResult[];
  readonly companions: readonly ContractResult[];
}

/**
 * Rejects custom schemes at an address without code or of a built-in scheme of the file, and those that get the address
 * of the base's other voting machine. Only the chain can tell, so validation cannot find these mistakes in a parameters
 * file.
 * @param kept whether a custom scheme, by its index, exists and needs no change
 */
export async function requireCustomSchemes(
  materials: Materials,
  kept: (index: number) => boolean = () => false,
): Promise<void> {
  for (const [index, { name, address, args }] of materials.parameters.customSchemes.entries()) {
    const there = typeof address === "string" ? address : undefined;
    if (there !== undefined) requireOwnEntry(name, there, materials);
    if (kept(index)) continue;
    requireMachine(name, args, materials);
    if (there === undefined || (await materials.deployer.code(there)) !== "0x") continue;
    throw new MigrationError(
      `Custom scheme ${name}: there is no contract at ${there} on this chain. ` +
        "Correct the address, or omit it to have the scheme deployed.",
    );
  }
}

/** A contract has one registration: of two entries, only the last one's permissions would count. */
function requireOwnEntry(
  scheme: string,
  address: string,
  { artifacts: { release }, base, parameters }: Materials,
): void {
  const section = BUILT_IN_SCHEMES.find(
    (name) =>
      parameters.schemes[name].length > 0 &&
      isShared(name, release) &&
      isSameAddress(address, base[contractOfSection(name, release)]),
  );
  if (section === undefined) return;
  throw new MigrationError(
    `Custom scheme ${scheme}: ${address} is the ${section} that the file switches on, too, and a contract can ` +
      `be registered only once. Remove this entry, or say \`${section}: false\` in \`schemes\`.`,
  );
}

function requireMachine(
  scheme: string,
  args: readonly Argument[],
  { base, parameters }: Materials,
): void {
  const addresses: readonly unknown[] = (args as readonly unknown[]).flat(9);
  const isGiven = (machine: VotingMachine) =>
    addresses.some((each) => typeof each === "string" && isSameAddress(each, base[machine]));
  const machineAt = (index: number) => {
    const set = parameters.votingMachinesParams[index];
    return set === undefined || "votingParamsHash" in set ? undefined : machineOf(set);
  };
  for (const { of, given } of votesOfOtherMachine(args, machineAt, isGiven)) {
    throw new MigrationError(
      `Custom scheme ${scheme}: its vote parameters are of ${of}, but ${base[given]} is the ${given} of the base, so ` +
        'nothing could be proposed. Write {"votingMachine": index} in place of the address.',
    );
  }
}

/**
 * Deploys or finds the custom schemes and sets their parameters; they are registered later.
 * @param kept existing schemes that need no change, by their index among the custom ones
 */
export async function prepareCustomSchemes(
  materials: Materials,
  values: ReferenceValues,
  kept: (index: number) => SchemeResult | undefined,
): Promise<PreparedCustomSchemes> {
  const { deployer, artifacts, parameters } = materials;
  const schemes: SchemeResult[] = [];
  const companions: ContractResult[] = [];
  for (const [index, scheme] of parameters.customSchemes.entries()) {
    const there = kept(index);
    if (there !== undefined) {
      schemes.push(there);
      continue;
    }
    const step = `${materials.step}/customSchemes/${index}-${scheme.name}`;
    const args = fillReferences(scheme.args, values);
    const own = { ...materials, step };
    const made = scheme.fromFactory
      ? await makeByFactory(own, scheme, [values.addresses.AvatarAddress, ...args])
      : await makeOrFind(own, scheme, args, values);
    const { address } = made;
    const contract = { artifact: artifactOf(artifacts, scheme), address };
    await runFunctions(deployer, step, contract, scheme.runFunctions, values);
    companions.push(...(made.companions ?? []));
    schemes.push({
      name: scheme.name,
      ...(scheme.alias !== undefined && { alias: scheme.alias }),
      address,
      ...(scheme.fromArc && { arcVersion: releaseOf(artifacts, scheme).version }),
      permissions: scheme.permissions.toLowerCase(),
      paramsHash: made.paramsHash ?? ZeroHash,
    });
  }
  return { schemes, companions };
}

interface MadeScheme {
  readonly address: string;
  /** Only of a universal scheme. */
  readonly paramsHash?: string;
  /** Contracts that a factory created along with it. */
  readonly companions?: readonly ContractResult[];
}

/** Calls setParameters of a universal scheme, or initialize (avatar first) of any other that has one. */
async function makeOrFind(
  { deployer, step, artifacts }: Materials,
  scheme: CustomSchemeParameters,
  args: readonly unknown[],
  { addresses, standAloneAddresses }: ReferenceValues,
): Promise<MadeScheme> {
  const artifact = artifactOf(artifacts, scheme);
  const there =
    typeof scheme.address === "object"
      ? (standAloneAddresses[scheme.address.standAloneContract] ?? "")
      : scheme.address;
  const contract: Contract =
    there === undefined
      ? await deployer.deploy(`${step}/deploy`, artifact)
      : { artifact, address: there };
  const { address } = contract;
  if (scheme.isUniversal) {
    const entry = scheme.abi ?? "setParameters";
    const [paramsHash] = (await deployer.read(contract, entry, args)) as [string];
    await deployer.send(`${step}/setParameters`, contract, entry, args);
    return { address, paramsHash };
  }
  if (scheme.abi !== undefined) {
    const withAvatar = [addresses.AvatarAddress, ...args];
    await deployer.send(`${step}/initialize`, contract, scheme.abi, withAvatar);
  }
  return { address };
}

/** @param args with the avatar */
async function makeByFactory(
  materials: Materials,
  scheme: CustomSchemeParameters,
  args: readonly unknown[],
): Promise<MadeScheme> {
  const { deployer, step, artifacts, base } = materials;
  const factory = factoryOf(scheme.schemeName, scheme.name)!;
  const release = releaseOf(artifacts, scheme);
  // The base has the factories of its own release. A scheme of another release needs a factory of that release.
  const maker =
    release.version === base.arcVersion
      ? ofBase(materials, factory.contractName)
      : await deployer.deploy(`${step}/factory`, release.artifact(factory.contractName));
  const entry = scheme.abi ?? factory.functionName;
  // The scheme's address depends on the factory's nonce, which grows with every scheme that anybody creates.
  const logs = await deployer.sendForLogs(`${step}/create`, maker, entry, args, {
    checkpoint: true,
  });
  const made = decodeEvent(maker, factory.eventName, logs) as Readonly<Record<string, string>>;
  return {
    address: made[factory.schemeParameter]!,
    companions: Object.entries(factory.companions).map(([parameter, name]) => ({
      name,
      address: made[parameter]!,
      arcVersion: release.version,
    })),
  };
}
