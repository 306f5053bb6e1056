import { areSet, readRules, toStored } from "../../foundation/params/stored-vote-parameters.js";
import { machineOf } from "../../foundation/params/voting-machine-of-scheme.js";
import { ofBase, type Materials } from "./materials.js";
import { readable, requireStored } from "./stored-parameters.js";

/**
 * Sets a DAO's vote parameters and returns their hashes, in order. A voting machine stores parameters for all DAOs, so
 * those that it already has are not sent again.
 */
export async function setVoteParameters(materials: Materials): Promise<string[]> {
  const { deployer, step, parameters } = materials;
  const hashes: string[] = [];
  for (const [index, set] of parameters.votingMachinesParams.entries()) {
    if ("votingParamsHash" in set) {
      hashes.push(set.votingParamsHash);
      continue;
    }
    const machine = ofBase(materials, machineOf(set));
    const { args, stored: wanted } = toStored(machine.artifact, set);
    const [hash] = (await deployer.read(machine, "setParameters", args)) as [string];
    const stored = await readRules(readable(deployer, machine), hash);
    if (areSet(stored)) requireStored(machine, hash, stored, wanted);
    else await deployer.send(`${step}/voteParameters/${index}`, machine, "setParameters", args);
    hashes.push(hash);
  }
  return hashes;
}
