import { getAddress, Interface, keccak256, parseEther, toQuantity, toUtf8Bytes } from "ethers";

import { runtimeCodes } from "../../compile-source.js";
import { call } from "./attack.js";
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
  mapping(address => uint256) public shares;
  function set(address owner_, address other_) external { (owner, other) = (owner_, other_); }
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
  "function joinFor(address)",
  "function ragequit(uint256, address)",
  "function poke()",
  "function deploy(bytes)",
  "function give(address)",
]);
export const data = (name: string, ...args: readonly unknown[]): string =>
  FUNCTIONS.encodeFunctionData(name, args);

/** Puts a contract at an address of its own, and calls it. */
export async function place(
  d: DangerousDao,
  name: keyof typeof CODES,
  first?: string,
  value = 0n,
): Promise<string> {
  return await placeCode(d, CODES[name], first, value);
}

let placed = 0;

/** Puts code at an address of its own, and calls it. */
export async function placeCode(
  d: DangerousDao,
  code: string,
  first?: string,
  value = 0n,
): Promise<string> {
  const address = getAddress(keccak256(toUtf8Bytes(`placed ${++placed}`)).slice(0, 42));
  await d.ask("hardhat_setCode", address, code);
  const transaction = {
    from: d.deployer.account,
    to: address,
    data: first,
    value: toQuantity(value),
  };
  if (first !== undefined) await d.ask("eth_sendTransaction", transaction);
  return address;
}

export const token = async (d: DangerousDao, name: keyof typeof CODES): Promise<string> =>
  await place(d, name, data("mint", d.dao.Avatar, 100n));
export const owned = async (d: DangerousDao, other = STRANGER): Promise<string> =>
  await place(d, "Owned", data("set(address,address)", d.dao.Avatar, other));

/** Lets the DAO call a contract by its usual votes, and proposes a call of it. */
export async function calls(
  d: DangerousDao,
  to: string,
  callData: string,
  votes = d.own,
): Promise<Proposed> {
  const { scheme, paramsHash } = await d.makeGeneric(to, votes);
  return call(await d.registered(scheme, "10", paramsHash), to, callData);
}

/** A registered scheme that mints reputation for its beneficiaries, and that the DAO owns. */
export async function allocation(
  d: DangerousDao,
  redeemableFrom: bigint,
  reputation = 9000,
): Promise<string> {
  const name = "FixedReputationAllocation";
  const scheme = await d.initialized(name, parseEther(String(reputation)), redeemableFrom);
  await d.send(name, scheme, "transferOwnership", [d.dao.Avatar]);
  return await d.registered(scheme);
}
