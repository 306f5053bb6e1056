import { ZeroAddress, ZeroHash, type FunctionFragment } from "ethers";

import type {
  JsonValue,
  Read,
  SchemeParametersDescription,
  VoteParametersDescription,
} from "../description.js";
import { attempt, isNotRead, Unknowable } from "../reading/attempt.js";
import { CallRefused, type BlockReader } from "../reading/block-reader.js";
import { jsonByName, textOf, type Contract } from "../reading/contract.js";
import { describeContract, openContract } from "../reading/identify.js";
import { readVoteRules } from "./vote-rules.js";
import { readWhiteList } from "./white-list.js";

/** Names of a voting machine and of the hashes under which it keeps rules, in schemes of all kinds. */
export const MACHINE = /^(intVote|votingMachine)$/;
const VOTE_PARAMETERS = /^vote\w*Params$/;
/** Of every scheme, and said elsewhere. */
const NOT_PARAMETERS = /^(avatar|owner|isOwner|hashedParameters)$/;
/** A function whose name says that it is one; its argument of `initialize` has the name. */
const AGREEMENT = "getAgreementHash";
/** Constants of the code. */
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/**
 * What a scheme was set up with: a scheme of many DAOs keeps it under a hash, one of a single DAO has a
 * function for each value.
 * @param paramsHash as the controller has it
 */
export async function readSchemeParameters(
  reader: BlockReader,
  scheme: Contract,
  paramsHash: string,
): Promise<SchemeParametersDescription> {
  const byHash = scheme.abi.getFunction("parameters");
  const kept = byHash?.inputs.length === 1 ? "hash" : "own";
  const values =
    kept === "hash"
      ? jsonByName((await scheme.read("parameters", paramsHash)).toArray(), byHash!.outputs)
      : await readOwn(scheme);
  if (kept === "hash" && Object.values(values).every(isNothing)) {
    throw new Unknowable(
      paramsHash === ZeroHash
        ? "it is registered without parameters"
        : "it has no parameters under its parameters hash",
    );
  }
  const constraints = await readConstraints(reader, scheme, values);
  const owner = await readOwner(scheme);
  return {
    kept,
    values: { ...values, ...constraints?.values },
    votes: await readVotes(reader, values),
    ...(kept === "own" && owner !== undefined && { owner }),
    ...(constraints?.mayCall !== undefined && { mayCall: constraints.mayCall }),
  };
}

/** Who may do what a contract keeps to its owner; undefined if it has none. */
export async function readOwner(contract: Contract): Promise<Read<string> | undefined> {
  if (!contract.has("owner")) return undefined;
  return await attempt(async () => String(await contract.value("owner")));
}

/** What every function says that takes nothing and changes nothing. */
export async function readOwn(
  scheme: Contract,
  except = NOT_PARAMETERS,
): Promise<Record<string, JsonValue>> {
  const getters: FunctionFragment[] = [];
  scheme.abi.forEachFunction((fragment) => {
    if (!fragment.constant || fragment.inputs.length > 0) return;
    if (except.test(fragment.name) || CONSTANT.test(fragment.name)) return;
    getters.push(fragment);
  });
  getters.sort((a, b) => (a.name < b.name ? -1 : 1));
  const nameOf = (name: string) => (name === AGREEMENT ? "agreementHash" : name);
  const values = await Promise.all(
    getters.map(async ({ name, outputs }): Promise<[string, JsonValue][]> => {
      const result = await attempt(async () =>
        jsonByName((await scheme.read(name)).toArray(), outputs),
      );
      if (isNotRead(result)) return [[nameOf(name), { notRead: result.notRead }]];
      return outputs.length === 1
        ? [[nameOf(name), Object.values(result)[0]!]]
        : Object.entries(result);
    }),
  );
  return Object.fromEntries(values.flat());
}

async function readVotes(
  reader: BlockReader,
  values: Readonly<Record<string, JsonValue>>,
): Promise<Record<string, VoteParametersDescription>> {
  const machineAt = Object.entries(values).find(([name]) => MACHINE.test(name))?.[1];
  if (typeof machineAt !== "string" || machineAt === ZeroAddress) return {};
  const described = await describeContract(reader, machineAt);
  const machine = openContract(reader, described);
  const hashes = Object.entries(values).filter(([name]) => VOTE_PARAMETERS.test(name));
  const votes = await Promise.all(
    hashes.map(async ([name, hash]) => {
      const paramsHash = textOf(hash);
      const rules = await attempt(() => readVoteRules(machine, described, paramsHash));
      return [name, { votingMachine: described.address, paramsHash, rules }] as const;
    }),
  );
  return Object.fromEntries(votes);
}

interface Constraints {
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Undefined where every contract may be called. */
  readonly mayCall: Read<readonly string[] | undefined>;
}

/** What a scheme of calls may call: its own list (rc.45), or that of a contract which it asks. */
async function readConstraints(
  reader: BlockReader,
  scheme: Contract,
  { schemeConstraints }: Readonly<Record<string, JsonValue>>,
): Promise<Constraints | undefined> {
  if (scheme.has("whitelistedContracts")) {
    return { values: {}, mayCall: await attempt(() => readList(scheme, "whitelistedContracts")) };
  }
  if (typeof schemeConstraints !== "string" || schemeConstraints === ZeroAddress) return undefined;
  const described = await describeContract(reader, schemeConstraints);
  const contract = openContract(reader, described);
  if (contract?.has("getContractsWhiteList") !== true) {
    return {
      values: {},
      mayCall: {
        notRead: `its constraints ${described.address} are not a contract of Arc's`,
        unknowable: true,
      },
    };
  }
  const [own, mayCall] = await Promise.all([
    readOwn(contract),
    attempt(() => readWhiteList(contract)),
  ]);
  const { contractsWhiteList: _, getContractsWhiteList: __, ...values } = own;
  return { values: { constraints: { contract: described.name ?? "", ...values } }, mayCall };
}

/** A list of which the contract gives one element at a time and not the length. */
async function readList(contract: Contract, functionName: string): Promise<readonly string[]> {
  const list: string[] = [];
  for (;;) {
    try {
      list.push(String(await contract.value(functionName, list.length)));
    } catch (error) {
      if (error instanceof CallRefused) return list;
      throw error;
    }
  }
}

function isNothing(value: JsonValue): boolean {
  return value === "0" || value === ZeroHash || value === ZeroAddress || value === false;
}
