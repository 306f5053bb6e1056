import { ZeroAddress, ZeroHash } from "ethers";

import { argumentsByName, functionEntry } from "../../foundation/arc/abi.js";
import { BUILT_IN_PERMISSIONS, BUILT_IN_SCHEMES } from "../../foundation/arc/permissions.js";
import { storedName } from "../../foundation/arc/field-name.js";
import { contractOfSection, isShared } from "../../foundation/arc/shared-schemes.js";
import type { DaoParameters } from "../../foundation/params/parameters.js";
import type { SchemeResult } from "../../foundation/result/result.js";
import { votesOfScheme } from "../../foundation/params/references-in.js";
import { readStored } from "../../foundation/params/stored-vote-parameters.js";
import {
  MACHINE_FIELDS,
  machineIn,
  machineOfScheme,
} from "../../foundation/params/voting-machine-of-scheme.js";
import type { ReferenceValues } from "./fill-references.js";
import { ofBase, type Materials } from "./materials.js";
import { readable, requireStored } from "./stored-parameters.js";

type Section = keyof DaoParameters["schemes"];

/** Values of a function's parameters, by Arc's names. */
type Arguments = Readonly<Record<string, string | bigint | undefined>>;

/** What the schemes of a DAO refer to. */
interface SchemeValues extends Omit<ReferenceValues, "addresses"> {
  readonly avatar: string;
}

/**
 * Prepares the built-in schemes that are switched on; they are registered together later.
 * @param kept existing schemes that need no change, by their place among all in the file
 */
export async function prepareSchemes(
  materials: Materials,
  values: SchemeValues,
  kept: ReadonlyMap<number, SchemeResult> = new Map(),
): Promise<SchemeResult[]> {
  const { artifacts, parameters } = materials;
  const { version: arcVersion } = artifacts.release;
  const prepared: SchemeResult[] = [];
  for (const section of BUILT_IN_SCHEMES) {
    const permissions = BUILT_IN_PERMISSIONS[section];
    const prepare = isShared(section, artifacts.release) ? setSchemeParameters : deployScheme;
    for (const [index, entry] of parameters.schemes[section].entries()) {
      const args = argumentsOf(entry, materials, values);
      const make = async (): Promise<SchemeResult> => {
        const { address, paramsHash } = await prepare(materials, section, index, args);
        return { name: section, address, arcVersion, permissions, paramsHash };
      };
      prepared.push(kept.get(prepared.length) ?? (await make()));
    }
  }
  return prepared;
}

/**
 * Values for the parameters of setParameters and initialize, by name. Up to rc.12, ContributionReward also took a fee
 * in the DAO's token, which the specification has no field for.
 */
function argumentsOf(
  entry: DaoParameters["schemes"][Section][number],
  { base, parameters }: Materials,
  { avatar, voteHashes, standAloneAddresses }: SchemeValues,
): Arguments {
  const votes = voteHashes[votesOfScheme(entry)[0]!];
  const machine = machineOfScheme(entry, parameters, (name) => base[name]);
  const target = "targetContract" in entry ? entry.targetContract : undefined;
  return {
    _avatar: avatar,
    _orgNativeTokenFee: 0n,
    _voteApproveParams: votes,
    _voteRegisterParams: votes,
    _voteRemoveParams: "voteRemoveParams" in entry ? voteHashes[entry.voteRemoveParams] : undefined,
    _voteParams: votes,
    ...Object.fromEntries(MACHINE_FIELDS.map((name) => [`_${name}`, machine])),
    _contractToCall:
      typeof target === "object" ? standAloneAddresses[target.standAloneContract] : target,
  };
}

type MadeScheme = Pick<SchemeResult, "address" | "paramsHash">;

/** Deploys a scheme that each DAO has for itself, and initializes it. */
async function deployScheme(
  { deployer, step, artifacts }: Materials,
  section: Section,
  index: number,
  values: Arguments,
): Promise<MadeScheme> {
  const artifact = artifacts.release.artifact(section);
  const prefix = `${step}/schemes/${section}/${index}`;
  const contract = await deployer.deploy(`${prefix}/deploy`, artifact);
  const args = argumentsByName(functionEntry(artifact, "initialize"), values);
  await deployer.send(`${prefix}/initialize`, contract, "initialize", args);
  return { address: contract.address, paramsHash: ZeroHash };
}

/** Sets the parameters of a universal scheme, unless another DAO has already set the same. */
async function setSchemeParameters(
  materials: Materials,
  section: Section,
  index: number,
  values: Arguments,
): Promise<MadeScheme> {
  const { deployer, step, artifacts } = materials;
  const name = contractOfSection(section, artifacts.release);
  const scheme = ofBase(materials, name);
  const args = argumentsByName(functionEntry(scheme.artifact, "setParameters"), values);
  const [paramsHash] = (await deployer.read(scheme, "setParameters", args)) as [string];
  const stored = await readStored(readable(deployer, scheme), paramsHash);
  // Every release stores the voting machine, which is the zero address until it is set.
  if (machineIn(stored) === ZeroAddress) {
    await deployer.send(`${step}/schemes/${name}/${index}`, scheme, "setParameters", args);
  } else {
    const byName = Object.entries(values).map(
      ([name, value]) => [storedName(name), value] as const,
    );
    requireStored(scheme, paramsHash, stored, Object.fromEntries(byName));
  }
  return { address: scheme.address, paramsHash };
}
