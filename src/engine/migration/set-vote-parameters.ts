import type { ArcRelease } from "../../foundation/arc/artifact.js";
import type { VoteParameters } from "../../foundation/params/parameters.js";
import { toStored } from "../../foundation/params/stored-vote-parameters.js";
import type { BaseResult } from "../../foundation/result/result.js";
import { machineOf } from "../governance/voting-machine.js";
import type { Deployer } from "./deployer.js";
import { at } from "./organization.js";
import { areSet, readStoredParameters, requireStored } from "./stored-parameters.js";

/**
 * Sets a DAO's vote parameters and returns their hashes, in order. A voting machine stores parameters for all DAOs, so
 * those that it already has are not sent again.
 */
export async function setVoteParameters(
  deployer: Deployer,
  stepPrefix: string,
  { release, base }: { readonly release: ArcRelease; readonly base: BaseResult },
  voteParameters: readonly VoteParameters[],
): Promise<string[]> {
  const hashes: string[] = [];
  for (const [index, set] of voteParameters.entries()) {
    if ("votingParamsHash" in set) {
      hashes.push(set.votingParamsHash);
      continue;
    }
    const name = machineOf(set);
    const machine = at(release, name, base[name]);
    const { args, stored: wanted } = toStored(machine.artifact, set);
    const [hash] = (await deployer.read(machine, "setParameters", args)) as [string];
    const stored = await readStoredParameters(deployer, machine, hash);
    if (areSet(stored)) requireStored(machine, hash, stored, wanted);
    else await deployer.send(`${stepPrefix}/${index}`, machine, "setParameters", args);
    hashes.push(hash);
  }
  return hashes;
}
