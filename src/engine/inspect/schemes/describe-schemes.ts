import type { SchemeDescription } from "../description.js";
import type { EarlierController } from "../organization/earlier-controllers.js";
import type { Organization } from "../organization/find-organization.js";
import { attempt, Unknowable } from "../reading/attempt.js";
import type { BlockReader } from "../reading/block-reader.js";
import { describeContract, openContract } from "../reading/identify.js";
import { describePermissions } from "../../../foundation/arc/permissions.js";
import { readReferredContracts, whoMayAllow } from "./referred-contracts.js";
import { readRegistrations, type IsFounding, type Registered } from "./registrations.js";
import { readSchemeParameters } from "./scheme-parameters.js";

/**
 * Why events of an Arc controller must be missing. It tells of every scheme but, up to rc.33, of what created it; and
 * whatever created a DAO was a scheme, or owned its avatar.
 * @param schemes those that events tell of, by name or because they did something
 */
function whyMissing(schemes: readonly SchemeDescription[]): string | undefined {
  const of = "the node returned no event of";
  if (schemes.length === 0) return `${of} the controller, which has one for each scheme`;
  for (const { contract, registered, history } of schemes) {
    const { code, name = "", address } = contract;
    const isCreator = code !== "arc" || name.endsWith("Creator");
    if (!registered || history.length > 0 || isCreator) continue;
    return `${of} the registration of ${name} ${address}, which has acted for the DAO`;
  }
  return undefined;
}

export interface DescribedSchemes {
  readonly schemes: readonly SchemeDescription[];
  readonly isFounding: IsFounding;
  /** Why there must be more than the events tell of; absent if there is no reason. */
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
  const isArcs = organization.described.controller.code === "arc";
  const noEvents = isArcs
    ? whyMissing(all.filter(({ contract }) => told.has(contract.address)))
    : undefined;
  return { schemes: all, isFounding, noEvents };
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
    const mayCall = whoMayAllow({ ...read, refersTo }, avatar.address) ?? read.mayCall;
    return { ...read, mayCall, refersTo: refersTo.length > 0 ? refersTo : undefined };
  });
  return { ...described, parameters };
}
