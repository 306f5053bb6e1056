import { getAddress, toQuantity, zeroPadValue, ZeroAddress, ZeroHash } from "ethers";

import { encodeCall, functionEntry, hasFunction } from "../../../src/foundation/arc/abi.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
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
type Args = readonly unknown[];

/** A DAO on a chain in this process, and what its tests do there. */
export interface DaoOnChain extends ChainWithBase {
  readonly dao: DaoResult;
  /** The DAO's own rules. */
  readonly own: Votes;
  readonly ask: (method: string, ...params: unknown[]) => Promise<unknown>;
  readonly scheme: (name: string) => string;
  readonly paramsHashOf: (scheme: string) => Promise<string>;
  readonly encode: (name: string, functionName: string, args: Args) => string;
  readonly deploy: (name: string, args?: Args) => Promise<string>;
  /** Deploys a contract, and initializes it for the DAO. */
  readonly initialized: (name: string, ...args: Args) => Promise<string>;
  readonly send: (name: string, to: string, functionName: string, args: Args) => Promise<string>;
  /** Sends from any account, as nobody can on a chain. */
  readonly sendFrom: (from: string, to: string, data: string) => Promise<void>;
  /** Calls the controller as the SchemeRegistrar would: without a vote. */
  readonly asRegistrar: (functionName: string, ...args: Args) => Promise<void>;
  readonly registered: (scheme: string, permissions?: string, hash?: string) => Promise<string>;
}

export interface DangerousDao extends DaoOnChain {
  /** Any of its holders decides alone. */
  readonly loose: Votes;
  readonly token: string;
  /** May call the mock, {@link OWNED} and the DAO's token. */
  readonly generic: Readonly<Record<"mock" | "owned" | "token", string>>;
  readonly mock: string;
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
    votes?: Votes,
  ) => Promise<{ readonly scheme: string; readonly paramsHash: string }>;
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

/** Makes a DAO of whose controller the deploying account stays a scheme. */
export async function makeDao(
  chain: ChainWithBase,
  raw: Pick<MigrationParameters, "schemes" | "founders">,
): Promise<DaoOnChain> {
  const { deployer, release, connection, base, read } = chain;
  const { dao } = await chain.make({
    ...{ ...SMALL_DAO, ...raw, useDaoCreator: false, unregisterOwner: false },
  });
  const { Avatar: avatar, Controller: controller } = dao;
  const ask: DaoOnChain["ask"] = async (method, ...params) =>
    await connection.provider.request({ method, params });
  const encode: DaoOnChain["encode"] = (name, functionName, args) =>
    encodeCall(functionEntry(release.artifact(name), functionName), [...args]);
  let count = 0;
  const deploy: DaoOnChain["deploy"] = async (name, args = []) =>
    (await deployer.deploy(`dangerous/${++count}`, release.artifact(name), [...args])).address;
  const send: DaoOnChain["send"] = async (name, to, functionName, args) => {
    const call = { from: deployer.account, to, data: encode(name, functionName, args) };
    const answer = String(await ask("eth_call", call, "latest"));
    await ask("eth_sendTransaction", call);
    return answer;
  };
  const sendFrom: DaoOnChain["sendFrom"] = async (from, to, data) => {
    await ask("hardhat_impersonateAccount", from);
    await ask("hardhat_setBalance", from, toQuantity(WEI));
    await ask("eth_sendTransaction", { from, to, data });
  };
  const scheme: DaoOnChain["scheme"] = (name) =>
    dao.Schemes.find((each) => each.name === name)!.address;
  const paramsHashOf: DaoOnChain["paramsHashOf"] = async (address) =>
    String(await read("Controller", controller, "getSchemeParameters", address, avatar));
  const reward = scheme("ContributionReward");
  const hash = await paramsHashOf(reward);
  const values = await read("ContributionReward", reward, "parameters", hash);
  const isHash = (each: unknown): boolean => /^0x[0-9a-f]{64}$/.test(String(each));
  const asRegistrar: DaoOnChain["asRegistrar"] = async (name, ...args) => {
    const data = encode("Controller", name, [...args, avatar]);
    await sendFrom(scheme("SchemeRegistrar"), controller, data);
  };
  return {
    ...{ ...chain, dao, ask, scheme, paramsHashOf, encode, deploy, send, sendFrom, asRegistrar },
    own: {
      machine: base.GenesisProtocol,
      hash: String((values as readonly unknown[]).find(isHash)),
    },
    initialized: async (name, ...args) => {
      const made = await deploy(name);
      await send(name, made, "initialize", [avatar, ...args]);
      return made;
    },
    registered: async (made, permissions = "01", paramsHash = ZeroHash) => {
      await asRegistrar("registerScheme", made, paramsHash, `0x000000${permissions}`);
      return made;
    },
  };
}

async function make(chain: ChainWithBase): Promise<DangerousDao> {
  const names = ["ContributionReward", "SchemeRegistrar", "UpgradeScheme"];
  const d = await makeDao(chain, {
    founders: [
      { address: LARGE, tokens: 1000, reputation: 400 },
      { address: MIDDLE, tokens: 1000, reputation: 350 },
      { address: SMALL, tokens: 1000, reputation: 250 },
    ],
    schemes: Object.fromEntries(
      [...names, "GlobalConstraintRegistrar"].map((each) => [each, true]),
    ),
  });
  const { dao, ask, deploy, send, own, release, deployer } = d;
  const set: DangerousDao["set"] = async (name, to, values) => {
    const inputs = functionEntry(release.artifact(name), "setParameters").inputs ?? [];
    const usual: Readonly<Record<string, unknown>> = {
      ...{ _orgNativeTokenFee: 0n, _allowOwner: false, _voteOnBehalf: ZeroAddress },
    };
    const args = inputs.map((input) => values[input.name] ?? usual[input.name]);
    return await send(name, to, "setParameters", args);
  };
  const votes: DangerousDao["votes"] = async (name, percent, behalf = ZeroAddress) => {
    const machine = await deploy(name);
    const set_ = { _precReq: BigInt(percent), _voteOnBehalf: behalf };
    return { machine, hash: await set(name, machine, set_) };
  };
  const makeGeneric: DangerousDao["makeGeneric"] = async (target, { machine, hash } = own) => {
    const name = "GenericScheme";
    if (hasFunction(release.artifact(name), "initialize")) {
      return { scheme: await d.initialized(name, machine, hash, target), paramsHash: ZeroHash };
    }
    const scheme = await deploy(name);
    const fields = { _voteParams: hash, _intVote: machine, _contractToCall: target };
    return { scheme, paramsHash: await set(name, scheme, fields) };
  };
  for (const [address, code] of Object.entries(CODES)) await ask("hardhat_setCode", address, code);
  await ask("hardhat_setStorageAt", OWNED, "0x0", zeroPadValue(dao.Avatar, 32));
  const mock = await deploy("ActionMock");
  const generic: Record<string, string> = {};
  for (const [name, target] of Object.entries({ mock, owned: OWNED, token: dao.NativeToken })) {
    const { scheme, paramsHash } = await makeGeneric(target);
    generic[name] = await d.registered(scheme, "10", paramsHash);
  }
  const value = toQuantity(10n * WEI);
  await ask("eth_sendTransaction", { from: deployer.account, to: dao.Avatar, value });
  await d.asRegistrar("mintTokens", 100n * WEI, dao.Avatar);
  await send("Controller", dao.Controller, "unregisterSelf", [dao.Avatar]);
  return {
    ...{ ...d, set, votes, makeGeneric, mock, token: dao.NativeToken },
    loose: await votes("AbsoluteVote", 1),
    generic: generic as DangerousDao["generic"],
    genesis: async (changes, machine = own.machine) => {
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
  await using session = await openSession(d.connection.provider, d.dao.Avatar);
  const results: (Simulation | Error)[] = [];
  for (const each of made) {
    results.push(each instanceof Error ? each : await simulateOne(session, ...each).catch(asError));
  }
  return results;
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
