import { ZeroHash } from "ethers";

import { votesOfScheme } from "../../foundation/params/references-in.js";
import { ofBase, type Materials } from "./materials.js";
import { areSet, readRules } from "../../foundation/params/stored-vote-parameters.js";
import { readable } from "./stored-parameters.js";

/** Stands where vote parameters that nothing needs were. */
export const NOT_NEEDED = { votingParamsHash: ZeroHash } as const;

/**
 * Warns of schemes with which nothing can be proposed or called: the voting machine or the contract to call has no
 * code, or GenesisProtocol has nothing under the hash of a preset.
 */
export async function warnOfUselessVotes(materials: Materials): Promise<void> {
  const { deployer, parameters } = materials;
  const { schemes, votingMachinesParams } = parameters;
  const genesisProtocol = ofBase(materials, "GenesisProtocol");
  const withMachine = new Set<number>();
  for (const [name, entries] of Object.entries(schemes)) {
    for (const [index, entry] of entries.entries()) {
      const { votingMachine } = entry;
      const target = "targetContract" in entry ? entry.targetContract : undefined;
      const place = `${name}[${index}]`;
      await requireCode(`${place}.votingMachine`, votingMachine, "propose anything");
      await requireCode(`${place}.targetContract`, target, "call anything");
      if (votingMachine === undefined) continue;
      for (const votes of votesOfScheme(entry)) withMachine.add(votes);
    }
  }
  for (const [index, votes] of votingMachinesParams.entries()) {
    if (!("votingParamsHash" in votes) || votes === NOT_NEEDED || withMachine.has(index)) continue;
    const { votingParamsHash: hash } = votes;
    if (areSet(await readRules(readable(deployer, genesisProtocol), hash))) continue;
    warn(
      `VotingMachinesParams[${index}]: GenesisProtocol ${genesisProtocol.address} has no vote parameters under the hash ` +
        `${hash}, so a scheme that uses them there cannot propose anything. Correct the hash, or write the parameters themselves.`,
    );
  }

  async function requireCode(place: string, address: unknown, use: string): Promise<void> {
    if (typeof address !== "string" || (await deployer.code(address)) !== "0x") return;
    warn(
      `${place}: there is no contract at ${address} on this chain, so the scheme cannot ${use}. Correct the address.`,
    );
  }

  function warn(message: string): void {
    deployer.warn({ code: "useless-votes", message });
  }
}
