import type {
  SchemeDescription,
  SchemeParametersDescription,
  VotingMachineDescription,
} from "../description.js";
import { describeStakingToken } from "../assets/describe-assets.js";
import type { Organization } from "../organization/find-organization.js";
import { unreadable } from "../proposals/find-proposals.js";
import { attempt, isNotRead } from "../reading/attempt.js";
import type { ChainReader } from "../reading/chain-reader.js";
import { Contract } from "../reading/contract.js";
import { abiOf, describeContract, openContract } from "../reading/identify.js";
import { knownAbi } from "../../arc/known-abis.js";
import { describePermissions } from "./permissions.js";
import { readRegistrations, type Registered } from "./registrations.js";
import { readSchemeParameters } from "./scheme-parameters.js";

/** Reads every scheme that a DAO ever had; those that it still has are first. */
export async function describeSchemes(
  reader: ChainReader,
  organization: Organization,
): Promise<readonly SchemeDescription[]> {
  const registered = await readRegistrations(reader, organization);
  const schemes = await Promise.all(
    registered.map((each) => describeScheme(reader, organization, each)),
  );
  const were = schemes.filter(({ registered: is, history }) => !is && history.length > 0);
  return [...schemes.filter((scheme) => scheme.registered), ...were];
}

async function describeScheme(
  reader: ChainReader,
  { avatar, controller }: Organization,
  { account, history }: Registered,
): Promise<SchemeDescription> {
  const [contract, registered, permissions, paramsHash] = await Promise.all([
    describeContract(reader, account),
    controller.value("isSchemeRegistered", account, avatar.address),
    controller.value("getSchemePermissions", account, avatar.address),
    controller.value("getSchemeParameters", account, avatar.address),
  ]);
  const described = {
    contract,
    registered: registered === true,
    permissions: describePermissions(String(permissions)),
    paramsHash: String(paramsHash),
    history,
  };
  if (!described.registered || contract.code === "account") return described;
  const scheme = openContract(reader, contract);
  const parameters =
    scheme === undefined
      ? { notRead: "its code is not Arc's, and how it keeps its parameters is not known" }
      : await attempt(() => readSchemeParameters(reader, scheme, described.paramsHash));
  return { ...described, parameters };
}

/** Reads the voting machines that registered schemes vote with, in the order of their addresses. */
export async function describeVotingMachines(
  reader: ChainReader,
  schemes: readonly SchemeDescription[],
): Promise<readonly VotingMachineDescription[]> {
  const addresses = new Set(schemes.flatMap(votesOf).map(({ votingMachine }) => votingMachine));
  return await Promise.all(
    [...addresses].sort().map(async (address) => {
      const contract = await describeContract(reader, address);
      const machine = openContract(reader, contract);
      const notRead = unreadable(contract, machine);
      const described = { contract, ...(notRead !== undefined && { proposals: notRead }) };
      if (machine?.has("stakingToken") !== true) return described;
      const stakingToken = await attempt(async () => {
        const token = String(await machine.value("stakingToken"));
        const abi = abiOf(await describeContract(reader, token)) ?? knownAbi("DAOToken")!;
        return await describeStakingToken(new Contract(reader, token, abi));
      });
      return { ...described, stakingToken };
    }),
  );
}

function votesOf({
  parameters,
}: SchemeDescription): readonly SchemeParametersDescription["votes"][string][] {
  if (parameters === undefined || isNotRead(parameters)) return [];
  return Object.values(parameters.votes);
}
