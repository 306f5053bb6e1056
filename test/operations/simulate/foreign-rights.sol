// SPDX-License-Identifier: GPL-3.0-only
pragma solidity ^0.8.0;

contract Rights {
  mapping(bytes32 => mapping(address => bool)) roles;
  mapping(address => mapping(address => bool)) operators;
  mapping(address => mapping(address => mapping(address => uint256))) allowed;
  mapping(address => mapping(bytes32 => address)) delegates;
  mapping(bytes32 => uint256) scheduled;
  address public other;
  uint256 public count;
  function set(address who) external { roles[0][who] = true; other = who; }
  function grantRole(bytes32 role, address who) external { require(roles[0][msg.sender]); roles[role][who] = true; }
  function authorize(address who) external { operators[who][msg.sender] = true; }
  function allow(address token, address who, uint256 value) external { allowed[msg.sender][token][who] = value; }
  function setDelegate(bytes32 id, address who) external { delegates[msg.sender][id] = who; }
  function schedule(bytes32 id) external { require(roles[0][msg.sender]); scheduled[id] = block.timestamp + 1 days; }
  function setOther(address who) external { require(msg.sender == other); other = who; }
  function run(address to, bytes calldata data) external {
    require(roles[0][msg.sender]);
    (bool done, ) = to.call(data);
    require(done);
  }
  address owner;
  bool open;
  mapping(address => bool) openFor;
  struct Account { uint96 balance; address operator; }
  mapping(address => Account) accounts;
  event Transfer(address indexed from, address indexed to, uint256 value);
  function own(address who) external {
    owner = who;
    accounts[who].balance = limit = 5;
    accounts[address(this)] = Account(7, who);
  }
  function balanceOf(address who) external view returns (uint256) { return accounts[who].balance; }
  function openAll() external { require(msg.sender == owner); open = true; }
  function openOwn() external { openFor[msg.sender] = true; }
  function operate(address who) external { accounts[msg.sender].operator = who; }
  function totalSupply() external view returns (uint256) { return uint160(owner); }
  function giveAsSupply(address who) external { require(msg.sender == other); owner = who; }
  function mintAndOperate(address who) external {
    accounts[msg.sender].operator = who;
    accounts[msg.sender].balance += 1;
    emit Transfer(address(0), msg.sender, 1);
  }
  function mintFor(address who) external {
    require(msg.sender == owner);
    accounts[who].balance += 9;
    emit Transfer(address(0), who, 9);
  }
  uint96 limit;
  function mintAndRaise() external {
    require(msg.sender == owner);
    accounts[msg.sender].balance = limit = 10;
    emit Transfer(address(0), msg.sender, 5);
  }
  function handOver(address who) external {
    require(msg.sender == accounts[address(this)].operator);
    accounts[address(this)].operator = who;
  }
  function accept() external {
    require(msg.sender == other);
    owner = other;
    other = address(0);
  }
  mapping(address => mapping(address => uint256)) lent;
  event Approval(address indexed owner, address indexed spender, uint256 value);
  function allowance(address from, address spender) external view returns (uint256) { return uint128(lent[from][spender]); }
  function lendMore(address who) external {
    lent[msg.sender][who] = (1 << 128) + 1;
    emit Approval(msg.sender, who, 1);
  }
  event Sent(address indexed to, bytes32 hash);
  event Counted(uint256 count);
  function send(address to) external { count += 1; emit Sent(to, keccak256(abi.encode(msg.sender, to))); }
  function anybody() external { count += 1; scheduled[0] = block.timestamp; emit Counted(count); }
}
contract Namespaced {
  struct Data { mapping(address => uint256) balances; mapping(address => mapping(address => uint256)) allowances; }
  uint8 public decimals;
  event Transfer(address indexed from, address indexed to, uint256 value);
  function at() private pure returns (Data storage data) {
    assembly { data.slot := 0x52c63247e1f47db19d5ce0460030c497f067ca4cebaab79e4f5ef2bc8ea26300 }
  }
  function set(address who) external { at().balances[who] = 100; emit Transfer(address(0), who, 100); }
  function balanceOf(address who) external view returns (uint256) { return at().balances[who]; }
  function lend(address who) external { at().allowances[msg.sender][who] = 100; }
  function transfer(address to, uint256 amount) external returns (bool) {
    at().balances[msg.sender] -= amount;
    at().balances[to] += amount;
    emit Transfer(msg.sender, to, amount);
    return true;
  }
}
