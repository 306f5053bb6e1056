/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- facts are plain data, and each test changes one field of them */
import { parseEther } from "ethers";

import { address, arc, AVATAR, DEPLOYER, OTHER, scheme } from "./sound-facts.js";

/** Rule, what is wrong, the change to the facts, and the place and message of the only finding. */
export const WRONG: readonly (readonly [string, string, (facts: any) => void, string, RegExp])[] = [
  [
    "contract-code",
    "an avatar of unknown code",
    ({ inspection }) => (inspection.avatar = { address: AVATAR, code: "unknown" }),
    "avatar",
    /is unknown code, not Avatar of Arc 0\.0\.1-rc\.57/,
  ],
  [
    "contract-code",
    "a token of another release",
    ({ inspection }) => (inspection.token.contract.releases = ["0.0.1-rc.40"]),
    "token",
    /is DAOToken of Arc 0\.0\.1-rc\.40, not DAOToken of Arc 0\.0\.1-rc\.57/,
  ],
  [
    "contract-owner",
    "a token that belongs to somebody",
    ({ inspection }) => (inspection.token.owner = OTHER),
    "token",
    /belongs to 0x9999/,
  ],
  [
    "contract-owner",
    "a reputation that belongs to somebody",
    ({ inspection }) => (inspection.reputation.owner = OTHER),
    "reputation",
    /belongs to 0x9999/,
  ],
  [
    "controller-kind",
    "another kind of controller",
    ({ wanted }) => (wanted.usesUController = true),
    "useUController",
    /has its own controller; the file asks for a universal/,
  ],
  [
    "result-contracts",
    "another controller in the result file",
    ({ recorded }) => (recorded.Controller = OTHER),
    "Controller",
    /in the result file/,
  ],
  [
    "names",
    "another name",
    ({ inspection }) => (inspection.name = "Evil DAO"),
    "orgName",
    /"Evil DAO" on the chain but "A small DAO" in the file/,
  ],
  [
    "names",
    "another symbol",
    ({ inspection }) => (inspection.token.symbol = "SMI"),
    "tokenSymbol",
    /"SMI"/,
  ],
  [
    "token-cap",
    "a cap",
    ({ inspection }) => (inspection.token.cap = String(parseEther("7"))),
    address("70"),
    /At most 7\.0 tokens/,
  ],
  [
    "global-constraint",
    "a global constraint",
    ({ inspection }) => inspection.globalConstraints.push({ contract: arc("TokenCapGC", OTHER) }),
    OTHER,
    /TokenCapGC, 0x9999.* may block/,
  ],
  [
    "allowance",
    "an allowance",
    ({ inspection }) =>
      inspection.allowances.push({ token: OTHER, spender: DEPLOYER, amount: "5" }),
    DEPLOYER,
    /may take 5 wei/,
  ],
  [
    "founders",
    "a founder who got less",
    ({ wanted }) => (wanted.founders[0].reputation = parseEther("1000.5")),
    "founders[0]",
    /got 1000 tokens and 1000 reputation .*the file says 1000 tokens and 1000\.5 reputation/,
  ],
  [
    "founders",
    "somebody who is no founder and got reputation",
    ({ inspection }) => {
      inspection.founders.push({
        account: OTHER,
        tokens: "0",
        reputation: String(parseEther("1")),
      });
      inspection.reputation.totalSupply = String(parseEther("1001"));
    },
    OTHER,
    /got 0 tokens and 1 reputation .* is not in the file/,
  ],
  [
    "supply",
    "tokens minted since",
    ({ inspection }) => (inspection.token.totalSupply = String(parseEther("1500"))),
    "token",
    /is now 1500; it was 1000/,
  ],
  [
    "scheme-missing",
    "an unregistered scheme",
    ({ inspection }) => (inspection.schemes[1].registered = false),
    "GenericScheme[0]",
    /GenericScheme is in the file but not registered/,
  ],
  [
    "scheme-not-in-file",
    "a scheme of Arc's that the file does not have",
    ({ inspection }) => inspection.schemes.push(scheme(arc("UpgradeScheme", OTHER), "0x0000000b")),
    OTHER,
    /UpgradeScheme, 0x9999.* register and unregister schemes; upgrade the controller.* block 10/,
  ],
  [
    "scheme-not-in-file",
    "a contract of unknown code that the file does not have",
    ({ inspection }) =>
      inspection.schemes.push(scheme({ address: OTHER, code: "unknown" }, "0x0000001f")),
    OTHER,
    /A contract of unknown code/,
  ],
  [
    "account-with-permissions",
    "a forgotten deployer",
    ({ inspection }) => {
      inspection.schemes[2].registered = true;
      inspection.schemes[2].permissions.bytes = "0x0000001f";
    },
    DEPLOYER,
    /An account without code, .* holds 0x0000001f/,
  ],
  [
    "deployer-keeps-permissions",
    "a deployer who keeps all permissions, as the file says",
    ({ inspection, wanted }) => {
      wanted.keepsDeployer = true;
      inspection.schemes[2].registered = true;
      inspection.schemes[2].permissions.bytes = "0x0000001f";
    },
    DEPLOYER,
    /keeps all permissions, as the file says/,
  ],
  [
    "scheme-permissions",
    "other permissions",
    ({ inspection }) => (inspection.schemes[0].permissions.bytes = "0x0000001f"),
    "ContributionReward[0]",
    /holds 0x0000001f \(.*\), not 0x00000001/,
  ],
  [
    "scheme-code",
    "a scheme of another release",
    ({ inspection }) => (inspection.schemes[0].contract.releases = ["0.0.1-rc.40"]),
    "ContributionReward[0]",
    /is ContributionReward of Arc 0\.0\.1-rc\.40, not ContributionReward of Arc 0\.0\.1-rc\.57/,
  ],
  [
    "scheme-parameters",
    "another contract to call",
    ({ inspection }) => (inspection.schemes[1].parameters.values.contractToCall = OTHER),
    "GenericScheme[0].targetContract",
    /contractToCall is 0x9999/,
  ],
  [
    "voting-machine",
    "another voting machine of Arc's",
    ({ inspection }) => {
      inspection.schemes[0].parameters.votes.voteParams.votingMachine = OTHER;
      inspection.votingMachines.push({ contract: arc("GenesisProtocol", OTHER) });
    },
    "ContributionReward[0]",
    /votes with 0x9999.* on the chain but with 0xb0b0/,
  ],
  [
    "vote-parameters",
    "another vote parameter",
    ({ inspection }) =>
      (inspection.schemes[0].parameters.votes.voteParams.rules.GenesisProtocol.quietEndingPeriod = 1),
    "VotingMachinesParams[0].quietEndingPeriod",
    /^ContributionReward \(voteParams\): quietEndingPeriod is 1 on the chain but 300 in the file/,
  ],
  [
    "vote-parameters",
    "another vote parameter in the file, told once for all schemes",
    ({ wanted }) => {
      for (const { votes } of wanted.schemes) votes["*"].set.minimumDaoBounty = parseEther("7");
    },
    "VotingMachinesParams[0].minimumDaoBounty",
    /^GenericScheme \(voteParams\), ContributionReward \(voteParams\): .* 100 .* 7 in the file/,
  ],
  [
    "vote-parameters",
    "another machine's kind of vote",
    ({ inspection }) =>
      (inspection.schemes[0].parameters.votes.voteParams.rules = {
        AbsoluteVote: { votePerc: 50 },
      }),
    "VotingMachinesParams[0]",
    /the voting machine is AbsoluteVote on the chain but GenesisProtocol in the file/,
  ],
];

/** Rule, and the change that makes a fact unreadable. */
export const UNREAD: readonly (readonly [string, (facts: any) => void])[] = [
  ["contract-owner", ({ inspection }) => (inspection.token.owner = { notRead: "pruned" })],
  ["names", ({ inspection }) => (inspection.name = { notRead: "pruned" })],
  ["token-cap", ({ inspection }) => (inspection.token.cap = { notRead: "pruned" })],
  ["global-constraint", ({ inspection }) => (inspection.globalConstraints = { notRead: "pruned" })],
  ["allowance", ({ inspection }) => (inspection.allowances = { notRead: "pruned" })],
  ["founders", ({ inspection }) => (inspection.founders = { notRead: "pruned" })],
  ["founders", ({ inspection }) => (inspection.missingEvents = "pruned")],
  ["supply", ({ inspection }) => (inspection.token.totalSupply = { notRead: "pruned" })],
  ["scheme-not-in-file", ({ inspection }) => (inspection.missingEvents = "pruned")],
  ["account-with-permissions", ({ inspection }) => (inspection.missingEvents = "pruned")],
  [
    "scheme-parameters",
    ({ inspection }) => (inspection.schemes[1].parameters = { notRead: "pruned" }),
  ],
  [
    "voting-machine",
    ({ inspection }) => (inspection.schemes[1].parameters = { notRead: "pruned" }),
  ],
  [
    "vote-parameters",
    ({ inspection }) => (inspection.schemes[1].parameters = { notRead: "pruned" }),
  ],
];
