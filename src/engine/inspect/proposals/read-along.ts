import { dataSlice, getAddress } from "ethers";

import { topicsOf } from "../../../foundation/arc/abi-index.js";
import type { ChainLog, LogFilter } from "../../../foundation/chain/logs/log.js";
import { isVotingMachine } from "../../../foundation/arc/voting-machines.js";
import { COMPETITION_EVENTS } from "./competition.js";
import { proposalEvents } from "./requests.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";
import { describeContract, openContract } from "../reading/identify.js";
import { addressesIn } from "../schemes/referred-contracts.js";
import { readKept } from "../schemes/scheme-parameters.js";
import type { Organization } from "../organization/find-organization.js";
import { openController, registrationTopics } from "../organization/open-controller.js";

const REGISTRATIONS = ["RegisterScheme", "UnregisterScheme"];
/** Events of schemes, and of contracts that these refer to. */
const EVENTS = [
  ...["Redeem", "Bid", "BeneficiaryAddressAdded"],
  ...["UpdatedContractsWhitelist", "UpdatedPeriodLimitsTokens", ...COMPETITION_EVENTS],
];

/**
 * Has the events of schemes, earlier controllers and what schemes refer to read along with the DAO's own, from where
 * these name them. Otherwise each would be one more search of all blocks.
 */
export function readAlong(reader: BlockReader, organization: Organization): void {
  const { avatar, controller, token, reputation } = organization;
  const controllers = new Map([[controller.address, controller]]);
  const seen = new Set([avatar, controller, token, reputation].map(({ address }) => address));
  const isNew = (address: string): boolean => !seen.has(address) && Boolean(seen.add(address));

  const controllerOf = async (address: string): Promise<readonly LogFilter[]> => {
    const described = await describeContract(reader, address);
    const opened = await openController(reader, described, avatar.address, reputation.address);
    if (opened === undefined) return [];
    controllers.set(address, opened.controller);
    const topics = [...registrationTopics(), ...topicsOf(opened.controller.abi, REGISTRATIONS)];
    return [{ address, topics: [topics] }];
  };
  const contractOf = async (address: string, isScheme: boolean): Promise<readonly LogFilter[]> => {
    const described = await describeContract(reader, address);
    const contract = openContract(reader, described);
    if (contract === undefined) return [];
    const ofScheme = [...EVENTS, ...proposalEvents(contract)];
    const ofMachine = contract.has("proposalsCnt") ? ["NewProposal"] : [];
    const names = isVotingMachine(described.name) ? ofMachine : ofScheme;
    const topics = topicsOf(contract.abi, names);
    const referred = isScheme ? (await addressesOf(contract)).filter(isNew) : [];
    const more = await Promise.all(referred.map((each) => contractOf(each, false)));
    return [...(topics.length > 0 ? [{ address, topics: [topics] }] : []), ...more.flat()];
  };
  const addressesOf = async (scheme: Contract): Promise<readonly string[]> => {
    const hash = await controller.value("getSchemeParameters", scheme.address, avatar.address);
    const place = { avatar: avatar.address, paramsHash: String(hash) };
    return addressesIn((await readKept(scheme, place)).values);
  };
  const namedIn = ({ address, topics }: ChainLog): Promise<readonly LogFilter[]>[] => {
    const [by, name] = [controllers.get(address), topics[0]!];
    const isOwner =
      address === avatar.address && topicsOf(avatar.abi, ["OwnershipTransferred"]).includes(name);
    const isScheme = by !== undefined && topicsOf(by.abi, REGISTRATIONS).includes(name);
    const place = isOwner ? 1 : 2;
    if (!(isOwner || isScheme) || topics[place] === undefined) return [];
    const named = getAddress(dataSlice(topics[place], 12));
    if (!isNew(named)) return [];
    return [isOwner ? controllerOf(named) : contractOf(named, true)];
  };
  reader.logSource.follow = async (logs) => (await Promise.all(logs.flatMap(namedIn))).flat();
}
