import { describeStakingToken } from "../assets/describe-assets.js";
import type { SchemeDescription, VotingMachineDescription } from "../description.js";
import { attempt, ifRead } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import { abiAs, describeContract, openContract } from "../reading/identify.js";
import { openForeign } from "../reading/foreign-contracts.js";
import { unreadable } from "./find-proposals.js";

export async function describeVotingMachines(
  reader: BlockReader,
  schemes: readonly SchemeDescription[],
): Promise<readonly VotingMachineDescription[]> {
  const votes = schemes.flatMap(({ parameters }) => Object.values(ifRead(parameters)?.votes ?? {}));
  const addresses = new Set(votes.map(({ votingMachine }) => votingMachine));
  return await Promise.all(
    [...addresses].sort().map(async (address) => {
      const contract = await describeContract(reader, address);
      const machine = openContract(reader, contract);
      const notRead = unreadable(contract, machine);
      const described = { contract, proposals: notRead };
      if (machine?.has("stakingToken") !== true) return described;
      const stakingToken = await attempt(async () => {
        const token = String(await machine.value("stakingToken"));
        const abi = abiAs(await describeContract(reader, token), "DAOToken");
        return await describeStakingToken(openForeign(reader, token, abi));
      });
      return { ...described, stakingToken };
    }),
  );
}
