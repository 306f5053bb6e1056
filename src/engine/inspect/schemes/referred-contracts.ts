import { getAddress, ZeroAddress } from "ethers";

import type {
  JsonValue,
  NotRead,
  ReferredContractDescription,
  SchemeParametersDescription,
} from "../description.js";
import type { Organization } from "../organization/find-organization.js";
import { attempt, ifRead, isNotRead } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import { isNothing, textOf, type Contract, type Values } from "../reading/contract.js";
import { describeContract, openContract } from "../reading/identify.js";
import { isMachineField } from "../../../foundation/params/voting-machine-of-scheme.js";
import { addressesOfEvents, readMarked, readOwn, readOwner } from "./scheme-parameters.js";
import { FORMATS } from "../../../foundation/support/formats.js";

/**
 * `owner` has a field of its own. A contract's avatar does not: it may be another DAO's, so it is listed as a value.
 */
const SAID_ELSEWHERE = /^(owner|isOwner)$/;

type Addressed = Readonly<Record<string, Pick<Contract, "address">>>;

/** Reads the Arc contracts that a scheme's values refer to, ordered by address. */
export async function readReferredContracts(
  reader: BlockReader,
  { avatar, controller, token, reputation }: Pick<Addressed, keyof Organization["described"]>,
  scheme: string,
  { values }: Pick<SchemeParametersDescription, "values">,
): Promise<readonly ReferredContractDescription[]> {
  const own = [avatar, controller, token, reputation].map(({ address }) => address);
  const named = Object.entries(values)
    .filter(([name]) => !isMachineField(name))
    .flatMap(([, value]) => addressesIn(value));
  const addresses = [...new Set(named)].filter(
    (address) => ![...own, getAddress(scheme)].includes(address),
  );
  const found = await Promise.all(
    addresses.sort().map(async (address) => {
      const contract = await describeContract(reader, address);
      const opened = openContract(reader, contract);
      if (opened === undefined) return [];
      const owner = await readOwner(opened);
      const said = await attempt(async () => await readReferred(opened, [token.address]));
      const isUninitialized = !isNotRead(said) && lacksSetUp(opened, said);
      return [{ contract, owner, ...(isUninitialized && { isUninitialized }), values: said }];
    }),
  );
  return found.flat();
}

type Rests = Pick<SchemeParametersDescription, "values" | "refersTo">;

/** The constraints that limit what a scheme may call; undefined if it has none. */
export function constraintsOf({
  values,
  refersTo = [],
}: Rests): ReferredContractDescription | undefined {
  return refersTo.find(({ contract }) => contract.address === values.schemeConstraints);
}

/** Who else than a DAO can change what its scheme's constraints allow: the avatar that they were initialized for. */
export function otherLimiter(rests: Rests, dao: string): string | undefined {
  const limits = constraintsOf(rests);
  const avatar = textOf(ifRead(limits?.values)?.avatar ?? dao);
  return avatar === dao || limits?.isUninitialized ? undefined : avatar;
}

/** Why a scheme's constraints limit nothing; undefined if they do, or if it has none. */
export function whoMayAllow(rests: Rests, dao: string): NotRead | undefined {
  const limits = constraintsOf(rests);
  if (isNotRead(limits?.values)) return limits.values;
  const other = otherLimiter(rests, dao);
  if (limits === undefined || (other === undefined && !limits.isUninitialized)) return undefined;
  const at = `its constraints ${limits.contract.address}`;
  const who = other ? `${other}, for which ${at} were initialized,` : `whoever initializes ${at}`;
  return { notRead: `${who} can allow every call, without a vote of this DAO`, unknowable: true };
}

/** What `initialize` sets to something in each contract that has it, the telling one first. */
const SET_UP = ["initialized", "initialTimestamp", "contributionRewardExt", "avatar", "token"];

/** Whether anybody can still initialize a contract. None of those that schemes refer to asks who does. */
function lacksSetUp(contract: Contract, values: Values): boolean {
  const sign = SET_UP.find((name) => values[name] !== undefined);
  return contract.has("initialize") && sign !== undefined && isNothing(values[sign]!);
}

/** Every address in a value, without the zero address. */
export function addressesIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") {
    return FORMATS.Address.test(value) && value !== ZeroAddress ? [getAddress(value)] : [];
  }
  return typeof value === "boolean" ? [] : Object.values(value).flatMap(addressesIn);
}

/** @param tokens those whose limits to read, besides those that the contract names itself; checksummed */
export async function readReferred(contract: Contract, tokens: readonly string[]): Promise<Values> {
  const { getContractsWhiteList, ...values } = await readOwn(contract, SAID_ELSEWHERE);
  if (getContractsWhiteList === undefined) return values;
  const whiteList = await readMarked(contract, getContractsWhiteList as readonly string[]);
  if (!contract.has("periodLimitToken")) return { ...values, contractsWhiteList: whiteList };
  const limits = await readLimits(contract, [...tokens, ...whiteList]);
  return { ...values, contractsWhiteList: whiteList, periodLimitTokens: limits };
}

async function readLimits(contract: Contract, tokens: readonly string[]): Promise<Values> {
  const limited = await addressesOfEvents(contract, "UpdatedPeriodLimitsTokens");
  const limitOf = async (address: string) =>
    [address, String(await contract.value("periodLimitToken", address))] as const;
  const limits = await Promise.all([...new Set([...tokens, ...limited])].map(limitOf));
  return Object.fromEntries(limits.filter(([, limit]) => limit !== "0"));
}
