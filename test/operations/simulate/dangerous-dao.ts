import { getAddress, parseEther, toQuantity, zeroPadValue, ZeroAddress, ZeroHash } from "ethers";

import { encodeCall, functionEntry, hasFunction } from "../../../src/foundation/arc/abi.js";
import type { Contract } from "../../../src/engine/migration/deployer.js";
import { parseDraft, type DraftInput } from "../../../src/operations/simulate/drafts/draft.js";
import { findProposal } from "../../../src/operations/simulate/find-proposal.js";
import { openSession, type Session } from "../../../src/operations/simulate/session.js";
import { simulateDraft, simulateOn } from "../../../src/operations/simulate/simulate-proposal.js";
import type { Simulation } from "../../../src/operations/simulate/simulation.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { SMALL_DAO, withBase, type ChainWithBase } from "../../engine/migration/with-base.js";

const at = (digits: string): string => getAddress(`0x${digits.repeat(20)}`);
/** Nobody of them can pass a proposal alone. */
export const [LARGE, MIDDLE, SMALL] = [at("a1"), at("b2"), at("c3")] as const;
/** Has nothing to do with the DAO. */
export const STRANGER = at("ab");
/** Unknown code: a machine; a constraint that refuses everything; one that keeps an owner in its first slot. */
export const [STOPS, REFUSES, OWNED] = [at("50"), at("60"), at("70")] as const;
const CODES = {
  [STOPS]: "0x00",
  [REFUSES]: "0x60206000f3",
  [OWNED]: "0x60043560005500",
};

/** How votes are counted: a voting machine, and the hash of its parameters. */
export interface Votes {
  readonly machine: string;
  readonly hash: string;
}

/** A proposal that no draft describes: a call of a scheme, sent on the chain. */
interface RawProposal {
  readonly scheme: string;
  readonly functionName: string;
  readonly args: readonly unknown[];
}

export type Proposed = DraftInput | RawProposal;

export interface DangerousDao extends ChainWithBase {
  readonly dao: DaoResult;
  /** The DAO's own rules. */
  readonly own: Votes;
  /** Any of its holders decides alone. */
  readonly loose: Votes;
  readonly token: string;
  /** May call the mock, {@link OWNED} and the DAO's token. */
  readonly generic: Readonly<Record<"mock" | "owned" | "token", string>>;
  readonly mock: Contract;
  readonly scheme: (name: string) => string;
  readonly encode: (name: string, functionName: string, args: readonly unknown[]) => string;
  readonly deploy: (name: string, args?: readonly unknown[]) => Promise<string>;
  readonly send: (
    name: string,
    to: string,
    functionName: string,
    args: readonly unknown[],
  ) => Promise<string>;
  /** Parameters of a scheme or voting machine; values by their names in the ABI. */
  readonly set: (
    name: string,
    to: string,
    values: Readonly<Record<string, unknown>>,
  ) => Promise<string>;
  readonly votes: (name: string, percent: number, behalf?: string) => Promise<Votes>;
  readonly genesis: (changes: Readonly<Record<number, bigint>>, machine?: string) => Promise<Votes>;
  /** A generic scheme that is not registered, and its parameters hash. */
  readonly makeGeneric: (
    target: string,
    votes: Votes,
  ) => Promise<{ readonly scheme: string; readonly paramsHash: string }>;
  readonly paramsHashOf: (scheme: string) => Promise<string>;
}

/** The parameters of the DAO's own votes, in wei: 50 %, and so at least two holders. */
const WEI = 10n ** 18n;
const GENESIS = [50n, 1800n, 600n, 600n, 2000n, 300n, 5n * WEI, 1n, 100n * WEI, 10n, 0n];

/** Makes a DAO with three holders of which none decides alone; the account that made it is no scheme of it. */
export async function withDangerousDao<Result>(
  version: string,
  run: (dao: DangerousDao) => Promise<Result>,
): Promise<Result> {
  return await withBase(version, async (chain) => await run(await make(chain)));
}

async function make(chain: ChainWithBase): Promise<DangerousDao> {
  const { deployer, release, connection, base, read } = chain;
  const { provider } = connection;
  const request = async (method: string, ...params: unknown[]) =>
    await provider.request({ method, params });
  const encode: DangerousDao["encode"] = (name, functionName, args) =>
    encodeCall(functionEntry(release.artifact(name), functionName), [...args]);
  const send: DangerousDao["send"] = async (name, to, functionName, args) => {
    const call = { from: deployer.account, to, data: encode(name, functionName, args) };
    const answer = String(await request("eth_call", call, "latest"));
    await request("eth_sendTransaction", call);
    return answer;
  };
  let count = 0;
  const deploy: DangerousDao["deploy"] = async (name, args = []) =>
    (await deployer.deploy(`dangerous/${++count}`, release.artifact(name), [...args])).address;
  const set: DangerousDao["set"] = async (name, to, values) => {
    const inputs = functionEntry(release.artifact(name), "setParameters").inputs ?? [];
    const usual: Readonly<Record<string, unknown>> = {
      ...{ _orgNativeTokenFee: 0n, _allowOwner: false, _voteOnBehalf: ZeroAddress },
    };
    const args = inputs.map((input) => values[input.name] ?? usual[input.name]);
    return await send(name, to, "setParameters", args);
  };
  const founders = [
    { address: LARGE, tokens: 1000, reputation: 400 },
    { address: MIDDLE, tokens: 1000, reputation: 350 },
    { address: SMALL, tokens: 1000, reputation: 250 },
  ];
  const { dao } = await chain.make({
    ...{ ...SMALL_DAO, founders, useDaoCreator: false, unregisterOwner: false },
    schemes: {
      ContributionReward: true,
      SchemeRegistrar: true,
      UpgradeScheme: true,
      GlobalConstraintRegistrar: true,
    },
  });
  const scheme: DangerousDao["scheme"] = (name) =>
    dao.Schemes.find((each) => each.name === name)!.address;
  const paramsHashOf: DangerousDao["paramsHashOf"] = async (address) =>
    String(await read("Controller", dao.Controller, "getSchemeParameters", address, dao.Avatar));
  const reward = scheme("ContributionReward");
  const values = (await read(
    "ContributionReward",
    reward,
    "parameters",
    await paramsHashOf(reward),
  )) as readonly unknown[];
  const hash = String(values.find((each) => /^0x[0-9a-f]{64}$/.test(String(each))));
  const own = { machine: base.GenesisProtocol, hash };
  const votes: DangerousDao["votes"] = async (name, percent, behalf = ZeroAddress) => {
    const machine = await deploy(name);
    const set_ = { _precReq: BigInt(percent), _voteOnBehalf: behalf };
    return { machine, hash: await set(name, machine, set_) };
  };
  const makeGeneric: DangerousDao["makeGeneric"] = async (target, by) => {
    const made = await deploy("GenericScheme");
    if (hasFunction(release.artifact("GenericScheme"), "initialize")) {
      const args = [dao.Avatar, by.machine, by.hash, target];
      await send("GenericScheme", made, "initialize", args);
      return { scheme: made, paramsHash: ZeroHash };
    }
    const fields = { _voteParams: by.hash, _intVote: by.machine, _contractToCall: target };
    return { scheme: made, paramsHash: await set("GenericScheme", made, fields) };
  };
  for (const [address, code] of Object.entries(CODES))
    await request("hardhat_setCode", address, code);
  await request("hardhat_setStorageAt", OWNED, "0x0", zeroPadValue(dao.Avatar, 32));
  const mock = await deployer.deploy("dangerous/mock", release.artifact("ActionMock"));
  const generic: Record<string, string> = {};
  const targets = { mock: mock.address, owned: OWNED, token: dao.NativeToken };
  for (const [name, target] of Object.entries(targets)) {
    const { scheme: made, paramsHash } = await makeGeneric(target, own);
    const registered = [made, paramsHash, "0x00000010", dao.Avatar];
    await send("Controller", dao.Controller, "registerScheme", registered);
    generic[name] = made;
  }
  const ether = toQuantity(parseEther("10"));
  await request("eth_sendTransaction", { from: deployer.account, to: dao.Avatar, value: ether });
  await send("Controller", dao.Controller, "mintTokens", [
    parseEther("100"),
    dao.Avatar,
    dao.Avatar,
  ]);
  await send("Controller", dao.Controller, "unregisterSelf", [dao.Avatar]);
  return {
    ...{ ...chain, dao, own, scheme, encode, deploy, send, set, votes, makeGeneric, mock },
    ...{ loose: await votes("AbsoluteVote", 1), token: dao.NativeToken, paramsHashOf },
    generic: generic as DangerousDao["generic"],
    genesis: async (changes, machine = base.GenesisProtocol) => {
      const params = GENESIS.map((value, index) => changes[index] ?? value);
      const fields = { _params: params, _voteOnBehalf: ZeroAddress };
      return { machine, hash: await set("GenesisProtocol", machine, fields) };
    },
  };
}

/** A proposal, with its ID if it is on the chain, or why it could not be made. */
export type Made = readonly [proposed: Proposed, id?: string] | Error;

/** Simulates proposals on one fork, each alone. A failure is that proposal's. */
export async function simulateAll(
  d: DangerousDao,
  makers: readonly ((d: DangerousDao) => Promise<Proposed>)[],
): Promise<readonly (Simulation | Error)[]> {
  return await simulateMade(d, await makeAll(d, makers));
}

export async function makeAll(
  d: DangerousDao,
  makers: readonly ((d: DangerousDao) => Promise<Proposed>)[],
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const make of makers) {
    made.push(
      await make(d)
        .then(async (each) =>
          "kind" in each ? ([each] as const) : ([each, await proposeRaw(d, each)] as const),
        )
        .catch(asError),
    );
  }
  return made;
}

export async function simulateMade(
  d: DangerousDao,
  made: readonly Made[],
): Promise<readonly (Simulation | Error)[]> {
  const session = await openSession(d.connection.provider, d.dao.Avatar);
  try {
    const results: (Simulation | Error)[] = [];
    for (const each of made) {
      results.push(
        each instanceof Error ? each : await simulateOne(session, ...each).catch(asError),
      );
    }
    return results;
  } finally {
    await session.chain.close();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

async function simulateOne(session: Session, proposed: Proposed, id?: string): Promise<Simulation> {
  if ("kind" in proposed)
    return await simulateDraft(session, parseDraft(proposed, "it"), { alone: true });
  return await simulateOn(session, findProposal(session.inspection, id!), { alone: true });
}

async function proposeRaw(d: DangerousDao, raw: RawProposal): Promise<string> {
  const { name } = d.dao.Schemes.find(({ address }) => address === raw.scheme)!;
  const { inputs = [] } = functionEntry(d.release.artifact(name), raw.functionName);
  const args = [...raw.args, "a description"].slice(0, inputs.length);
  return await d.send(name, raw.scheme, raw.functionName, args);
}

/** Everything that a simulation says about powers. */
export function saidOf({ powers }: Simulation): string {
  return powers.changes.map(({ what }) => what).join("\n");
}

/** Sends a transaction from any account. */
export async function sendFrom(d: DangerousDao, from: string, to: string, data: string) {
  const { provider } = d.connection;
  await provider.request({ method: "hardhat_impersonateAccount", params: [from] });
  await provider.request({ method: "hardhat_setBalance", params: [from, "0xde0b6b3a7640000"] });
  const params = [{ from, to, data }];
  await provider.request({ method: "eth_sendTransaction", params });
}

/** Calls the controller as the SchemeRegistrar would. */
export async function asRegistrar(d: DangerousDao, name: string, args: readonly unknown[]) {
  const data = d.encode("Controller", name, args);
  await sendFrom(d, d.scheme("SchemeRegistrar"), d.dao.Controller, data);
}

/** Registers a scheme without a vote, and returns its address. */
export async function registered(
  d: DangerousDao,
  scheme: string,
  permissions = "01",
): Promise<string> {
  const args = [scheme, ZeroHash, `0x000000${permissions}`, d.dao.Avatar];
  await asRegistrar(d, "registerScheme", args);
  return scheme;
}
