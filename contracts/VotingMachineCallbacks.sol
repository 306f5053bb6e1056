// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IAvatar, IController, IReputation, IToken} from "./Arc.sol";

/// What GenesisProtocol asks of a scheme while a proposal is voted on: reputation at the proposal's
/// block, rewards in reputation, and payments from the DAO's staking tokens.
abstract contract VotingMachineCallbacks {
    IAvatar public avatar;
    address public votingMachine;

    /// Block of each proposal: the reputation of that moment counts.
    mapping(bytes32 proposalId => uint256) public proposalBlock;

    error AlreadyInitialized();
    error OnlyVotingMachine();

    modifier onlyVotingMachine() {
        if (msg.sender != votingMachine) revert OnlyVotingMachine();
        _;
    }

    function connect(address avatar_, address votingMachine_) internal {
        if (address(avatar) != address(0)) revert AlreadyInitialized();
        avatar = IAvatar(avatar_);
        votingMachine = votingMachine_;
    }

    function controller() internal view returns (IController) {
        return IController(avatar.owner());
    }

    function mintReputation(uint256 amount, address to, bytes32) external onlyVotingMachine returns (bool) {
        return controller().mintReputation(amount, to, address(avatar));
    }

    function burnReputation(uint256 amount, address from, bytes32) external onlyVotingMachine returns (bool) {
        return controller().burnReputation(amount, from, address(avatar));
    }

    function stakingTokenTransfer(address token, address to, uint256 amount, bytes32)
        external
        onlyVotingMachine
        returns (bool)
    {
        return controller().externalTokenTransfer(token, to, amount, address(avatar));
    }

    function balanceOfStakingToken(address token, bytes32) external view returns (uint256) {
        return IToken(token).balanceOf(address(avatar));
    }

    function getTotalReputationSupply(bytes32 proposalId) external view returns (uint256) {
        return IReputation(avatar.nativeReputation()).totalSupplyAt(proposalBlock[proposalId]);
    }

    function reputationOf(address owner, bytes32 proposalId) external view returns (uint256) {
        return IReputation(avatar.nativeReputation()).balanceOfAt(owner, proposalBlock[proposalId]);
    }
}
