import { parseEther, toQuantity, ZeroAddress, ZeroHash } from "ethers";

import { encodeCall, functionEntry } from "../../../src/foundation/arc/abi.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { Contract } from "../../../src/engine/migration/deployer.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { SMALL_DAO, withBase, type ChainWithBase } from "../../engine/migration/with-base.js";

const DESCRIPTION = "a trap";
const SCHEMES = { ContributionReward: true, SchemeRegistrar: true, UpgradeScheme: true };

/** A DAO whose proposals do not do what they say. */
export interface TrapDao extends ChainWithBase {
  readonly dao: DaoResult;
  readonly provider: Eip1193Provider;
  /** Sends a transaction to a contract of the release. */
  readonly send: (name: string, to: string, functionName: string, args: unknown[]) => Promise<void>;
  readonly encode: (name: string, functionName: string, args: unknown[]) => string;
  readonly scheme: (name: string) => string;
  /** Proposes, and returns the proposal ID. */
  readonly propose: (scheme: string, functionName: string, args: unknown[]) => Promise<string>;
  readonly proposeEther: (amount: bigint, beneficiary: string) => Promise<string>;
  readonly multiCall: Contract;
  readonly genericScheme: Contract;
  readonly mock: Contract;
  readonly close: () => void;
}

/**
 * Deploys the DAO on a chain in this process, with 10 ether in its treasury. `close` ends the chain.
 * @param schemes in addition to those that the DAO always has
 */
export async function openTrapDao(
  version = "rc.57",
  schemes: MigrationParameters["schemes"] = {},
): Promise<TrapDao> {
  return await new Promise((resolve, reject) => {
    withBase(version, async (chain) => {
      const trap = await make(chain, schemes);
      await new Promise<void>((close) => {
        resolve({ ...trap, close });
      });
    }).catch(reject);
  });
}

async function make(
  chain: ChainWithBase,
  schemes: MigrationParameters["schemes"],
): Promise<Omit<TrapDao, "close">> {
  const { deployer, release, base, read, connection } = chain;
  const { provider } = connection;
  const encode: TrapDao["encode"] = (name, functionName, args) =>
    encodeCall(functionEntry(release.artifact(name), functionName), args);
  const send: TrapDao["send"] = async (name, to, functionName, args) => {
    const data = encode(name, functionName, args);
    const params = [{ from: deployer.account, to, data }];
    await provider.request({ method: "eth_sendTransaction", params });
  };
  const raw = { ...SMALL_DAO, useDaoCreator: false, unregisterOwner: false };
  const { dao } = await chain.make({ ...raw, schemes: { ...SCHEMES, ...(schemes as object) } });
  const scheme: TrapDao["scheme"] = (name) =>
    dao.Schemes.find((each) => each.name === name)!.address;
  const paramsHash = await paramsOf(chain, dao);
  const [mock, multiCall, genericScheme] = (await Promise.all(
    ["ActionMock", "GenericSchemeMultiCall", "GenericScheme"].map(
      async (name) => await deployer.deploy(`trap/${name}`, release.artifact(name)),
    ),
  )) as [Contract, Contract, Contract];
  const machine = base.GenesisProtocol;
  const calls = [dao.Avatar, machine, paramsHash];
  await send("GenericSchemeMultiCall", multiCall.address, "initialize", [...calls, ZeroAddress]);
  await send("GenericScheme", genericScheme.address, "initialize", [...calls, mock.address]);
  for (const [address, permissions] of [
    [genericScheme.address, "0x00000010"],
    [multiCall.address, "0x00000010"],
    // Whatever calls as the avatar can then do everything, as in dxDAO.
    [dao.Avatar, "0x0000001f"],
  ] as const) {
    const args = [address, ZeroHash, permissions, dao.Avatar];
    await send("Controller", dao.Controller, "registerScheme", args);
  }
  const value = toQuantity(parseEther("10"));
  const params = [{ from: deployer.account, to: dao.Avatar, value }];
  await provider.request({ method: "eth_sendTransaction", params });
  const propose: TrapDao["propose"] = async (to, functionName, args) => {
    const entry = [...dao.Schemes.map(({ name, address }) => [name, address] as const)];
    const name =
      entry.find(([, address]) => address === to)?.[0] ??
      (to === multiCall.address ? "GenericSchemeMultiCall" : "GenericScheme");
    const data = encode(name, functionName, [...args, DESCRIPTION].slice(0, args.length + 1));
    const call = [{ from: deployer.account, to, data }];
    const id = String(await provider.request({ method: "eth_call", params: call }));
    await provider.request({ method: "eth_sendTransaction", params: call });
    return id;
  };
  return {
    ...chain,
    provider,
    dao,
    read,
    send,
    encode,
    scheme,
    propose,
    proposeEther: async (amount, beneficiary) => {
      const to = scheme("ContributionReward");
      const rewards = [0n, amount, 0n, 1n, 1n];
      const data = encode("ContributionReward", "proposeContributionReward", [
        dao.Avatar,
        DESCRIPTION,
        0n,
        rewards,
        ZeroAddress,
        beneficiary,
      ]);
      const call = [{ from: deployer.account, to, data }];
      const id = String(await provider.request({ method: "eth_call", params: call }));
      await provider.request({ method: "eth_sendTransaction", params: call });
      return id;
    },
    multiCall,
    genericScheme,
    mock,
  };
}

/** Returns the hash of the DAO's vote parameters. */
async function paramsOf({ read }: ChainWithBase, dao: DaoResult): Promise<string> {
  const { address } = dao.Schemes.find(({ name }) => name === "ContributionReward")!;
  const args = [address, dao.Avatar];
  const own = await read("Controller", dao.Controller, "getSchemeParameters", ...args);
  const [voteParams] = (await read("ContributionReward", address, "parameters", own)) as [string];
  return voteParams;
}
