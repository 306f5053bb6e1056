// SPDX-License-Identifier: GPL-3.0-only
pragma solidity ^0.8.0;

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
}
