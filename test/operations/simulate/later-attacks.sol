// SPDX-License-Identifier: GPL-3.0-only
pragma solidity ^0.8.0;

contract Late {
  address public owner;
  address public other;
  uint256 steps;
  mapping(address => address) public delegates;
  mapping(bytes32 => bool) approved;
  mapping(address => bool) owners;
  modifier own() { require(msg.sender == owner); _; }
  function set(address owner_, address other_) external payable { (owner, other) = (owner_, other_); }
  function pass(bool may) private { if (may) owner = other; }
  function byOrigin() external own { pass(tx.origin == other); }
  function byOriginsCode() external own { pass(tx.origin.code.length > 0); }
  function byGasPrice() external own { pass(tx.gasprice == 7777777); }
  function byBaseFee() external own { pass(block.basefee == 31337); }
  function byBlobs() external own { pass(block.blobbasefee > 1 gwei); }
  function byHash() external own { pass(uint256(blockhash(block.number - 1)) % 1000 == 7); }
  function byRandom() external own { pass(block.prevrandao % 1000 == 7); }
  function byCoinbase() external own { pass(block.coinbase.balance == 1); }
  function byLaterCode() external own { pass(other.code.length > 0); }
  function byEarlierStep() external own { steps += 1; }
  function arm() external own { assembly { tstore(0, 1) } }
  function fire() external own { uint256 armed; assembly { armed := tload(0) } pass(armed == 1); }
  function boom(address payable to) external own { new Bomb{value: address(this).balance}(to); }
  function approveHash(bytes32 hash) external own { approved[hash] = true; }
  function addOwner(address who) external own { owners[who] = true; }
  function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) { return 0x1626ba7e; }
  fallback() external payable {}
}
contract Bomb { constructor(address payable to) payable { selfdestruct(to); } }
contract Proxy {
  bytes32 constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
  address admin;
  function set(address admin_, address) external { admin = admin_; }
  function upgradeTo(address code) external { require(msg.sender == admin); assembly { sstore(SLOT, code) } }
}
contract Permit {
  uint8 public decimals;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  mapping(address => address) public delegates;
  mapping(address => uint256) public votes;
  event Approval(address indexed owner, address indexed spender, uint256 value);
  function set(address to, address) external { balanceOf[to] = 100; }
  function permit(address owner, address spender, uint256 value) external {
    require(Late(payable(owner)).isValidSignature(0, "") == 0x1626ba7e);
    allowance[owner][spender] = value;
    emit Approval(owner, spender, value);
  }
  function delegate(address to) external { delegates[msg.sender] = to; votes[to] += balanceOf[msg.sender]; }
}
contract Evil {
  function mint(address controller, address avatar, address to) external {
    (bool done, ) = controller.call(abi.encodeWithSignature("mintReputation(uint256,address,address)", 900 ether, to, avatar));
    require(done);
  }
}
contract Third {
  uint256 count;
  function when() external pure returns (uint256) { return 0; }
  function pre(address, bytes32, bytes32) external returns (bool) { return ++count < 3; }
  function post(address, bytes32, bytes32) external pure returns (bool) { return true; }
}
