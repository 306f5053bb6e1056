// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {VotingMachineCallbacks} from "./VotingMachineCallbacks.sol";
import {IIntVote} from "./Arc.sol";

/// A scheme of a DAO: members propose that the DAO pays ether to somebody, and it pays when the vote passes.
contract GrantScheme is VotingMachineCallbacks {
    struct Grant {
        address payable beneficiary;
        uint256 amount;
    }

    uint256 private constant CHOICES = 2;
    int256 private constant YES = 1;

    bytes32 public voteParams;

    /// The most that one grant may pay, in wei.
    uint256 public limit;

    mapping(bytes32 proposalId => Grant) public grants;

    event GrantProposed(bytes32 indexed proposalId, address indexed beneficiary, uint256 amount);
    event GrantPaid(bytes32 indexed proposalId, address indexed beneficiary, uint256 amount);
    event GrantRefused(bytes32 indexed proposalId);

    error AboveLimit(uint256 amount, uint256 limit);

    function initialize(address avatar_, address votingMachine_, bytes32 voteParams_, uint256 limit_) external {
        connect(avatar_, votingMachine_);
        voteParams = voteParams_;
        limit = limit_;
    }

    function proposeGrant(address payable beneficiary, uint256 amount) external returns (bytes32 proposalId) {
        if (amount > limit) revert AboveLimit(amount, limit);
        proposalId = IIntVote(votingMachine).propose(CHOICES, voteParams, msg.sender, address(avatar));
        proposalBlock[proposalId] = block.number;
        grants[proposalId] = Grant(beneficiary, amount);
        emit GrantProposed(proposalId, beneficiary, amount);
    }

    /// Called by the voting machine when a proposal is decided.
    function executeProposal(bytes32 proposalId, int256 decision) external onlyVotingMachine returns (bool) {
        Grant memory grant = grants[proposalId];
        delete grants[proposalId];
        if (decision != YES) {
            emit GrantRefused(proposalId);
            return true;
        }
        require(controller().sendEther(grant.amount, grant.beneficiary, address(avatar)), "not paid");
        emit GrantPaid(proposalId, grant.beneficiary, grant.amount);
        return true;
    }
}
