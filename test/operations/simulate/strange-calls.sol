// SPDX-License-Identifier: GPL-3.0-only
pragma solidity ^0.8.0;

contract Silent {
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  function mint(address to, uint256 amount) external { balanceOf[to] += amount; }
  function transfer(address to, uint256 amount) external returns (bool) {
    balanceOf[msg.sender] -= amount;
    balanceOf[to] += amount;
    return true;
  }
  function approve(address spender, uint256 amount) external returns (bool) {
    allowance[msg.sender][spender] = amount;
    return true;
  }
}
contract Refuses {
  function transfer(address, uint256) external pure returns (bool) { return false; }
}
contract Lies {
  event Transfer(address indexed from, address indexed to, uint256 value);
  function balanceOf(address) external pure returns (uint256) { return 5; }
  function transfer(address to, uint256 amount) external returns (bool) {
    emit Transfer(msg.sender, to, amount);
    return true;
  }
}
contract Nft {
  event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
  mapping(uint256 => address) public ownerOf;
  mapping(address => uint256) public balanceOf;
  function mint(address to, uint256 tokenId) external {
    ownerOf[tokenId] = to;
    balanceOf[to]++;
    emit Transfer(address(0), to, tokenId);
  }
  function safeTransferFrom(address from, address to, uint256 tokenId) external {
    require(ownerOf[tokenId] == from && msg.sender == from);
    ownerOf[tokenId] = to;
    balanceOf[from]--;
    balanceOf[to]++;
    emit Transfer(from, to, tokenId);
  }
  function setApprovalForAll(address operator, bool approved) external {}
}
contract Passes {
  // Whoever calls it calls many times.
  function many(uint256 times) external { for (uint256 i; i < times; i++) this.nothing(i); }
  function nothing(uint256) external {}
}
