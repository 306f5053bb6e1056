import type { FunctionCall } from "../../foundation/params/parameters.js";
import type { ContractResult } from "../../foundation/result/result.js";
import { fillReferences, type ReferenceValues } from "./fill-references.js";
import { artifactOf, releaseOf } from "../../foundation/params/artifact-set.js";
import type { Contract, Deployer } from "./deployer.js";
import type { Materials } from "./materials.js";

/**
 * Deploys the stand-alone contracts in order; each may refer to earlier ones.
 * @param there contracts that already exist, by their place in the file
 */
export async function deployStandAloneContracts(
  { deployer, step, artifacts, parameters }: Materials,
  values: Omit<ReferenceValues, "standAloneAddresses">,
  there: ReadonlyMap<number, ContractResult> = new Map(),
): Promise<ContractResult[]> {
  const results: ContractResult[] = [];
  for (const [index, wanted] of parameters.standAloneContracts.entries()) {
    const found = there.get(index);
    if (found !== undefined) {
      results.push(found);
      continue;
    }
    const known = { ...values, standAloneAddresses: results.map(({ address }) => address) };
    const prefix = `${step}/standAlone/${index}-${wanted.name}`;
    const args = wanted.args && fillReferences(wanted.args, known);
    const contract = await deployer.deploy(
      `${prefix}/deploy`,
      artifactOf(artifacts, wanted),
      wanted.constructor ? (args ?? []) : [],
    );
    if (!wanted.constructor && args !== undefined) {
      const entry = wanted.abi ?? "initialize";
      await deployer.send(`${prefix}/initialize`, contract, entry, args);
    }
    const own = { ...known, standAloneAddresses: [...known.standAloneAddresses, contract.address] };
    await runFunctions(deployer, prefix, contract, wanted.runFunctions, own);
    results.push({
      name: wanted.name,
      ...(wanted.alias !== undefined && { alias: wanted.alias }),
      address: contract.address,
      ...(wanted.fromArc && { arcVersion: releaseOf(artifacts, wanted).version }),
    });
  }
  return results;
}

export async function runFunctions(
  deployer: Deployer,
  step: string,
  contract: Contract,
  calls: readonly FunctionCall[],
  values: ReferenceValues,
): Promise<void> {
  for (const [index, call] of calls.entries()) {
    const args = fillReferences(call.args, values);
    await deployer.send(`${step}/run/${index}-${call.functionName}`, contract, call.abi, args);
  }
}
