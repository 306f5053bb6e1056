import { expect } from "chai";
import { getAddress, hexlify, Interface, toUtf8Bytes, ZeroAddress } from "ethers";

import { expectInspected, proposalOf, schemeOf, wasRead } from "../raw-calls.js";
import { itOnDao as it } from "../raw-dao.js";

describe("proposals of each kind of scheme", () => {
  it("ask to register and unregister schemes, and do it", async (raw) => {
    const { Avatar } = raw.dao;
    const registrar = raw.scheme("SchemeRegistrar");
    const wanted = raw.scheme("GlobalConstraintRegistrar");
    const stranger = raw.accounts[8]!;
    const hash = `0x${"ab".repeat(32)}`;
    const add = await raw.propose("SchemeRegistrar", registrar, "proposeScheme", [
      Avatar,
      stranger,
      hash,
      "0x00000012",
      "let me in",
    ]);
    const remove = await raw.propose("SchemeRegistrar", registrar, "proposeToRemoveScheme", [
      Avatar,
      wanted,
      "not needed",
    ]);
    expectInspected([await raw.found(add), await raw.found(remove)]);
    await raw.vote(add);
    await raw.vote(remove);
    const after = await raw.inspect(Avatar);
    expectInspected([
      ...[add, remove].map((id) => proposalOf(after, id).progress),
      ...[stranger, wanted].map((address) => schemeOf(after, address)),
    ]);
  });

  it("are all read, even if a stranger describes one by bytes that are no text", async (raw) => {
    await raw.ask(undefined, { description: "text" });
    const scheme = raw.scheme("ContributionReward");
    const asked = [raw.dao.Avatar, "none", 0n, [1n, 0n, 0n, 0n, 1n], ZeroAddress, raw.accounts[9]];
    const data = raw.encode("ContributionReward", "proposeContributionReward", asked);
    const none = data.replace(hexlify(toUtf8Bytes("none")).slice(2), "ff41c3e9");
    await raw.transact({ to: scheme, data: none }, { from: 8 });
    const { proposals } = await raw.inspect(raw.dao.Avatar);
    const told = wasRead(proposals).map(({ description }) => description);
    expect(told).to.have.members(["text", "\ufffdA\ufffd\ufffd"]);
  });

  it("ask to add and remove global constraints, and do it", async (raw) => {
    const { Avatar, NativeToken } = raw.dao;
    const { base } = raw.chain;
    const registrar = raw.scheme("GlobalConstraintRegistrar");
    const constraint = base.TokenCapGC;
    const cap = [NativeToken, 10n ** 24n];
    const hash = await raw.stored("TokenCapGC", constraint, cap);
    const name = "GlobalConstraintRegistrar";
    const args = [Avatar, constraint, hash, await raw.voteParams(), "a cap"];
    const add = await raw.propose(name, registrar, "proposeGlobalConstraint", args);
    expectInspected((await raw.found(add)).requests);
    await raw.vote(add);
    expectInspected((await raw.inspect(Avatar)).globalConstraints);
    const remove = await raw.propose(name, registrar, "proposeToRemoveGC", [
      Avatar,
      constraint,
      "no cap",
    ]);
    expectInspected((await raw.found(remove)).requests);
    await raw.vote(remove);
    const after = await raw.inspect(Avatar);
    expect(wasRead(after.globalConstraints)).to.deep.equal([]);
    expect(proposalOf(after, remove).progress).to.deep.equal({ stage: "done" });
  });

  it("make several calls with a second execute, decoded if the receivers are known", async (raw) => {
    const { Avatar } = raw.dao;
    const { base } = raw.chain;
    const gen = base.DAOToken;
    const stranger = getAddress(`0x${"5a".repeat(20)}`);
    const other = `0x${"5b".repeat(20)}`;
    // They accept every call, and return nothing.
    for (const address of [stranger, other]) {
      await raw.request("hardhat_setCode", [address, "0x00"]);
    }
    const constraints = await raw.deploy("SimpleSchemeConstraints");
    const list = [gen, stranger];
    await raw.send("SimpleSchemeConstraints", constraints, "initialize", [list, "rules", false]);
    const scheme = await raw.multiCall(undefined, constraints);
    expectInspected(schemeOf(await raw.inspect(Avatar), scheme).parameters);

    const abi = new Interface(["function pay((address who, uint256 much)[] list, string why)"]);
    const pay = abi.encodeFunctionData("pay", [[[raw.accounts[3], 5n]], "for work"]);
    const mint = raw.encode("DAOToken", "transfer", [raw.accounts[3], 7n]);
    const guess = raw.encode("DAOToken", "transfer", [raw.accounts[4], 8n]);
    const calls = [gen, stranger, stranger, stranger];
    const id = await raw.propose("GenericSchemeMultiCall", scheme, "proposeCalls", [
      calls,
      [mint, pay, guess, `${guess}00`],
      [0n, 0n, 0n, 0n],
      "several",
    ]);
    const told = async (abis?: Record<string, unknown>) => {
      const { requests } = await raw.found(id, abis);
      const request = wasRead(requests);
      if (request.kind !== "calls") throw new Error(request.kind);
      return request.calls.map(({ function: called }) => called);
    };
    expectInspected(await told());
    for (const known of [abi.format(), abi.formatJson()]) {
      const [, given] = await told({ [stranger.toLowerCase()]: known });
      expectInspected(given);
      // The ABI of another address does not apply.
      expect((await told({ [other]: known }))[1]).to.equal(undefined);
    }

    await raw.vote(id);
    const { state, progress } = await raw.found(id);
    expectInspected({ state, progress });
    // The DAO has no such tokens, so the second execute fails and can be tried again.
    await raw.send("GenericSchemeMultiCall", scheme, "execute", [id]).then(
      () => expect.fail("it transferred what it does not have"),
      () => {},
    );
    expect((await raw.found(id)).progress).to.have.property("stage", "passed");
    await raw.send("DAOToken", gen, "mint", [Avatar, 7n]);
    await raw.send("GenericSchemeMultiCall", scheme, "execute", [id]);
    expect((await raw.found(id)).progress).to.deep.equal({ stage: "done" });
  });

  it("may call what the constraints allow now, not what they allowed at first", async (raw) => {
    const { Avatar, Controller } = raw.dao;
    const { base } = raw.chain;
    const [, , first, second, third] = raw.accounts as [string, string, string, string, string];
    const make = async (constraints: string) => await raw.multiCall(undefined, constraints);
    const dxDao = await raw.deploy("DxDaoSchemeConstraints");
    const limited = await make(dxDao);
    await raw.send("DxDaoSchemeConstraints", dxDao, "initialize", [
      ...[Avatar, 100n, 7n, [base.DAOToken], [8n], [first, second], limited],
    ]);
    const change = [
      [second, third],
      [false, true],
    ];
    const data = raw.encode("DxDaoSchemeConstraints", "updateContractsWhitelist", change);
    await raw.send("Controller", Controller, "genericCall", [dxDao, data, Avatar, 0n]);
    const simple = await raw.deploy("SimpleSchemeConstraints");
    await raw.send("SimpleSchemeConstraints", simple, "initialize", [[], "", true]);
    const open = await make(simple);
    const free = await make(ZeroAddress);
    const found = await raw.inspect(Avatar);
    const made = [limited, open, free].map((each) => schemeOf(found, each).parameters);
    expectInspected(made);
    expect(made.map((each) => wasRead(each).mayCall)).to.deep.equal([
      [first, third],
      ...[undefined, undefined],
    ]);
  });

  it("vote in other organizations", async (raw) => {
    const { Avatar, NativeReputation } = raw.dao;
    const { base, read } = raw.chain;
    const scheme = await raw.deploy("VoteInOrganizationScheme");
    const rules = [await raw.voteParams(), base.GenesisProtocol];
    const hash = await raw.stored("VoteInOrganizationScheme", scheme, rules);
    await raw.register(scheme, "0x00000010", hash);
    // The DAO itself holds reputation, so it can vote.
    await raw.control("mintReputation", 3n, Avatar);
    expect(await read("Reputation", NativeReputation, "balanceOf", Avatar)).to.equal(3n);
    const original = await raw.ask();
    const args = [Avatar, base.GenesisProtocol, original, 1n, "we are for it"];
    const id = await raw.propose("VoteInOrganizationScheme", scheme, "proposeVote", args);
    expectInspected(await raw.found(id));
    await raw.vote(id);
    const after = await raw.inspect(Avatar);
    expect(proposalOf(after, id).progress).to.deep.equal({ stage: "done" });
    expectInspected(proposalOf(after, original).votes);
  });
});
