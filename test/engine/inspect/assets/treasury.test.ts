import { expect } from "chai";
import { id, parseEther, toBeHex, zeroPadValue } from "ethers";

import { readAllowances } from "../../../../src/engine/inspect/assets/treasury.js";
import { CallRefused } from "../../../../src/foundation/chain/call-refused.js";
import type { BlockReader } from "../../../../src/engine/inspect/reading/block-reader.js";
import { Contract } from "../../../../src/engine/inspect/reading/contract.js";
import { compareInspections } from "../../../../src/engine/inspect/compare/compare-inspections.js";
import { ERC20 } from "../../../../src/foundation/chain/erc20.js";
import { differenceBlocks } from "../../../../src/output/describe/comparison.js";
import { treasuryBlock } from "../../../../src/output/describe/assets.js";
import { withoutVoteLines } from "../../../../src/output/describe/without-vote.js";
import { toTerminal } from "../../../../src/output/document/to-terminal.js";
import { expectRecorded } from "../../../recorded.js";
import { rejected, rejection } from "../../../rejection.js";
import { deployCode } from "../control/told.js";
import { account } from "../sample-inspection.js";
import { expectInspected, wasRead } from "../raw-calls.js";
import { onDao } from "../raw-dao.js";

describe("treasury and global constraints", () => {
  it("reads what the avatar owns, and which contracts may refuse its actions", async () => {
    await onDao(async (raw) => {
      const { dao } = raw;
      const { base } = raw.chain;
      const before = await raw.inspect(dao.Avatar);
      expect(before.treasury).to.deep.equal({ ether: "0", tokens: [] });
      expect(before.globalConstraints).to.deep.equal([]);
      await raw.transact({ to: dao.Avatar }, { value: 7n });
      await raw.send("DAOToken", base.DAOToken, "mint", [dao.Avatar, 8n]);
      await raw.control("mintTokens", 9n, dao.Avatar);
      const cap = [dao.NativeToken, parseEther("2000")];
      const hash = await raw.stored("TokenCapGC", base.TokenCapGC, cap);
      await raw.control("addGlobalConstraint", base.TokenCapGC, hash);
      const { treasury, globalConstraints } = await raw.inspect(dao.Avatar);
      expectInspected({ treasury, globalConstraints });
      await raw.control("removeGlobalConstraint", base.TokenCapGC);
      const { globalConstraints: left } = await raw.inspect(dao.Avatar);
      expect(left).to.deep.equal([]);
    });
  });
});

/** Code that answers functions without looking at their arguments, and reverts otherwise. */
function answering(answers: Readonly<Record<string, string>>): string {
  const entries = Object.entries(answers);
  const hex = (number: number) => number.toString(16).padStart(4, "0");
  const start = 5 + entries.length * 11 + 3;
  const tests = entries.map(
    ([name], index) => `8063${id(name).slice(2, 10)}1461${hex(start + index * 40)}57`,
  );
  const blocks = entries.map(([, word]) => `5b7f${zeroPadValue(word, 32).slice(2)}5f5260205ff3`);
  return `5f3560e01c${tests.join("")}5f5ffd${blocks.join("")}`;
}

/** Emits an event with topics and no data. */
function emitting(event: string, ...topics: readonly string[]): string {
  const words = [id(event), ...topics.map((each) => zeroPadValue(each, 32))];
  const pushed = words.toReversed().map((each) => `7f${each.slice(2)}`);
  return `${pushed.join("")}5f5fa${words.length}`;
}

describe("what the avatar holds without usual events", () => {
  it("is found by NFTs' and wrapped ether's events, or by a name; who may take NFTs is told", async () => {
    await onDao(async (raw) => {
      const { Avatar } = raw.dao;
      const [, operator, approved, other] = raw.accounts as [string, string, string, string];
      const nft = (owner: string) =>
        answering({
          ...{ "ownerOf(uint256)": owner, "balanceOf(address)": "0x03" },
          "getApproved(uint256)": approved,
          "isApprovedForAll(address,address)": "0x01",
        });
      const received = (number: string) =>
        emitting("Transfer(address,address,uint256)", other, Avatar, number);
      const allowed = emitting("ApprovalForAll(address,address,bool)", Avatar, operator);
      const art = await deployCode(
        raw,
        nft(Avatar),
        `${received("0x07")}${received("0x08")}${allowed}`,
      );
      await deployCode(raw, nft(other), received("0x09"));
      const five = answering({ "balanceOf(address)": "0x05" });
      await deployCode(raw, five, emitting("Deposit(address,uint256)", Avatar));
      const [silent, named] = [await deployCode(raw, five), await deployCode(raw, five)];
      await raw.setUp("RageQuitWithToken", [named]);
      // Reputation has balances, but is no token.
      await raw.setUp("RageQuitWithToken", [raw.dao.NativeReputation]);
      await raw.control("mintReputation", 5n, Avatar);

      // Only for contracts that the DAO called does it count who may take something.
      const call = [art, raw.encode("DAOToken", "owner", []), Avatar, 0n];
      const mute = answering({ "decimals()": "0x12" });
      const paused = await deployCode(
        raw,
        mute,
        emitting("Transfer(address,address,uint256)", other, Avatar),
      );
      const before = wasRead((await raw.inspect(Avatar)).treasury);
      expect(before.unanswered).to.deep.equal([{ address: paused, reason: "it refuses to say" }]);
      expect(before.nfts![0]).not.to.have.property("mayTake");
      await raw.send("Controller", raw.dao.Controller, "genericCall", call);

      expectInspected((await raw.inspect(Avatar)).treasury);
      const inspection = await raw.inspect(Avatar, { token: [silent.toLowerCase()] });
      const { tokens } = wasRead(inspection.treasury);
      expect(tokens.map(({ address }) => address)).to.include(silent);
      const lines = withoutVoteLines(inspection).map((line) => toTerminal(line));
      expectRecorded([toTerminal(treasuryBlock(inspection)), ...lines].join("\n"));
      await rejected(raw.inspect(Avatar, { token: ["0x12"] }), "Expected a token's address");
    });
  });
});

describe("operators of the avatar", () => {
  it("are found in tokens that it called, until they are revoked, and told wherever allowances are", async () => {
    await onDao(async (raw) => {
      const { Avatar } = raw.dao;
      const [, operator, other] = raw.accounts as [string, string, string];
      const authorized = emitting("AuthorizedOperator(address,address)", operator, Avatar);
      const may = (name: string, answer: string) => answering({ [name]: answer });
      const yes777 = may("isOperatorFor(address,address)", "0x01");
      const token = await deployCode(raw, yes777, authorized);
      const stranger = await deployCode(raw, yes777, authorized);
      const revoked = await deployCode(
        raw,
        may("isOperatorFor(address,address)", "0x00"),
        authorized,
      );
      const items = await deployCode(
        raw,
        may("isApprovedForAll(address,address)", "0x01"),
        emitting("ApprovalForAll(address,address,bool)", Avatar, other),
      );
      const silent = await deployCode(raw, "5f5ffd", authorized);
      const before = await raw.inspect(Avatar);
      expect(before.allowances).to.deep.equal([]);
      expect(before.claimedAllowances?.map((each) => each.token)).to.include.members([
        ...[token, stranger, items],
      ]);

      for (const each of [token, revoked, items, silent]) {
        const call = [each, raw.encode("DAOToken", "owner", []), Avatar, 0n];
        await raw.send("Controller", raw.dao.Controller, "genericCall", call);
      }
      const after = await raw.inspect(Avatar);
      const { differences } = compareInspections(before, after);
      const text = toTerminal(
        differenceBlocks({ differences, notCompared: [], before: before.block }, after),
      );
      expect(text).to.include(`${operator}, as an operator: all of the token ${token}`);
      const { allowances, claimedAllowances } = after;
      const said = withoutVoteLines(after).map((line) => toTerminal(line));
      expectInspected({ allowances, claimedAllowances, differences, said });
    });
  });
});

const [OWNER, SPENDER, TOKEN, FAKE] = [account(1), account(2), account(9), account(10)];
const APPROVAL = id("Approval(address,address,uint256)");

/** A chain on which `emitters` emitted approvals, and `call` answers what is left. */
function readerWith(emitters: readonly string[], call: (to: string) => string): BlockReader {
  const topics = [APPROVAL, ...[OWNER, SPENDER].map((each) => zeroPadValue(each, 32))];
  return {
    logs: async () => [
      ...emitters.map((address) => ({ address, topics, data: "0x" })),
      // Of an ERC-721 token.
      { address: FAKE, topics: [...topics, topics[0]], data: "0x" },
    ],
    call: async (to: string) => call(to),
  } as unknown as BlockReader;
}

async function allowancesFor(reader: BlockReader, called: readonly string[]) {
  const avatar = new Contract(reader, OWNER, ERC20);
  return await readAllowances(reader, avatar, (address) => called.includes(address));
}

describe("readAllowances", () => {
  it("lists each allowance once, without those that are used up", async () => {
    const five = readerWith([TOKEN, TOKEN], () => toBeHex(5, 32));
    expect(await allowancesFor(five, [TOKEN])).to.deep.equal({
      allowances: [{ token: TOKEN, spender: SPENDER, amount: "5" }],
      claimedAllowances: [],
    });
    const none = readerWith([TOKEN], () => toBeHex(0, 32));
    expect((await allowancesFor(none, [TOKEN])).allowances).to.deep.equal([]);
  });

  it("asks nothing of a token that the avatar never called, and counts its spenders", async () => {
    const reader = readerWith([TOKEN, FAKE], (to) => {
      if (to === FAKE) throw new Error("it was asked");
      return toBeHex(5, 32);
    });
    const { allowances, claimedAllowances } = await allowancesFor(reader, [TOKEN]);
    expect(allowances.map(({ token }) => token)).to.deep.equal([TOKEN]);
    expect(claimedAllowances).to.deep.equal([{ token: FAKE, spenders: 1 }]);
  });

  it("leaves out what is no token, but not what the node does not answer", async () => {
    const refusing = readerWith([TOKEN, FAKE], (to) => {
      if (to === FAKE) throw new CallRefused("execution reverted");
      return toBeHex(5, 32);
    });
    const { allowances } = await allowancesFor(refusing, [TOKEN, FAKE]);
    expect(allowances.map(({ token }) => token)).to.deep.equal([TOKEN]);
    const looping = readerWith([TOKEN], () => {
      throw new CallRefused("out of gas");
    });
    const notRead = "it did not answer within 1000000 gas";
    expect((await allowancesFor(looping, [TOKEN])).allowances).to.deep.equal([
      { token: TOKEN, spender: SPENDER, amount: { notRead } },
    ]);
    const broken = readerWith([TOKEN], () => {
      throw new Error("the node does not answer");
    });
    const error = await rejection(allowancesFor(broken, [TOKEN]));
    expect(error.message).to.equal("the node does not answer");
  });
});
