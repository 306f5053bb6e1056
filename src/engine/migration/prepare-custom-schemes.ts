import { ZeroHash } from "ethers";

import { decodeEvent } from "../../foundation/arc/abi.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type {
  Argument,
  CustomSchemeParameters,
  DaoParameters,
  VoteParameters,
  VotingMachine,
} from "../../foundation/params/parameters.js";
import { referencesIn } from "../../foundation/params/references-in.js";
import { isSameAddress } from "../../foundation/chain/same-address.js";
import { machineOf } from "../governance/voting-machine.js";
import type { BaseResult, ContractResult, SchemeResult } from "../../foundation/result/result.js";
import { fillReferences, type ReferenceValues } from "./fill-references.js";
import { artifactOf, releaseOf, type ArtifactSet } from "../../foundation/params/artifact-set.js";
import type { Contract, Deployer } from "./deployer.js";
import { FACTORIES, type SchemeFactory } from "../../foundation/arc/factories.js";
import { at } from "./organization.js";
import { runFunctions } from "./deploy-stand-alone-contracts.js";

interface CustomSchemeContext {
  readonly deployer: Deployer;
  readonly step: string;
  readonly artifacts: ArtifactSet;
  readonly base: BaseResult;
  readonly values: ReferenceValues;
  /** Existing schemes that need no change, by their index among the custom ones. */
  readonly kept?: (index: number) => SchemeResult | undefined;
}

export interface PreparedCustomSchemes {
  readonly schemes: readonly SchemeResult[];
  /** Contracts that factories created along with a scheme. */
  readonly companions: readonly ContractResult[];
}

/**
 * Rejects custom schemes at an address without code, and those that get the address of the base's other voting machine.
 * Only the chain can tell, so validation cannot find these mistakes in a parameters file.
 */
export async function requireCustomSchemes(
  deployer: Deployer,
  base: BaseResult,
  { customSchemes, votingMachinesParams }: DaoParameters,
): Promise<void> {
  for (const { name, address, args } of customSchemes) {
    requireMachine(name, args, base, votingMachinesParams);
    if (typeof address !== "string" || (await deployer.code(address)) !== "0x") continue;
    throw new MigrationError(
      `Custom scheme ${name}: there is no contract at ${address} on this chain. ` +
        "Correct the address, or omit it to have the scheme deployed.",
    );
  }
}

function requireMachine(
  scheme: string,
  args: readonly Argument[],
  base: BaseResult,
  votes: readonly VoteParameters[],
): void {
  const addresses: readonly unknown[] = (args as readonly unknown[]).flat(9);
  const isGiven = (machine: VotingMachine) =>
    addresses.some((each) => typeof each === "string" && isSameAddress(each, base[machine]));
  for (const each of referencesIn(args)) {
    const set = "voteParams" in each ? votes[each.voteParams] : undefined;
    if (set === undefined || "votingParamsHash" in set) continue;
    const machine = machineOf(set);
    const other = machine === "AbsoluteVote" ? "GenesisProtocol" : "AbsoluteVote";
    if (!isGiven(other) || isGiven(machine)) continue;
    throw new MigrationError(
      `Custom scheme ${scheme}: its vote parameters are of ${machine}, but ${base[other]} is the ${other} of the base, so ` +
        'nothing could be proposed. Write {"votingMachine": index} in place of the address.',
    );
  }
}

/** Deploys or finds the custom schemes and sets their parameters; they are registered later. */
export async function prepareCustomSchemes(
  context: CustomSchemeContext,
  parameters: readonly CustomSchemeParameters[],
): Promise<PreparedCustomSchemes> {
  const schemes: SchemeResult[] = [];
  const companions: ContractResult[] = [];
  for (const [index, scheme] of parameters.entries()) {
    const kept = context.kept?.(index);
    if (kept !== undefined) {
      schemes.push(kept);
      continue;
    }
    const step = `${context.step}/customSchemes/${index}-${scheme.name}`;
    const args = fillReferences(scheme.args, context.values);

    let contract: Contract;
    let paramsHash = ZeroHash;
    if (scheme.fromFactory) {
      const made = await makeByFactory(context, step, scheme, args);
      contract = made.contract;
      companions.push(...made.companions);
    } else {
      contract = await deployOrFindScheme(context, step, scheme);
      paramsHash = await configure(context, step, scheme, contract, args);
    }
    await runFunctions(context.deployer, step, contract, scheme.runFunctions, context.values);
    schemes.push({
      name: scheme.name,
      ...(scheme.alias !== undefined && { alias: scheme.alias }),
      address: contract.address,
      ...(scheme.fromArc && { arcVersion: releaseOf(context.artifacts, scheme).version }),
      permissions: scheme.permissions.toLowerCase(),
      paramsHash,
    });
  }
  return { schemes, companions };
}

async function deployOrFindScheme(
  { deployer, artifacts, values }: CustomSchemeContext,
  step: string,
  scheme: CustomSchemeParameters,
): Promise<Contract> {
  const artifact = artifactOf(artifacts, scheme);
  if (scheme.address === undefined) return await deployer.deploy(`${step}/deploy`, artifact);
  if (typeof scheme.address === "string") return { artifact, address: scheme.address };
  const address = values.standAloneAddresses[scheme.address.standAloneContract];
  return { artifact, address: address ?? "" };
}

/** Calls setParameters of a universal scheme, or initialize (avatar first) of any other that has one. */
async function configure(
  { deployer, values }: CustomSchemeContext,
  step: string,
  scheme: CustomSchemeParameters,
  contract: Contract,
  args: readonly unknown[],
): Promise<string> {
  if (scheme.isUniversal) {
    const entry = scheme.abi ?? "setParameters";
    const [paramsHash] = await deployer.read(contract, entry, args);
    await deployer.send(`${step}/setParameters`, contract, entry, args);
    return paramsHash as string;
  }
  if (scheme.abi !== undefined) {
    const withAvatar = [values.avatar, ...args];
    await deployer.send(`${step}/initialize`, contract, scheme.abi, withAvatar);
  }
  return ZeroHash;
}

async function makeByFactory(
  { deployer, artifacts, base, values }: CustomSchemeContext,
  step: string,
  scheme: CustomSchemeParameters,
  args: readonly unknown[],
): Promise<{ contract: Contract; companions: ContractResult[] }> {
  const factory = factoryOf(scheme);
  const release = releaseOf(artifacts, scheme);
  // The base has the factories of its own release. A scheme of another release needs a factory of that release.
  const maker =
    release.version === base.arcVersion
      ? at(release, factory.contractName, base[factory.contractName])
      : await deployer.deploy(`${step}/factory`, release.artifact(factory.contractName));
  const entry = scheme.abi ?? factory.functionName;
  const withAvatar = [values.avatar, ...args];
  // The scheme's address depends on the factory's nonce, which grows with every scheme that anybody creates.
  const logs = await deployer.sendForLogs(`${step}/create`, maker, entry, withAvatar, {
    checkpoint: true,
  });
  const made = decodeEvent(maker, factory.eventName, logs);
  return {
    contract: {
      artifact: artifactOf(artifacts, scheme),
      address: made[factory.schemeParameter] as string,
    },
    companions: Object.entries(factory.companions).map(([parameter, name]) => ({
      name,
      address: made[parameter] as string,
      arcVersion: release.version,
    })),
  };
}

function factoryOf(scheme: CustomSchemeParameters): SchemeFactory {
  const factory = FACTORIES[scheme.schemeName ?? scheme.name] ?? FACTORIES[scheme.name];
  if (factory === undefined) {
    throw new MigrationError(
      `No Arc factory creates ${scheme.name}: fromFactory works for ${Object.keys(FACTORIES).join(", ")}.`,
    );
  }
  return factory;
}
