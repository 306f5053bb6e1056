import { ZeroAddress, ZeroHash } from "ethers";

import { argumentsByName, functionEntry } from "../../foundation/arc/abi.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { BUILT_IN_PERMISSIONS } from "../../foundation/arc/permissions.js";
import type { DaoParameters, GenericSchemeParameters } from "../../foundation/params/parameters.js";
import type { BaseResult, SchemeResult } from "../../foundation/result/result.js";
import type { Deployer } from "./deployer.js";
import { at } from "./organization.js";
import { contractOfSection, isShared } from "../../foundation/arc/shared-schemes.js";
import { readStoredParameters, requireStored } from "./stored-parameters.js";

/** Values of a function's parameters, by Arc's names. */
type Arguments = Readonly<Record<string, string | bigint | undefined>>;

/** What all schemes of one DAO share. */
export interface SchemeContext {
  readonly deployer: Deployer;
  readonly step: string;
  readonly release: ArcRelease;
  readonly base: BaseResult;
  readonly avatar: string;
  /** Hashes of the vote parameters, in the order of VotingMachinesParams. */
  readonly voteHashes: readonly string[];
  /** The voting machine of each; default: GenesisProtocol. */
  readonly votingMachines?: readonly string[];
  /** Addresses of the stand-alone contracts, in order. */
  readonly standAloneAddresses: readonly string[];
  /** Existing schemes that need no change, by their index among all in the file. */
  readonly kept?: (index: number) => SchemeResult | undefined;
}

/** Prepares the built-in schemes that are switched on; they are registered together later. */
export async function prepareSchemes(
  context: SchemeContext,
  schemes: DaoParameters["schemes"],
): Promise<SchemeResult[]> {
  const prepared: SchemeResult[] = [];
  const add = async (make: () => Promise<SchemeResult>): Promise<void> => {
    prepared.push(context.kept?.(prepared.length) ?? (await make()));
  };
  for (const [index, scheme] of schemes.SchemeRegistrar.entries()) {
    const values = {
      _voteRegisterParams: context.voteHashes[scheme.voteRegisterParams],
      _voteRemoveParams: context.voteHashes[scheme.voteRemoveParams],
      _intVote: scheme.votingMachine ?? machineOf(context, scheme.voteRegisterParams),
    };
    await add(() => setSchemeParameters(context, "SchemeRegistrar", index, values));
  }
  for (const [index, scheme] of schemes.ContributionReward.entries()) {
    const values = voteArguments(context, scheme);
    await add(() => setSchemeParameters(context, "ContributionReward", index, values));
  }
  for (const [index, scheme] of schemes.GenericScheme.entries()) {
    await add(() => prepareGenericScheme(context, index, scheme));
  }
  for (const name of ["GlobalConstraintRegistrar", "UpgradeScheme"] as const) {
    for (const [index, scheme] of schemes[name].entries()) {
      const values = voteArguments(context, scheme);
      await add(() => setSchemeParameters(context, name, index, values));
    }
  }
  return prepared;
}

async function prepareGenericScheme(
  context: SchemeContext,
  index: number,
  scheme: GenericSchemeParameters,
): Promise<SchemeResult> {
  const target =
    typeof scheme.targetContract === "string"
      ? scheme.targetContract
      : context.standAloneAddresses[scheme.targetContract.standAloneContract];
  const values = { ...voteArguments(context, scheme), _contractToCall: target };
  if (isShared("GenericScheme", context.release))
    return await setSchemeParameters(context, "GenericScheme", index, values);
  const step = `${context.step}/schemes/GenericScheme/${index}`;
  const artifact = context.release.artifact("GenericScheme");
  const contract = await context.deployer.deploy(`${step}/deploy`, artifact);
  const args = argumentsByName(functionEntry(artifact, "initialize"), values);
  await context.deployer.send(`${step}/initialize`, contract, "initialize", args);
  return {
    name: "GenericScheme",
    address: contract.address,
    arcVersion: context.release.version,
    permissions: BUILT_IN_PERMISSIONS.GenericScheme,
    paramsHash: ZeroHash,
  };
}

/** Sets the parameters of a universal scheme, unless another DAO has already set the same. */
async function setSchemeParameters(
  context: SchemeContext,
  section: keyof typeof BUILT_IN_PERMISSIONS,
  index: number,
  values: Arguments,
): Promise<SchemeResult> {
  const name = contractOfSection(section, context.release);
  const scheme = at(context.release, name, context.base[name]);
  const args = argumentsByName(functionEntry(scheme.artifact, "setParameters"), values);
  const [paramsHash] = await context.deployer.read(scheme, "setParameters", args);
  const stored = await readStoredParameters(context.deployer, scheme, paramsHash as string);
  // Every release stores the voting machine as intVote, which is the zero address until it is set.
  if (stored.intVote === ZeroAddress) {
    const step = `${context.step}/schemes/${name}/${index}`;
    await context.deployer.send(step, scheme, "setParameters", args);
  } else {
    requireStored(scheme, paramsHash as string, stored, withoutUnderscores(values));
  }
  return {
    name: section,
    address: scheme.address,
    arcVersion: context.release.version,
    permissions: BUILT_IN_PERMISSIONS[section],
    paramsHash: paramsHash as string,
  };
}

/** `_intVote` of setParameters is stored as `intVote`. */
function withoutUnderscores(values: Arguments): Arguments {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.slice(1), value]));
}

/**
 * Values for the parameters of setParameters and initialize, by name. Up to rc.12, ContributionReward also took a fee
 * in the DAO's token, which the specification has no field for.
 */
function voteArguments(
  context: SchemeContext,
  scheme: { readonly voteParams: number; readonly votingMachine?: string },
): Arguments {
  const votingMachine = scheme.votingMachine ?? machineOf(context, scheme.voteParams);
  const voteHash = context.voteHashes[scheme.voteParams];
  return {
    _avatar: context.avatar,
    _orgNativeTokenFee: 0n,
    _voteApproveParams: voteHash,
    _voteRegisterParams: voteHash,
    _voteParams: voteHash,
    _intVote: votingMachine,
    _votingMachine: votingMachine,
  };
}

/** The voting machine that stores vote parameters. */
function machineOf({ votingMachines, base }: SchemeContext, voteParams: number): string {
  return votingMachines?.[voteParams] ?? base.GenesisProtocol;
}
