// SPDX-License-Identifier: GPL-3.0
pragma solidity ^0.8.0;

/** ERC-20, with a permit that needs no signature, and ERC-777. */
contract Fungible {
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  mapping(address => mapping(address => bool)) public isOperatorFor;
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);
  event AuthorizedOperator(address indexed operator, address indexed holder);

  function mint(address to, uint256 value) external { move(address(0), to, value); }
  function move(address from, address to, uint256 value) internal {
    if (from != address(0)) balanceOf[from] -= value;
    balanceOf[to] += value;
    emit Transfer(from, to, value);
  }
  function set(address owner, address spender, uint256 value) internal {
    allowance[owner][spender] = value;
    emit Approval(owner, spender, value);
  }
  function approve(address spender, uint256 value) external { set(msg.sender, spender, value); }
  function increaseAllowance(address spender, uint256 more) external {
    set(msg.sender, spender, allowance[msg.sender][spender] + more);
  }
  function permit(address owner, address spender, uint256 value, uint256, uint8, bytes32, bytes32) external {
    set(owner, spender, value);
  }
  function transferFrom(address from, address to, uint256 value) external {
    if (from != msg.sender) allowance[from][msg.sender] -= value;
    move(from, to, value);
  }
  function authorizeOperator(address operator) external {
    isOperatorFor[operator][msg.sender] = true;
    emit AuthorizedOperator(operator, msg.sender);
  }
  function operatorSend(address from, address to, uint256 value, bytes calldata, bytes calldata) external {
    require(from == msg.sender || isOperatorFor[msg.sender][from]);
    move(from, to, value);
  }
}

/** A stranger's, of which the avatar has less from the next block on. */
contract Fading {
  uint256 since;
  event Transfer(address indexed from, address indexed to, uint256 value);

  function mint(address to) external { since = block.number; emit Transfer(address(0), to, 100); }
  function balanceOf(address) external view returns (uint256) { return block.number > since ? 10 : 100; }
}

/** ERC-1155. */
contract Multi {
  mapping(uint256 => mapping(address => uint256)) balances;
  mapping(address => mapping(address => bool)) public isApprovedForAll;
  event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
  event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
  event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);

  function balanceOf(address owner, uint256 id) external view returns (uint256) { return balances[id][owner]; }
  function mint(address to, uint256 id, uint256 value) external { balances[id][to] += value; }
  function setApprovalForAll(address operator, bool approved) external {
    isApprovedForAll[msg.sender][operator] = approved;
    emit ApprovalForAll(msg.sender, operator, approved);
  }
  function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
    move(from, to, id, value);
    emit TransferSingle(msg.sender, from, to, id, value);
  }
  function safeBatchTransferFrom(
    address from, address to, uint256[] calldata ids, uint256[] calldata values, bytes calldata
  ) external {
    for (uint256 i; i < ids.length; i++) move(from, to, ids[i], values[i]);
    emit TransferBatch(msg.sender, from, to, ids, values);
  }
  function move(address from, address to, uint256 id, uint256 value) internal {
    require(from == msg.sender || isApprovedForAll[from][msg.sender]);
    balances[id][from] -= value;
    balances[id][to] += value;
  }
}

/** ERC-721. */
contract Single {
  mapping(uint256 => address) public ownerOf;
  mapping(address => uint256) public balanceOf;
  mapping(uint256 => address) public getApproved;
  mapping(address => mapping(address => bool)) public isApprovedForAll;
  event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
  event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
  event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

  function mint(address to, uint256 id) external {
    ownerOf[id] = to;
    balanceOf[to]++;
    emit Transfer(address(0), to, id);
  }
  function approve(address to, uint256 id) external {
    getApproved[id] = to;
    emit Approval(msg.sender, to, id);
  }
  function setApprovalForAll(address operator, bool approved) external {
    isApprovedForAll[msg.sender][operator] = approved;
    emit ApprovalForAll(msg.sender, operator, approved);
  }
  function safeTransferFrom(address from, address to, uint256 id) external {
    ownerOf[id] = to;
    balanceOf[from]--;
    balanceOf[to]++;
    emit Transfer(from, to, id);
  }
}

/** ERC-4626 and WETH: shares for ether. */
contract Vault {
  mapping(address => uint256) public balanceOf;
  event Deposit(address indexed to, uint256 value);
  event Withdrawal(address indexed from, uint256 value);
  event Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares);

  function mint(address to) external payable {
    balanceOf[to] += msg.value;
    emit Deposit(to, msg.value);
  }
  function withdraw(uint256 value) external {
    balanceOf[msg.sender] -= value;
    payable(msg.sender).transfer(value);
    emit Withdrawal(msg.sender, value);
  }
  function redeem(uint256 shares, address receiver, address owner) external {
    balanceOf[owner] -= shares;
    (bool success,) = receiver.call{value: shares}("");
    require(success);
    emit Withdraw(msg.sender, receiver, owner, shares, shares);
  }
}

/** An ERC-20 that does not say what it allows. */
contract Secret {
  event Approval(address indexed owner, address indexed spender, uint256 value);

  function approve(address spender, uint256 value) external { emit Approval(msg.sender, spender, value); }
}
