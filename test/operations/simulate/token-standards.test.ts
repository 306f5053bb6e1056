import { join } from "node:path";

import { expect } from "chai";
import { Interface, toQuantity, ZeroAddress, ZeroHash } from "ethers";

import { parseDraft } from "../../../src/operations/simulate/drafts/draft.js";
import { openSession, type Session } from "../../../src/operations/simulate/session.js";
import { simulateDraft } from "../../../src/operations/simulate/simulate-proposal.js";
import { runtimeCodes } from "../../compile-source.js";
import { account } from "../../engine/inspect/sample-inspection.js";
import { openTrapDao, type TrapDao } from "./trap-dao.js";

const SOMEBODY = account(77);
/** Placeholder for the DAO's avatar. */
const AVATAR = "avatar";

type Called = "Fungible" | "Multi" | "Single" | "Vault" | "Secret";
type Name = Called | "Fading";
const AT: Readonly<Record<Name, string>> = {
  Fading: account(96),
  ...{ Fungible: account(91), Multi: account(92) },
  ...{ Single: account(93), Vault: account(94), Secret: account(95) },
};

type Call = readonly [signature: string, args: readonly unknown[]];
/** What the avatar calls of each contract, and how the warnings about that begin. */
const CALLS: Readonly<Record<Called, readonly [calls: readonly Call[], told: readonly string[]]>> =
  {
    Fungible: [
      [
        ["approve(address,uint256)", [account(61), 5n]],
        ["increaseAllowance(address,uint256)", [account(62), 6n]],
        [
          "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
          [AVATAR, account(63), 7n, 0n, 0, ZeroHash, ZeroHash],
        ],
        ["transferFrom(address,address,uint256)", [AVATAR, SOMEBODY, 40n]],
        ["authorizeOperator(address)", [account(64)]],
        ["operatorSend(address,address,uint256,bytes,bytes)", [AVATAR, SOMEBODY, 30n, "0x", "0x"]],
        ["approve(address,uint256)", [account(65), 0n]],
      ],
      [
        `allowance-given: ${account(61)} may take 5 wei`,
        `allowance-given: ${account(62)} may take 6 wei`,
        `allowance-given: ${account(63)} may take 7 wei`,
        `allowance-given: ${account(64)} may take what the DAO has`,
        "treasury-halved: The treasury loses 70 wei of its 100 wei",
      ],
    ],
    Secret: [
      [
        ["approve(address,uint256)", [account(61), 5n]],
        ["approve(address,uint256)", [account(62), 0n]],
      ],
      [`allowance-given: ${account(61)} may take what the DAO has`],
    ],
    Multi: [
      [
        ["setApprovalForAll(address,bool)", [account(61), true]],
        [
          "safeTransferFrom(address,address,uint256,uint256,bytes)",
          [AVATAR, SOMEBODY, 7n, 60n, "0x"],
        ],
        [
          "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
          [AVATAR, SOMEBODY, [7n, 1n << 200n], [10n, 60n], "0x"],
        ],
      ],
      [
        `allowance-given: ${account(61)} may take what the DAO has`,
        `entry-falls: The DAO's entry in the storage of ${account(92)} falls from 100 to 30.`,
        `entry-falls: The DAO's entry in the storage of ${account(92)} falls from 100 to 40.`,
      ],
    ],
    Single: [
      [
        ["approve(address,uint256)", [account(61), 8n]],
        ["approve(address,uint256)", [ZeroAddress, 9n]],
        ["setApprovalForAll(address,bool)", [account(62), true]],
        ["safeTransferFrom(address,address,uint256)", [AVATAR, SOMEBODY, 7n]],
      ],
      [
        `allowance-given: ${account(61)} may take what the DAO has`,
        `allowance-given: ${account(62)} may take what the DAO has`,
        `ownership-given-away: ${SOMEBODY} takes the DAO's place`,
        "treasury-emptied: The treasury loses 1 wei of its 1 wei",
      ],
    ],
    Vault: [
      [
        ["withdraw(uint256)", [40n]],
        ["redeem(uint256,address,address)", [60n, SOMEBODY, AVATAR]],
      ],
      [
        `callee-pays-others: ${account(94)}, which the DAO calls, pays 0.0000000000000001 ether`,
        `entry-falls: The DAO's entry in the storage of ${account(94)} falls from 100 to 0.`,
        "treasury-emptied: The treasury loses 100 wei",
      ],
    ],
  };

describe("calls of tokens by which others get or may take what the avatar has", () => {
  let trap: TrapDao;
  let session: Session;

  before(async () => {
    trap = await openTrapDao();
    const codes = runtimeCodes<Name>(join(import.meta.dirname, "token-standards.sol"));
    for (const name of Object.keys(AT) as Name[])
      await trap.ask("hardhat_setCode", AT[name], codes[name]);
    const { Avatar } = trap.dao;
    for (const [name, signature, args, value = 0n] of [
      ["Fungible", "mint(address,uint256)", [Avatar, 100n]],
      ["Multi", "mint(address,uint256,uint256)", [Avatar, 7n, 100n]],
      ["Multi", "mint(address,uint256,uint256)", [Avatar, 1n << 200n, 100n]],
      ["Single", "mint(address,uint256)", [Avatar, 7n]],
      ["Vault", "mint(address)", [Avatar], 100n],
      // Nobody is told that a call takes what fades anyway.
      ["Fading", "mint(address)", [Avatar]],
    ] as const) {
      const call = { to: AT[name], data: dataOf(signature, args), value: toQuantity(value) };
      await trap.ask("eth_sendTransaction", { from: trap.deployer.account, ...call });
    }
    session = await openSession(trap.provider, Avatar);
  });
  after(async () => {
    await session.chain.close();
    trap.close();
  });

  for (const [name, [calls, told]] of Object.entries(CALLS)) {
    it(`are told, each once: of ${name}`, async () => {
      const to = AT[name as Name];
      const made = calls.map(([signature, args]) => {
        const given = args.map((each) => (each === AVATAR ? trap.dao.Avatar : each));
        return { to, data: dataOf(signature, given) };
      });
      const draft = parseDraft({ kind: "calls", through: trap.multiCall, calls: made }, "it");
      const { warnings } = await simulateDraft(session, draft, { alone: true });
      const texts = warnings
        .filter(({ id }) => !["call-to-unknown-code", "control"].includes(id))
        .map(({ id, what }) => `${id}: ${what}`);
      const cut = texts.map((text) => told.find((each) => text.startsWith(each)) ?? text);
      expect(cut).to.have.members(told);
    });
  }

  for (const [ether, verdict, power] of [
    ["5", "yes", "unchanged"],
    ["10.1", "no", "unchanged"],
  ] as const) {
    it(`can take ${ether} of the DAO's 10 ether, which strangers who try the call do not have`, async () => {
      const deposit = { to: AT.Vault, data: dataOf("mint(address)", [trap.dao.Avatar]) };
      const calls = [{ ...deposit, value: ether }];
      const draft = parseDraft({ kind: "calls", through: trap.multiCall, calls }, "it");
      const { does, powers } = await simulateDraft(session, draft, { alone: true });
      expect([does.verdict, powers.verdict]).to.deep.equal([verdict, power]);
    });
  }
});

function dataOf(signature: string, args: readonly unknown[]): string {
  return new Interface([`function ${signature}`]).encodeFunctionData(signature, args);
}
