import type {
  StandAloneContractParameters,
  FunctionCall,
} from "../../foundation/params/parameters.js";
import type { ContractResult } from "../../foundation/result/result.js";
import { fillReferences, type ReferenceValues } from "./fill-references.js";
import { artifactOf, releaseOf, type ArtifactSet } from "../../foundation/params/artifact-set.js";
import type { Contract, Deployer } from "./deployer.js";

/**
 * Deploys the stand-alone contracts in order; each may refer to earlier ones.
 * @param values values of references; adds each address to standAloneAddresses
 * @param there contracts that already exist, by index
 */
export async function deployStandAloneContracts(
  deployer: Deployer,
  step: string,
  artifacts: ArtifactSet,
  contracts: readonly StandAloneContractParameters[],
  values: Omit<ReferenceValues, "standAloneAddresses">,
  there: (index: number) => ContractResult | undefined = () => undefined,
): Promise<ContractResult[]> {
  const results: ContractResult[] = [];
  for (const [index, parameters] of contracts.entries()) {
    const found = there(index);
    if (found !== undefined) {
      results.push(found);
      continue;
    }
    const known = { ...values, standAloneAddresses: results.map(({ address }) => address) };
    const prefix = `${step}/standAlone/${index}-${parameters.name}`;
    const args = parameters.args && fillReferences(parameters.args, known);
    const artifact = artifactOf(artifacts, parameters);
    const contract = await deployer.deploy(
      `${prefix}/deploy`,
      artifact,
      parameters.constructor ? (args ?? []) : [],
    );
    if (!parameters.constructor && args !== undefined) {
      const entry = parameters.abi ?? "initialize";
      await deployer.send(`${prefix}/initialize`, contract, entry, args);
    }
    const own = { ...known, standAloneAddresses: [...known.standAloneAddresses, contract.address] };
    await runFunctions(deployer, prefix, contract, parameters.runFunctions, own);
    results.push({
      name: parameters.name,
      ...(parameters.alias !== undefined && { alias: parameters.alias }),
      address: contract.address,
      ...(parameters.fromArc && { arcVersion: releaseOf(artifacts, parameters).version }),
    });
  }
  return results;
}

/** Makes the calls that the parameters request after a contract is deployed. */
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
