import type { Proof } from "./proof.js";

/** Written by scripts/prove-sources.mjs: what each release's contracts are compiled from. */
export const PROOFS: Readonly<Record<string, Proof>> = {
  "0.0.0-alpha.29": {
    sources: "@daostack/arc@0.0.0-alpha.29",
    exact: 36,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.32": {
    sources: "@daostack/arc@0.0.0-alpha.32",
    exact: 36,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.34": {
    sources: "@daostack/arc@0.0.0-alpha.34",
    exact: 36,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.35": {
    sources: "@daostack/arc@0.0.0-alpha.35",
    exact: 37,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.38": {
    sources: "@daostack/arc@0.0.0-alpha.38",
    exact: 37,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.42": {
    sources: "@daostack/arc@0.0.0-alpha.42",
    exact: 37,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.44": {
    sources: "@daostack/arc@0.0.0-alpha.44",
    exact: 43,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.45": {
    sources: "@daostack/arc@0.0.0-alpha.45",
    exact: 50,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.47": {
    sources: "@daostack/arc@0.0.0-alpha.47",
    exact: 51,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.50": {
    sources: "@daostack/arc@0.0.0-alpha.50",
    exact: 51,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.52": {
    sources: "@daostack/arc@0.0.0-alpha.52",
    exact: 51,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.53": {
    sources: "@daostack/arc@0.0.0-alpha.53",
    exact: 55,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.56": {
    sources: "@daostack/arc@0.0.0-alpha.56",
    exact: 56,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.0-alpha.58": {
    sources: "@daostack/arc@0.0.0-alpha.58",
    exact: 57,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.3": {
    sources: "@daostack/arc@0.0.1-rc.3",
    exact: 52,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.6": {
    sources: "@daostack/arc@0.0.1-rc.6",
    exact: 52,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.7": {
    sources: "@daostack/arc@0.0.1-rc.7",
    exact: 52,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.8": {
    sources: "@daostack/arc@0.0.1-rc.8",
    exact: 52,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.9.1": {
    sources: "@daostack/arc@0.0.1-rc.9.1",
    exact: 53,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.11": {
    sources: "@daostack/arc@0.0.1-rc.11",
    exact: 53,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.12": {
    sources: "@daostack/arc@0.0.1-rc.12",
    exact: 53,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.14": {
    sources: "@daostack/arc@0.0.1-rc.14",
    exact: 53,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.16": {
    sources: "@daostack/arc@0.0.1-rc.16",
    exact: 52,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.17": {
    sources: "@daostack/arc@0.0.1-rc.17",
    exact: 54,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.18": {
    sources: "@daostack/arc@0.0.1-rc.18",
    exact: 55,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.19": {
    sources: "@daostack/arc@0.0.1-rc.19",
    exact: 55,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.21": {
    sources: "@daostack/arc@0.0.1-rc.21",
    exact: 56,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.22": {
    sources: "@daostack/arc@0.0.1-rc.22",
    exact: 57,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.23": {
    sources: "@daostack/arc@0.0.1-rc.23",
    exact: 58,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.24": {
    sources: "@daostack/arc@0.0.1-rc.24",
    exact: 61,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.25": {
    sources: "@daostack/arc@0.0.1-rc.24",
    exact: 63,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.14": "ERC827Token ERC827TokenMock RealMathTester",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
    missing: "ContinuousLocking4Reputation",
  },
  "0.0.1-rc.27": {
    sources: "@daostack/arc@0.0.1-rc.27",
    exact: 61,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.28": {
    sources: "@daostack/arc@0.0.1-rc.28",
    exact: 61,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.29": {
    sources: "@daostack/arc@0.0.1-rc.28",
    exact: 65,
    elsewhere: {
      "@daostack/arc@0.0.1-rc.30": "ControllerCreator DAOTracker DaoCreator",
      "@daostack/infra@0.0.1-rc.14": "ERC827Token ERC827TokenMock RealMathTester",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
  },
  "0.0.1-rc.30": {
    sources: "@daostack/arc@0.0.1-rc.30",
    exact: 62,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.31": {
    sources: "@daostack/arc@0.0.1-rc.31",
    exact: 62,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.32": {
    sources: "@daostack/arc@0.0.1-rc.32",
    exact: 62,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.33": {
    sources: "@daostack/arc@0.0.1-rc.33",
    exact: 62,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.34": {
    sources: "@daostack/arc@0.0.1-rc.34",
    exact: 60,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.35": {
    sources: "@daostack/arc@0.0.1-rc.36",
    exact: 62,
    elsewhere: {
      "@daostack/arc@0.0.1-rc.34":
        "Agreement AgreementMock BadERC20 Debug GlobalConstraintMock Math Migrations PolkaCurve RealMath",
      "@daostack/infra@0.0.1-rc.15": "ERC827Token ERC827TokenMock RealMathTester",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
    equal: "ContributionRewardExt Redeemer",
    missing: "Competition",
  },
  "0.0.1-rc.36": {
    sources: "@daostack/arc@0.0.1-rc.36",
    exact: 62,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.37": {
    sources: "@daostack/arc@0.0.1-rc.37",
    exact: 63,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.38": {
    sources: "@daostack/arc@0.0.1-rc.38",
    exact: 63,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.39": {
    sources: "@daostack/arc@0.0.1-rc.39",
    exact: 63,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.40": {
    sources: "@daostack/arc@0.0.1-rc.40",
    exact: 63,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.41": {
    sources: "@daostack/arc@0.0.1-rc.41",
    exact: 63,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.42": {
    sources: "@daostack/arc@0.0.1-rc.44",
    exact: 26,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.15": "ERC827Token ERC827TokenMock RealMathTester",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
    equal:
      "ARCDebug ARCVotingMachineCallbacksMock AbsoluteVote AbsoluteVoteExecuteMock ActionMock Auction4Reputation Avatar ContinuousLocking4Reputation ContributionReward ContributionRewardExt Controller ControllerCreator DAOTracker Debug ExternalLocking4Reputation FixedReputationAllocation Forwarder GenericScheme GenesisProtocolCallbacksMock GlobalConstraintRegistrar Locking4Reputation LockingEth4Reputation LockingToken4Reputation OrganizationRegister QuorumVote RageQuitWithToken RealMath Redeemer ReputationAdmin ReputationFromToken SchemeRegistrar SignalScheme TransitionScheme UniversalScheme UniversalSchemeMock UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks",
    missing: "Competition DaoCreator GenesisProtocol Reputation",
  },
  "0.0.1-rc.43": {
    sources: "@daostack/arc@0.0.1-rc.44",
    exact: 26,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.15": "ERC827Token ERC827TokenMock RealMathTester",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
    equal:
      "ARCDebug ARCVotingMachineCallbacksMock AbsoluteVote AbsoluteVoteExecuteMock ActionMock Auction4Reputation Avatar Competition ContinuousLocking4Reputation ContributionReward ContributionRewardExt Controller ControllerCreator DAOTracker Debug ExternalLocking4Reputation FixedReputationAllocation Forwarder GenericScheme GenesisProtocolCallbacksMock GlobalConstraintRegistrar Locking4Reputation LockingEth4Reputation LockingToken4Reputation OrganizationRegister QuorumVote RageQuitWithToken RealMath Redeemer ReputationAdmin ReputationFromToken SchemeRegistrar SignalScheme TransitionScheme UniversalScheme UniversalSchemeMock UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks",
    missing: "DaoCreator GenesisProtocol Reputation",
  },
  "0.0.1-rc.44": {
    sources: "@daostack/arc@0.0.1-rc.44",
    exact: 65,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.45": {
    sources: "@daostack/arc@0.0.1-rc.44",
    exact: 68,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.19": "ERC827Token ERC827TokenMock RealMathTester",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
    missing: "BytesLib GenericSchemeMultiCall",
  },
  "0.0.1-rc.46": {
    sources: "@daostack/arc@0.0.1-rc.47",
    exact: 69,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.19": "ERC827Token ERC827TokenMock RealMathTester",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
    missing: "DxDaoSchemeConstraints",
  },
  "0.0.1-rc.47": {
    sources: "@daostack/arc@0.0.1-rc.47",
    exact: 67,
    elsewhere: { "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry" },
  },
  "0.0.1-rc.48": {
    sources: "@daostack/arc@0.0.1-rc.47",
    exact: 68,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.19": "ERC827Token ERC827TokenMock RealMathTester",
      "@daostack/arc@0.0.1-rc.53": "DxDaoSchemeConstraints SimpleSchemeConstraints",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
    equal: "DxDaoSchemeConstraints GenericSchemeMultiCall SimpleSchemeConstraints",
  },
  "0.0.1-rc.49": {
    sources: "@daostack/arc@0.0.1-rc.47",
    exact: 56,
    elsewhere: {
      "@daostack/arc@0.0.1-rc.53":
        "ARCVotingMachineCallbacksMock ContributionRewardExt DxDaoSchemeConstraints GenericScheme GenericSchemeMultiCall GlobalConstraintRegistrar SchemeRegistrar SignalScheme SimpleSchemeConstraints UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks",
      "@daostack/infra@0.0.1-rc.19": "ERC827Token ERC827TokenMock RealMathTester",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
    equal:
      "ARCVotingMachineCallbacksMock Competition ContributionRewardExt DxDaoSchemeConstraints GenericScheme GenericSchemeMultiCall GlobalConstraintRegistrar Redeemer SchemeRegistrar SignalScheme SimpleSchemeConstraints UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks",
    missing: "ContributionReward GenericSchemeMultiCallFactory",
  },
  "0.0.1-rc.50": {
    sources: "@daostack/arc@0.0.1-rc.47",
    exact: 53,
    elsewhere: {
      "@daostack/arc@0.0.1-rc.53":
        "ARCVotingMachineCallbacksMock ContributionRewardExt DxDaoSchemeConstraints GenericScheme GenericSchemeMultiCall GenericSchemeMultiCallFactory GlobalConstraintRegistrar SchemeRegistrar SignalScheme SimpleSchemeConstraints UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks",
      "@daostack/infra@0.0.1-rc.19": "ERC827Token ERC827TokenMock RealMathTester",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
    equal:
      "ARCDebug ARCVotingMachineCallbacksMock Competition ContributionRewardExt DxDaoSchemeConstraints GenericScheme GenericSchemeMultiCall GenericSchemeMultiCallFactory GenesisProtocolCallbacksMock GlobalConstraintRegistrar Redeemer SchemeRegistrar SignalScheme SimpleSchemeConstraints UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks",
    missing: "ContributionReward GenesisProtocol",
  },
  "0.0.1-rc.51": {
    sources: "@daostack/arc@0.0.1-rc.53",
    exact: 17,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.21":
        "AbsoluteVote AbsoluteVoteExecuteMock Address Debug ERC20 ERC827Token ERC827TokenMock GenesisProtocol GenesisProtocolCallbacksMock QuorumVote RealMath RealMathTester Reputation",
      "@daostack/arc@0.0.1-rc.47": "ECDSA Math Redeemer SafeMath",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
      "@daostack/arc@0.0.1-rc.23": "Migrations",
    },
    equal:
      "ARCDebug ARCVotingMachineCallbacksMock ActionMock Agreement AgreementMock Auction4Reputation Avatar BadERC20 Competition ContinuousLocking4Reputation ContributionReward ContributionRewardExt Controller ControllerCreator DAOToken DAOTracker DaoCreator DxDaoSchemeConstraints ERC20Mock ExternalLocking4Reputation ExternalTokenLockerMock FixedReputationAllocation Forwarder GenericScheme GenericSchemeMultiCall GenericSchemeMultiCallFactory GlobalConstraintMock GlobalConstraintRegistrar Locking4Reputation LockingEth4Reputation LockingToken4Reputation Migrations NectarRepAllocation OrganizationRegister PolkaCurve PriceOracleMock RageQuitWithToken Redeemer RepAllocation ReputationAdmin ReputationFromToken SafeERC20 SafeERC20Mock SchemeRegistrar SignalScheme SimpleSchemeConstraints TokenCapGC TransitionScheme UniversalScheme UniversalSchemeMock UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks Wallet",
  },
  "0.0.1-rc.52": {
    sources: "@daostack/arc@0.0.1-rc.53",
    exact: 17,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.21":
        "AbsoluteVote AbsoluteVoteExecuteMock Address Debug ERC20 ERC827Token ERC827TokenMock GenesisProtocol GenesisProtocolCallbacksMock QuorumVote RealMath RealMathTester Reputation",
      "@daostack/arc@0.0.1-rc.47": "ECDSA Math SafeMath",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
      "@daostack/arc@0.0.1-rc.23": "Migrations",
    },
    equal:
      "ARCDebug ARCVotingMachineCallbacksMock ActionMock Agreement AgreementMock Auction4Reputation Avatar BadERC20 Competition ContinuousLocking4Reputation ContributionReward ContributionRewardExt Controller ControllerCreator DAOToken DAOTracker DaoCreator DxDaoSchemeConstraints ERC20Mock ExternalLocking4Reputation ExternalTokenLockerMock FixedReputationAllocation Forwarder GenericScheme GenericSchemeMultiCall GenericSchemeMultiCallFactory GlobalConstraintMock GlobalConstraintRegistrar Locking4Reputation LockingEth4Reputation LockingToken4Reputation Migrations NectarRepAllocation OrganizationRegister PolkaCurve PriceOracleMock RageQuitWithToken Redeemer RepAllocation ReputationAdmin ReputationFromToken SafeERC20 SafeERC20Mock SchemeRegistrar SignalScheme SimpleSchemeConstraints TokenCapGC TransitionScheme UniversalScheme UniversalSchemeMock UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks Wallet",
  },
  "0.0.1-rc.53": {
    sources: "@daostack/arc@0.0.1-rc.53",
    exact: 5,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.21": "AbsoluteVote GenesisProtocol QuorumVote Reputation",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
    equal:
      "ARCDebug ARCVotingMachineCallbacksMock AbsoluteVoteExecuteMock ActionMock Address Agreement AgreementMock Auction4Reputation Avatar BadERC20 Competition ContinuousLocking4Reputation ContributionReward ContributionRewardExt Controller ControllerCreator DAOToken DAOTracker DaoCreator Debug DxDaoSchemeConstraints ECDSA ERC20 ERC20Burnable ERC20Mock ExternalLocking4Reputation ExternalTokenLockerMock FixedReputationAllocation Forwarder GenericScheme GenericSchemeMultiCall GenericSchemeMultiCallFactory GenesisProtocolCallbacksMock GlobalConstraintMock GlobalConstraintRegistrar Locking4Reputation LockingEth4Reputation LockingToken4Reputation Math NectarRepAllocation OrganizationRegister PolkaCurve PriceOracleMock RageQuitWithToken RealMath Redeemer RepAllocation ReputationAdmin ReputationFromToken SafeERC20 SafeERC20Mock SafeMath SchemeRegistrar SignalScheme SimpleSchemeConstraints TokenCapGC TransitionScheme UniversalScheme UniversalSchemeMock UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks Wallet",
  },
  "0.0.1-rc.54": {
    sources: "@daostack/arc@0.0.1-rc.53",
    exact: 17,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.21":
        "AbsoluteVote AbsoluteVoteExecuteMock Address Debug ERC20 ERC827Token ERC827TokenMock GenesisProtocol GenesisProtocolCallbacksMock QuorumVote RealMath RealMathTester Reputation",
      "@daostack/arc@0.0.1-rc.57": "ECDSA Math SafeMath",
      "@daostack/arc@0.0.1-rc.55": "CompetitionFactory",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
      "@daostack/arc@0.0.1-rc.23": "Migrations",
    },
    equal:
      "ARCDebug ARCVotingMachineCallbacksMock ActionMock Agreement AgreementMock Auction4Reputation Avatar BadERC20 Competition CompetitionFactory ContinuousLocking4Reputation ContributionReward ContributionRewardExt Controller ControllerCreator DAOToken DAOTracker DaoCreator DxDaoSchemeConstraints ERC20Mock ExternalLocking4Reputation ExternalTokenLockerMock FixedReputationAllocation Forwarder GenericScheme GenericSchemeMultiCall GenericSchemeMultiCallFactory GlobalConstraintMock GlobalConstraintRegistrar Locking4Reputation LockingEth4Reputation LockingToken4Reputation Migrations NectarRepAllocation OrganizationRegister PolkaCurve PriceOracleMock RageQuitWithToken Redeemer RepAllocation ReputationAdmin ReputationFromToken SafeERC20 SafeERC20Mock SchemeRegistrar SignalScheme SimpleSchemeConstraints TokenCapGC TransitionScheme UniversalScheme UniversalSchemeMock UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks Wallet",
  },
  "0.0.1-rc.55": {
    sources: "@daostack/arc@0.0.1-rc.55",
    exact: 5,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.21": "AbsoluteVote GenesisProtocol QuorumVote Reputation",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
    equal:
      "ARCDebug ARCVotingMachineCallbacksMock AbsoluteVoteExecuteMock ActionMock Address Agreement AgreementMock Auction4Reputation Avatar BadERC20 Competition CompetitionFactory ContinuousLocking4Reputation ContinuousLocking4ReputationFactory ContributionReward ContributionRewardExt Controller ControllerCreator DAOToken DAOTracker DaoCreator Debug DxDaoSchemeConstraints ECDSA ERC20 ERC20Burnable ERC20Mock ExternalLocking4Reputation ExternalTokenLockerMock FixedReputationAllocation Forwarder GenericScheme GenericSchemeMultiCall GenericSchemeMultiCallFactory GenesisProtocolCallbacksMock GlobalConstraintMock GlobalConstraintRegistrar Locking4Reputation LockingEth4Reputation LockingToken4Reputation Math NectarRepAllocation OrganizationRegister PolkaCurve PriceOracleMock RageQuitWithToken RealMath Redeemer RepAllocation ReputationAdmin ReputationFromToken SafeERC20 SafeERC20Mock SafeMath SchemeRegistrar SignalScheme SimpleSchemeConstraints TokenCapGC TransitionScheme UniversalScheme UniversalSchemeMock UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks Wallet",
  },
  "0.0.1-rc.56": {
    sources: "@daostack/arc@0.0.1-rc.55",
    exact: 17,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.21":
        "AbsoluteVote AbsoluteVoteExecuteMock Address Debug ERC20 ERC827Token ERC827TokenMock GenesisProtocol GenesisProtocolCallbacksMock QuorumVote RealMath RealMathTester Reputation",
      "@daostack/arc@0.0.1-rc.57": "ECDSA Math SafeMath",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
      "@daostack/arc@0.0.1-rc.23": "Migrations",
    },
    equal:
      "ARCDebug ARCVotingMachineCallbacksMock ActionMock Agreement AgreementMock Auction4Reputation Avatar BadERC20 Competition CompetitionFactory ContinuousLocking4Reputation ContinuousLocking4ReputationFactory ContributionReward ContributionRewardExt Controller ControllerCreator DAOToken DAOTracker DaoCreator DxDaoSchemeConstraints ERC20Mock ExternalLocking4Reputation ExternalTokenLockerMock FixedReputationAllocation Forwarder GenericScheme GenericSchemeMultiCall GlobalConstraintMock GlobalConstraintRegistrar Locking4Reputation LockingEth4Reputation LockingToken4Reputation Migrations NectarRepAllocation OrganizationRegister PolkaCurve PriceOracleMock RageQuitWithToken Redeemer RepAllocation ReputationAdmin ReputationFromToken SafeERC20 SafeERC20Mock SchemeRegistrar SignalScheme TokenCapGC TransitionScheme UniversalScheme UniversalSchemeMock UpgradeScheme VoteInOrganizationScheme VotingMachineCallbacks Wallet",
    missing: "GenericSchemeMultiCallFactory SimpleSchemeConstraints",
  },
  "0.0.1-rc.57": {
    sources: "@daostack/arc@0.0.1-rc.57",
    exact: 70,
    elsewhere: {
      "@daostack/infra@0.0.1-rc.21": "AbsoluteVote GenesisProtocol QuorumVote Reputation",
      "@daostack/arc-hive@0.0.1-rc.4": "DAORegistry",
    },
  },
};
