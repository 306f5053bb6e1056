import {
  getAddress,
  Interface,
  keccak256,
  parseEther,
  toQuantity,
  toUtf8Bytes,
  ZeroHash,
} from "ethers";

import { functionEntry } from "../../../src/foundation/arc/abi.js";
import { runtimeCodes } from "../../compile-source.js";
import { HASH, HOLDERS, MINT, call, register, rewardAgain, type Attack } from "./attack.js";
import { STRANGER, type DangerousDao, type Proposed } from "./dangerous-dao.js";

const SOURCE = `
interface Scheme { function redeem(bytes32 id, address avatar, bool[4] calldata what) external; }
contract Token {
  uint8 public decimals;
  mapping(address => uint256) real;
  mapping(address => mapping(address => uint256)) public allowance;
  event Transfer(address indexed from, address indexed to, uint256 value);
  function balanceOf(address who) public view virtual returns (uint256) { return real[who]; }
  function mint(address to, uint256 amount) external {
    real[to] += amount;
    emit Transfer(address(0), to, amount);
  }
  function transfer(address to, uint256 amount) external virtual returns (bool) { return move(to, amount, 0); }
  function move(address to, uint256 amount, uint256 fee) internal returns (bool) {
    real[msg.sender] -= amount;
    real[to] += amount - fee;
    emit Transfer(msg.sender, to, amount);
    return true;
  }
  // Neither an event nor a name that everybody knows.
  function lend(address spender) external { allowance[msg.sender][spender] = type(uint256).max; }
}
contract Fees is Token {
  function transfer(address to, uint256 amount) external override returns (bool) { return move(to, amount, amount / 10); }
}
contract LiesToOthers is Token {
  function balanceOf(address who) public view override returns (uint256) { return msg.sender == who ? real[who] : 100; }
}
contract Reenters is Token {
  Scheme scheme; bytes32 id; address avatar; bool inside;
  function set(Scheme scheme_, bytes32 id_, address avatar_) external { (scheme, id, avatar) = (scheme_, id_, avatar_); }
  function transfer(address to, uint256 amount) external override returns (bool) {
    if (!inside) { inside = true; scheme.redeem(id, avatar, [false, false, true, true]); inside = false; }
    return move(to, amount, 0);
  }
}
contract Owned {
  address public owner;
  address public other;
  mapping(bytes32 => bool) approved;
  mapping(address => bool) owners;
  mapping(address => uint256) public shares;
  function set(address owner_, address other_) external { (owner, other) = (owner_, other_); }
  function approveHash(bytes32 hash) external { approved[hash] = true; }
  function isValidSignature(bytes32 hash, bytes calldata) external view returns (bytes4) {
    return approved[hash] ? bytes4(0x1626ba7e) : bytes4(0);
  }
  function addOwner(address who) external { owners[who] = true; }
  function joinFor(address who) external payable { shares[who] += msg.value; }
  function ragequit(uint256 amount, address payable to) external { shares[msg.sender] -= amount; to.transfer(amount); }
  // Only if somebody has deployed the other one, and in one block of three.
  function poke() external {
    if (other.codehash != 0 && other.code.length > 0 && uint256(blockhash(block.number - 1)) % 3 == 0) owner = other;
  }
  function deploy(bytes calldata code) external {
    address made;
    bytes memory all = code;
    assembly { made := create2(0, add(all, 32), mload(all), 0) }
    other = made;
  }
  fallback() external { (bool done, ) = other.delegatecall(msg.data); require(done); }
}
contract Library {
  address owner;
  function give(address to) external { owner = to; }
}`;
const CODES = runtimeCodes<"Token" | "Fees" | "LiesToOthers" | "Reenters" | "Owned" | "Library">(
  SOURCE,
);

const FUNCTIONS = new Interface([
  "function mint(address, uint256)",
  "function transfer(address, uint256)",
  "function lend(address)",
  "function set(address, address)",
  "function set(address, bytes32, address)",
  "function approveHash(bytes32)",
  "function addOwner(address)",
  "function joinFor(address)",
  "function ragequit(uint256, address)",
  "function poke()",
  "function deploy(bytes)",
  "function give(address)",
]);
const data = (name: string, ...args: readonly unknown[]): string =>
  FUNCTIONS.encodeFunctionData(name, args);

async function request(d: DangerousDao, method: string, ...params: unknown[]): Promise<unknown> {
  return await d.connection.provider.request({ method, params });
}

/** Puts a contract at an address of its own, and calls it. */
async function place(
  d: DangerousDao,
  name: keyof typeof CODES,
  first?: string,
  value = 0n,
): Promise<string> {
  const address = getAddress(keccak256(toUtf8Bytes(`${name} ${first}`)).slice(0, 42));
  await request(d, "hardhat_setCode", address, CODES[name]);
  const transaction = {
    from: d.deployer.account,
    to: address,
    data: first,
    value: toQuantity(value),
  };
  if (first !== undefined) await request(d, "eth_sendTransaction", transaction);
  return address;
}

const token = async (d: DangerousDao, name: keyof typeof CODES): Promise<string> =>
  await place(d, name, data("mint", d.dao.Avatar, 100n));
const owned = async (d: DangerousDao, other = STRANGER): Promise<string> =>
  await place(d, "Owned", data("set(address,address)", d.dao.Avatar, other));

/** Changes the DAO without a proposal. */
async function asRegistrar(
  d: DangerousDao,
  functionName: string,
  ...args: unknown[]
): Promise<void> {
  const from = d.scheme("SchemeRegistrar");
  await request(d, "hardhat_impersonateAccount", from);
  await request(d, "hardhat_setBalance", from, toQuantity(parseEther("1")));
  const called = d.encode("Controller", functionName, [...args, d.dao.Avatar]);
  await request(d, "eth_sendTransaction", { from, to: d.dao.Controller, data: called });
}

/** Lets the DAO call a contract by its usual votes, and proposes a call of it. */
async function calls(d: DangerousDao, to: string, callData: string): Promise<Proposed> {
  const { scheme, paramsHash } = await d.makeGeneric(to, d.own);
  await asRegistrar(d, "registerScheme", scheme, paramsHash, "0x00000010");
  return call(scheme, to, callData);
}

/** A scheme that mints, and that the DAO owns. */
async function allocation(d: DangerousDao, redeemableFrom: bigint): Promise<string> {
  const name = "FixedReputationAllocation";
  const scheme = await d.deploy(name);
  await d.send(name, scheme, "initialize", [d.dao.Avatar, parseEther("9000"), redeemableFrom]);
  await d.send(name, scheme, "transferOwnership", [d.dao.Avatar]);
  await asRegistrar(d, "registerScheme", scheme, ZeroHash, "0x00000001");
  return scheme;
}

async function initialized(d: DangerousDao, name: string, ...args: unknown[]): Promise<string> {
  const made = await d.deploy(name);
  await d.send(name, made, "initialize", [d.dao.Avatar, ...args]);
  return made;
}

const UNKNOWN_CODE = "call-to-unknown-code";
const CAP = { _cap: 10n ** 30n };

/** Attacks by what a proposal calls, pays with, and leaves for later; found long after the others. */
export const UNSEEN: readonly Attack[] = [
  {
    name: "a payment in a token that keeps a tenth",
    make: async (d) => ({
      ...{ kind: "reward", beneficiary: STRANGER, externalTokens: "10" },
      externalToken: await token(d, "Fees"),
    }),
    id: UNKNOWN_CODE,
    does: "no",
  },
  {
    name: "a payment in a token that redeems again while it is redeemed",
    modern: true,
    make: async (d) => {
      const evil = await token(d, "Reenters");
      const scheme = d.scheme("ContributionReward");
      const args = [d.dao.Avatar, "twice", 0n, [0n, parseEther("1"), 10n, 1n, 1n], evil, STRANGER];
      const entry = functionEntry(
        d.release.artifact("ContributionReward"),
        "proposeContributionReward",
      );
      if (entry.inputs?.length !== args.length) throw new Error("another release");
      const proposes = {
        from: d.deployer.account,
        to: scheme,
        data: d.encode("ContributionReward", entry.name!, args),
      };
      const id = await request(d, "eth_call", proposes, "latest");
      const set = data("set(address,bytes32,address)", scheme, id, d.dao.Avatar);
      await request(d, "eth_sendTransaction", { from: d.deployer.account, to: evil, data: set });
      return { scheme, functionName: entry.name!, args };
    },
    id: UNKNOWN_CODE,
  },
  {
    name: "a transfer of a token that tells others that nothing changes",
    make: async (d) =>
      await calls(d, await token(d, "LiesToOthers"), data("transfer", STRANGER, 100n)),
    id: "entry-falls",
  },
  {
    name: "an allowance without an event, by a function of the token's own",
    make: async (d) => await calls(d, await token(d, "Token"), data("lend", STRANGER)),
    id: "allowance-given",
    says: /entry of the DAO and 0x\w{40} .* rises to/,
    who: [STRANGER],
  },
  {
    name: "the approval of a signature (EIP-1271)",
    make: async (d) => await calls(d, await owned(d), data("approveHash", HASH)),
    id: UNKNOWN_CODE,
  },
  {
    name: "one more owner of what the DAO owns",
    make: async (d) => await calls(d, await owned(d), data("addOwner", STRANGER)),
    id: UNKNOWN_CODE,
  },
  {
    name: "a library that gives away what the DAO owns",
    make: async (d) =>
      await calls(d, await owned(d, await place(d, "Library")), data("give", STRANGER)),
    id: "ownership-given-away",
    says: /takes the DAO's place/,
    who: [STRANGER],
  },
  {
    name: "a ragequit of what the DAO has in another one",
    make: async (d) =>
      await calls(
        d,
        await place(d, "Owned", data("joinFor", d.dao.Avatar), parseEther("3")),
        data("ragequit", parseEther("3"), STRANGER),
      ),
    id: "callee-pays-others",
  },
  {
    name: "a call that waits for a contract that is deployed later, and for the last block's hash",
    make: async (d) => await calls(d, await owned(d), data("poke")),
    id: UNKNOWN_CODE,
  },
  {
    name: "a contract at an address to which another one can be deployed again (CREATE2)",
    make: async (d) => await calls(d, await owned(d), data("deploy", "0x6133ff6000526002601ef3")),
    id: UNKNOWN_CODE,
  },
  {
    name: "the ether of a wallet that the DAO owns",
    needs: ["Wallet"],
    make: async (d) => {
      const wallet = await d.deploy("Wallet");
      const value = toQuantity(parseEther("3"));
      await request(d, "eth_sendTransaction", { from: d.deployer.account, to: wallet, value });
      await d.send("Wallet", wallet, "transferOwnership", [d.dao.Avatar]);
      return await calls(d, wallet, d.encode("Wallet", "pay", [STRANGER]));
    },
    id: "callee-pays-others",
  },
  {
    name: "a beneficiary of a scheme that the DAO owns",
    make: async (d) => {
      const scheme = await allocation(d, 0n);
      return await calls(
        d,
        scheme,
        d.encode("FixedReputationAllocation", "addBeneficiary", [STRANGER]),
      );
    },
    id: "power-gained",
    says: /It can mint .*reputation for/,
  },
  {
    name: "the ownership of a scheme that the DAO owns",
    make: async (d) => {
      const scheme = await allocation(d, 4_000_000_000n);
      return await calls(
        d,
        scheme,
        d.encode("FixedReputationAllocation", "transferOwnership", [STRANGER]),
      );
    },
    id: "account-decides-alone",
    says: /what only the owner of FixedReputationAllocation/,
    who: [STRANGER],
  },
  {
    name: "a scheme that gets its rules by the proposal",
    needs: ["ContributionRewardExt"],
    make: async (d) => {
      const scheme = await d.deploy("GenericScheme");
      await asRegistrar(d, "registerScheme", scheme, ZeroHash, "0x00000010");
      const args = [d.dao.Avatar, d.loose.machine, d.loose.hash, d.token];
      return await calls(d, scheme, d.encode("GenericScheme", "initialize", args));
    },
    id: "power-gained",
    says: /Each of 3 accounts decides alone/,
    who: HOLDERS,
  },
  {
    name: "a scheme that pays a share of the treasury for a token",
    needs: ["RageQuitWithToken"],
    make: async (d) => register(await initialized(d, "RageQuitWithToken", d.token), "10"),
    id: "power-gained",
    says: /call any contract in the DAO's name\. It may do so by its own rules/,
  },
  {
    name: "somebody who decides who gets reputation",
    needs: ["ReputationAdmin"],
    make: async (d) => {
      const scheme = await initialized(d, "ReputationAdmin", 0n, 4_000_000_000n, 0n);
      await d.send("ReputationAdmin", scheme, "transferOwnership", [STRANGER]);
      return register(scheme, "01");
    },
    id: "account-decides-alone",
    says: MINT,
    who: [STRANGER],
  },
  {
    name: "an heir of everything",
    needs: ["TransitionScheme"],
    make: async (d) =>
      register(await initialized(d, "TransitionScheme", STRANGER, [], [], []), "10"),
    id: "power-gained",
    says: /call any contract/,
  },
  {
    name: "a rewarder who chooses whom proposals reward",
    needs: ["RageQuitWithToken"],
    make: async (d) =>
      register(
        await initialized(d, "ContributionRewardExt", d.own.machine, d.own.hash, STRANGER),
        "01",
      ),
    id: "account-decides-alone",
    says: /what only the rewarder of ContributionRewardExt/,
    who: [STRANGER],
  },
  {
    name: "calls that a whitelist forbade",
    needs: ["DxDaoSchemeConstraints"],
    make: async (d) => {
      const limits = await d.deploy("DxDaoSchemeConstraints");
      const by = [d.own.machine, d.own.hash, limits];
      const scheme = await initialized(d, "GenericSchemeMultiCall", ...by);
      const limited = [d.dao.Avatar, 100_000n, 10n, [], [], [d.mock.address], scheme];
      await d.send("DxDaoSchemeConstraints", limits, "initialize", limited);
      await asRegistrar(d, "registerScheme", scheme, ZeroHash, "0x00000010");
      const allows = [[d.dao.Controller], [true]];
      return await calls(
        d,
        limits,
        d.encode("DxDaoSchemeConstraints", "updateContractsWhitelist", allows),
      );
    },
    id: "power-gained",
    says: /call 0x\w{40}, 0x\w{40} in the DAO's name/,
  },
  {
    name: "a controller that looks the same, but has one scheme more",
    make: async (d) => {
      const controller = await d.deploy("Controller", [d.dao.Avatar]);
      const add = async (scheme: string, permissions: string, hash: string) =>
        await d.send("Controller", controller, "registerScheme", [
          scheme,
          hash,
          permissions,
          d.dao.Avatar,
        ]);
      const usual = { ContributionReward: "01", SchemeRegistrar: "1f", UpgradeScheme: "0b" };
      for (const [name, permissions] of Object.entries(usual)) {
        const scheme = d.scheme(name);
        await add(scheme, `0x000000${permissions}`, await d.paramsHashOf(scheme));
      }
      await add(STRANGER, "0x0000001f", ZeroHash);
      await d.send("Controller", controller, "unregisterSelf", [d.dao.Avatar]);
      return { kind: "upgradeController", controller };
    },
    id: "account-gains-permissions",
    says: /can do this alone, without a vote/,
    who: [STRANGER],
  },
  {
    name: "a constraint with parameters that nobody stored",
    make: async (d) => ({
      ...{ kind: "addGlobalConstraint", constraint: await d.deploy("TokenCapGC") },
      ...{ paramsHash: HASH, voteToRemoveParams: d.own.hash },
    }),
    id: "constraint-added",
    says: /Nothing is stored under the hash of its parameters/,
  },
  {
    name: "the same constraint again, which nobody can remove then",
    make: async (d) => {
      const constraint = await d.deploy("TokenCapGC");
      const paramsHash = await d.set("TokenCapGC", constraint, { _token: d.token, ...CAP });
      await asRegistrar(d, "addGlobalConstraint", constraint, paramsHash);
      return { kind: "addGlobalConstraint", constraint, paramsHash, voteToRemoveParams: HASH };
    },
    id: "constraint-removal-changes",
    says: /no vote can remove it, unless somebody stores parameters/,
  },
  {
    name: "the same constraint again, which is easier to remove then",
    modern: true,
    make: async (d) => {
      const constraint = await d.deploy("TokenCapGC");
      const paramsHash = await d.set("TokenCapGC", constraint, { _token: d.token, ...CAP });
      await asRegistrar(d, "addGlobalConstraint", constraint, paramsHash);
      const { hash: voteToRemoveParams } = await d.genesis({ 1: 60n });
      return { kind: "addGlobalConstraint", constraint, paramsHash, voteToRemoveParams };
    },
    id: "constraint-removal-changes",
    says: /a vote removes it\. The fewest who decide together/,
  },
  {
    name: "the registrar again with fewer permissions",
    make: async (d) => {
      const scheme = d.scheme("SchemeRegistrar");
      return register(scheme, "01", await d.paramsHashOf(scheme));
    },
    id: "power-lost",
    says: /Nobody can do this any more: unregister schemes/,
  },
  {
    name: "the voting machine itself as a scheme",
    make: async (d) => register(d.own.machine, "1f"),
    id: "unknown-rules",
    says: MINT,
  },
  {
    name: "votes that cost all reputation",
    modern: true,
    make: async (d) => rewardAgain(d, await d.genesis({ 7: 100n })),
    id: "power-gained",
    says: /votersReputationLossRatio 100/,
  },
];
