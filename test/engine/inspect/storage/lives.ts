import { encodeBytes32String, Interface, toBeHex, ZeroHash } from "ethers";

import { hasFunction } from "../../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import type { DaoResult } from "../../../../src/foundation/result/result.js";
import { withDeployer } from "../../../simulated-chain.js";
import type { ChainWithBase } from "../../migration/with-base.js";
import { Dao } from "../raw-dao.js";
import { RawCalls } from "../raw-calls.js";

/** Creation code of contracts that look before, after, and both, and refuse nothing. */
const LOOKS = ["366004141560005260206000f3", "600160005260206000f3", "600260005260206000f3"];

/** Creation code that writes numbers into storage, and leaves the given code, whatever its own would have done. */
export function creationOf(runtime: string, storage: ReadonlyMap<bigint, bigint> = new Map()) {
  const hex = (number: bigint): string => toBeHex(number, 32).slice(2);
  const writes = [...storage].map(([slot, value]) => `7f${hex(value)}7f${hex(slot)}55`).join("");
  const length = (runtime.length / 2).toString(16).padStart(4, "0");
  const start = (writes.length / 2 + 15).toString(16).padStart(4, "0");
  return `0x${writes}61${length}61${start}60003961${length}6000f3${runtime}`;
}

/** A chain and the release of a DAO that is made of its contracts alone. */
type Place = Pick<ChainWithBase, "release"> & {
  readonly connection: Pick<ChainWithBase["connection"], "provider">;
  readonly deployer: { readonly testAccounts: readonly string[] };
};

/** The DAO's other three contracts, in the order of the controller's slots. */
type Parts = readonly [avatar: string, token: string, reputation: string];

interface Making {
  readonly isUniversal?: boolean;
  /** Creates the controller; default: as anybody does. */
  readonly controllerOf?: (calls: RawCalls, parts: Parts) => Promise<string>;
}

/** Runs with a DAO of any release, made of its four contracts alone, by an account that keeps all permissions. */
export async function withAssembled(
  version: string,
  run: (dao: Dao) => Promise<void>,
  making: Making = {},
): Promise<void> {
  await withDeployer(async (deployer, connection) => {
    const release = await openArcRelease(version);
    await run(await assemble({ deployer, connection, release }, making));
  });
}

/** Creates a DAO on any chain with accounts. */
export async function assemble(place: Place, making: Making = {}): Promise<Dao> {
  const { isUniversal = false } = making;
  // What needs a base is not used.
  const chain = place as unknown as ChainWithBase;
  const calls = new RawCalls(chain);
  const inputsOf = (contract: string): readonly { type: string }[] =>
    new Interface(place.release.artifact(contract).abi).deploy.inputs;
  const words = ["The token", "A symbol longer than the thirty-one bytes of a slot", 10n ** 30n];
  const token = await calls.deploy("DAOToken", words.slice(0, inputsOf("DAOToken").length));
  const reputation = await calls.deploy("Reputation");
  const isShort = inputsOf("Avatar")[0]?.type === "bytes32";
  const name = isShort ? encodeBytes32String("A short name") : "A name that has more than 31 bytes";
  const avatar = await calls.deploy("Avatar", [name, token, reputation]);
  const kind = isUniversal ? "UController" : "Controller";
  const controller =
    (await making.controllerOf?.(calls, [avatar, token, reputation])) ??
    (await calls.deploy(kind, isUniversal ? [] : [avatar]));
  for (const [contract, at] of [
    ["DAOToken", token],
    ["Reputation", reputation],
    ["Avatar", avatar],
  ] as const) {
    await calls.send(contract, at, "transferOwnership", [controller]);
  }
  if (isUniversal) await calls.send(kind, controller, "newOrganization", [avatar]);
  return new Dao(chain, {
    Avatar: avatar,
    Controller: controller,
    NativeToken: token,
    NativeReputation: reputation,
  } as DaoResult);
}

/** Has a DAO do everything that writes to its contracts' storage. */
export async function live(dao: Dao): Promise<void> {
  const { accounts, chain } = dao;
  const { NativeToken: token } = dao.dao;
  for (const [index, account] of accounts.slice(1, 7).entries()) {
    await dao.control("mintReputation", 10n ** 18n + BigInt(index), account);
    await dao.control("mintTokens", 5n, account);
  }
  await dao.control("mintReputation", 7n, accounts[1]);
  if (hasFunction(chain.release.artifact("Controller"), "burnReputation")) {
    await dao.control("burnReputation", 3n, accounts[1]);
    await dao.control("burnReputation", 10n ** 30n, accounts[2]);
  } else {
    await dao.control("mintReputation", -3n, accounts[1]);
    await dao.control("mintReputation", -(10n ** 30n), accounts[2]);
  }
  // Early tokens have a second `transfer`.
  const abi = new Interface(chain.release.artifact("DAOToken").abi);
  const ofToken = async (from: number, name: string, ...args: unknown[]): Promise<void> => {
    const types = args.map((arg) => (typeof arg === "string" ? "address" : "uint256")).join();
    const data = abi.encodeFunctionData(`${name}(${types})`, args);
    await dao.transact({ to: token, data }, { from });
  };
  await ofToken(1, "transfer", accounts[8], 2n);
  await ofToken(2, "transfer", accounts[8], 5n);
  await ofToken(3, "approve", accounts[8], 4n);
  await ofToken(8, "transferFrom", accounts[3], accounts[9], 1n);
  await ofToken(4, "approve", accounts[8], 4n);
  await ofToken(4, "approve", accounts[8], 0n);
  await ofToken(5, "burn", 2n);
  await dao.register(accounts[5]!, "0x00000009", `0x${"12".repeat(32)}`);
  await dao.register(accounts[6]!, "0x0000000f");
  await dao.control("unregisterScheme", accounts[6]);
  const constraints: string[] = [];
  for (const runtime of [...LOOKS, ...LOOKS]) {
    const { contractAddress } = await dao.transact({ data: creationOf(runtime) });
    constraints.push(contractAddress);
    await dao.control("addGlobalConstraint", contractAddress, ZeroHash);
  }
  await dao.control("addGlobalConstraint", constraints[2], `0x${"34".repeat(32)}`);
  // The first and the last of a list; another one stays.
  for (const place of [0, 1, 5]) {
    await dao.control("removeGlobalConstraint", constraints[place]);
  }
}
