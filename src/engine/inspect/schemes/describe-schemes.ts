import type { SchemeDescription } from "../description.js";
import type { EarlierController } from "../organization/earlier-controllers.js";
import type { Organization } from "../organization/find-organization.js";
import { attempt, Unknowable } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import { describeContract, openContract } from "../reading/identify.js";
import { describePermissions } from "../../../foundation/arc/permissions.js";
import { readReferredContracts } from "./referred-contracts.js";
import { readRegistrations, type IsFounding, type Registered } from "./registrations.js";
import { readSchemeParameters } from "./scheme-parameters.js";

/** Arc's controllers tell of every scheme, and whatever created a DAO was one, or owned its avatar. */
const NO_EVENTS = "the node returned no event of the controller, which has one for each scheme";

export interface DescribedSchemes {
  readonly schemes: readonly SchemeDescription[];
  readonly isFounding: IsFounding;
  /** Why there seem to be none; absent if there are some. */
  readonly noEvents?: string;
}

/**
 * Reads every scheme that a DAO ever had, current ones first.
 * @param earlier controllers that the DAO was upgraded from
 * @param silent accounts that are registered although no event says so
 */
export async function describeSchemes(
  reader: BlockReader,
  organization: Organization,
  earlier: readonly EarlierController[],
  silent: readonly string[] = [],
): Promise<DescribedSchemes> {
  const { accounts, isFounding } = await readRegistrations(reader, organization, earlier);
  const told = new Set(accounts.map(({ account }) => account));
  // Events that a node left out at first tell of an account after all.
  const others = silent.filter((account) => !told.has(account));
  const registered = [...accounts, ...others.map((account) => ({ account, history: [] }))];
  const schemes = await Promise.all(
    registered.map((each) => describeScheme(reader, organization, each)),
  );
  const were = schemes.filter(({ registered: is, history }) => !is && history.length > 0);
  const all = [...schemes.filter((scheme) => scheme.registered), ...were];
  const isUntold = all.length === 0 && organization.described.controller.code === "arc";
  return { schemes: all, isFounding, ...(isUntold && { noEvents: NO_EVENTS }) };
}

async function describeScheme(
  reader: BlockReader,
  organization: Organization,
  { account, history }: Registered,
): Promise<SchemeDescription> {
  const { avatar, controller } = organization;
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
  const parameters = await attempt(async () => {
    const scheme = openContract(reader, contract);
    if (scheme === undefined) {
      throw new Unknowable("its code is not Arc's, so how it stores its parameters is unknown");
    }
    const place = { avatar: avatar.address, paramsHash: described.paramsHash };
    const read = await readSchemeParameters(reader, scheme, place);
    const refersTo = await readReferredContracts(reader, organization, account, read);
    return { ...read, refersTo: refersTo.length > 0 ? refersTo : undefined };
  });
  return { ...described, parameters };
}
