// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

// The functions of Arc's contracts that a scheme needs. Arc's own sources are for an earlier compiler.

interface IAvatar {
    function owner() external view returns (address);
    function nativeReputation() external view returns (address);
}

interface IController {
    function mintReputation(uint256 amount, address to, address avatar) external returns (bool);
    function burnReputation(uint256 amount, address from, address avatar) external returns (bool);
    function sendEther(uint256 amount, address payable to, address avatar) external returns (bool);
    function externalTokenTransfer(address token, address to, uint256 amount, address avatar) external returns (bool);
}

interface IReputation {
    function totalSupplyAt(uint256 blockNumber) external view returns (uint256);
    function balanceOfAt(address owner, uint256 blockNumber) external view returns (uint256);
}

interface IToken {
    function balanceOf(address owner) external view returns (uint256);
}

interface IIntVote {
    function propose(uint256 choices, bytes32 voteParams, address proposer, address organization)
        external
        returns (bytes32 proposalId);
}
