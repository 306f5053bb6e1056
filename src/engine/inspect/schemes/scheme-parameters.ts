import { FunctionFragment, ZeroAddress, ZeroHash } from "ethers";

import { isVotesField, machineIn } from "../../../foundation/params/voting-machine-of-scheme.js";
import type {
  JsonValue,
  Inspected,
  SchemeParametersDescription,
  VoteParametersDescription,
} from "../description.js";
import { attempt, isNotRead, Unknowable } from "../reading/attempt.js";
import { servesManyDaos } from "../../../foundation/arc/shared-schemes.js";
import { CallRefused } from "../../../foundation/chain/call-refused.js";
import type { BlockReader } from "../reading/block-reader.js";
import { isNothing, jsonByName, textOf, type Contract, type Values } from "../reading/contract.js";
import { describeContract, openContract } from "../reading/identify.js";
import { readVoteRules } from "./vote-rules.js";

/** A scheme's place in a DAO: the DAO's avatar, and the hash that its controller stores. */
interface Registration {
  readonly avatar: string;
  readonly paramsHash: string;
}

/** Values that every scheme has and that an inspection lists elsewhere. */
const NOT_PARAMETERS = /^(avatar|owner|isOwner|hashedParameters)$/;
/** The only getter with "get" in its name; the argument of `initialize` has the name without it. */
const AGREEMENT = "getAgreementHash";
/** Constants in the contract's code. */
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/** Reads what a scheme stores. A scheme of a single DAO has a getter for each value. */
export async function readKept(
  scheme: Contract,
  { avatar, paramsHash }: Registration,
): Promise<Pick<SchemeParametersDescription, "kept" | "values">> {
  if (servesManyDaos(scheme.abi.fragments)) {
    const { outputs } = scheme.abi.getFunction("parameters")!;
    const stored = (await scheme.read("parameters", paramsHash)).toArray();
    return { kept: "hash", values: jsonByName(stored, outputs) };
  }
  const [own, others] = await Promise.all([readOwn(scheme), readListsAndLock(scheme, avatar)]);
  return { kept: "own", values: { ...own, ...others } };
}

export async function readSchemeParameters(
  reader: BlockReader,
  scheme: Contract,
  registration: Registration,
): Promise<SchemeParametersDescription> {
  const { avatar, paramsHash } = registration;
  const { kept, values } = await readKept(scheme, registration);
  if (kept === "hash" && Object.values(values).every(isNothing)) {
    throw new Unknowable(
      paramsHash === ZeroHash
        ? "it is registered without parameters"
        : "it has no parameters under its parameters hash",
    );
  }
  return {
    kept,
    values,
    votes: await readVotes(reader, values),
    initializedFor: kept === "own" ? await readOtherAvatar(scheme, values, avatar) : undefined,
    owner: kept === "own" ? await readOwner(scheme) : undefined,
    mayCall: await readMayCall(reader, scheme, values),
  };
}

/** The avatar that a scheme was initialized for; undefined if it is the expected one, or the scheme has none. */
async function readOtherAvatar(
  scheme: Contract,
  { avatar: among }: Values,
  expected: string,
): Promise<Inspected<string> | undefined> {
  // SignalScheme returns it among other values.
  if (!scheme.has("avatar") && typeof among !== "string") return undefined;
  const avatar = await attempt(async () => String(among ?? (await scheme.value("avatar"))));
  return avatar === expected ? undefined : avatar;
}

export async function readOwner(contract: Contract): Promise<Inspected<string> | undefined> {
  return contract.has("owner")
    ? await attempt(async () => String(await contract.value("owner")))
    : undefined;
}

/** Reads all getters without arguments. */
export async function readOwn(scheme: Contract, except = NOT_PARAMETERS): Promise<Values> {
  const getters = scheme.abi.fragments
    .filter((each) => FunctionFragment.isFragment(each))
    .filter(({ constant, inputs }) => constant && inputs.length === 0)
    .filter(({ name }) => !except.test(name) && !CONSTANT.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const nameOf = (name: string) => (name === AGREEMENT ? "agreementHash" : name);
  const values = await Promise.all(
    getters.map(async ({ name, outputs }): Promise<[string, JsonValue][]> => {
      const result = await attempt(async () =>
        jsonByName((await scheme.read(name)).toArray(), outputs),
      );
      if (!isNotRead(result) && outputs.length !== 1) return Object.entries(result);
      const value = isNotRead(result) ? { notRead: result.notRead } : Object.values(result)[0]!;
      return [[nameOf(name), value]];
    }),
  );
  return Object.fromEntries(values.flat());
}

/** What TransitionScheme sends: the only lists whose elements matter and that no other function returns. */
const LISTS = ["assetAddresses", "externalTokens", "selectors"];
/** Longer ones are not read. */
const LONGEST = 1000;

/** Lists, and of a DaoCreator, the account that created the DAO and has not set its schemes yet. */
async function readListsAndLock(scheme: Contract, avatar: string): Promise<Values> {
  const orWhy = async (read: () => Promise<JsonValue>): Promise<JsonValue> => {
    const value = await attempt(read);
    return isNotRead(value) ? { notRead: value.notRead } : value;
  };
  const lists = LISTS.filter((name) => scheme.has(name)).map(
    async (name) => [name, await orWhy(() => readList(scheme, name))] as const,
  );
  const found = Object.fromEntries(await Promise.all(lists));
  if (!scheme.has("locks")) return found;
  return {
    ...found,
    creator: await orWhy(async () => String(await scheme.value("locks", avatar))),
  };
}

async function readVotes(
  reader: BlockReader,
  values: Values,
): Promise<Record<string, VoteParametersDescription>> {
  const machineAt = machineIn(values);
  if (typeof machineAt !== "string" || machineAt === ZeroAddress) return {};
  const described = await describeContract(reader, machineAt);
  const machine = openContract(reader, described);
  const hashes = Object.entries(values).filter(([name]) => isVotesField(name));
  const votes = await Promise.all(
    hashes.map(async ([name, hash]) => {
      const paramsHash = textOf(hash);
      const rules = await attempt(() => readVoteRules(machine, described, paramsHash));
      return [name, { votingMachine: described.address, paramsHash, rules }] as const;
    }),
  );
  return Object.fromEntries(votes);
}

/**
 * What a multi-call scheme may call: its own list (rc.45), or that of its constraints contract.
 * @returns undefined if it may call every contract
 */
async function readMayCall(
  reader: BlockReader,
  scheme: Contract,
  { schemeConstraints: at }: Values,
): Promise<Inspected<readonly string[] | undefined>> {
  if (scheme.has("whitelistedContracts")) {
    return await attempt(() => readList(scheme, "whitelistedContracts"));
  }
  if (typeof at !== "string" || at === ZeroAddress) return undefined;
  const described = await describeContract(reader, at);
  const constraints = openContract(reader, described);
  if (constraints?.has("getContractsWhiteList") !== true) {
    const notRead = `its constraints ${described.address} are not a contract of Arc's`;
    return { notRead, unknowable: true };
  }
  return await attempt(async () => {
    const isOpen =
      constraints.has("enableWhitelisting") &&
      (await constraints.value("enableWhitelisting")) !== true;
    if (isOpen) return undefined;
    const listed = (await constraints.value("getContractsWhiteList")) as readonly string[];
    return await readMarked(constraints, [...listed]);
  });
}

/** Reads a list from a getter that returns one element at a time and no length. */
async function readList(contract: Contract, functionName: string): Promise<readonly string[]> {
  const list: string[] = [];
  for (;;) {
    try {
      list.push(String(await contract.value(functionName, list.length)));
      if (list.length > LONGEST) throw new Error(`its list has more than ${LONGEST} elements`);
    } catch (error) {
      if (error instanceof CallRefused) return list;
      throw error;
    }
  }
}

/** The list is from the deployment; later changes by the DAO are only stored per contract. */
export async function readMarked(contract: Contract, listed: readonly string[]): Promise<string[]> {
  const changed = await addressesOfEvents(contract, "UpdatedContractsWhitelist");
  const all = [...new Set([...listed, ...changed])];
  const marks = await Promise.all(
    all.map((address) => contract.value("contractsWhiteListMap", address)),
  );
  return all.filter((_, index) => marks[index] === true);
}

/** Addresses in the first list of an event. */
export async function addressesOfEvents(
  contract: Contract,
  eventName: string,
): Promise<readonly string[]> {
  const events = await contract.events([eventName]);
  return events.flatMap(({ values }) => [...(values[0] as readonly string[])]);
}
