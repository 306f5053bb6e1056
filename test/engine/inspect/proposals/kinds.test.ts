import { expect } from "chai";
import { getAddress, Interface, ZeroAddress } from "ethers";

import { proposalOf, schemeOf, wasRead } from "../raw-calls.js";
import { onDao } from "../raw-dao.js";

describe("proposals of each kind of scheme", () => {
  it("ask to register and unregister schemes, and do it", async () => {
    await onDao(async (raw) => {
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
      const added = await raw.found(add);
      expect(added).to.deep.include({ description: "let me in", scheme: registrar });
      expect(added.requests).to.deep.equal({
        kind: "registerScheme",
        scheme: { address: stranger, code: "account" },
        paramsHash: hash,
        permissions: {
          bytes: "0x00000012",
          words: ["register and unregister schemes", "call any contract in the DAO's name"],
        },
      });
      const removed = await raw.found(remove);
      expect(removed).to.have.property("description", "not needed");
      expect(removed.requests).to.have.property("kind", "unregisterScheme");
      expect(removed.requests).to.have.nested.property("scheme.address", wanted);
      expect(removed.requests).to.have.nested.property("scheme.name", "GlobalConstraintRegistrar");
      await raw.vote(add);
      await raw.vote(remove);
      const after = await raw.inspect(Avatar);
      for (const id of [add, remove]) {
        expect(proposalOf(after, id).progress).to.deep.equal({ stage: "done" });
      }
      expect(schemeOf(after, stranger)).to.deep.include({ registered: true, paramsHash: hash });
      expect(schemeOf(after, stranger).permissions.bytes).to.equal("0x00000013");
      expect(schemeOf(after, wanted).registered).to.equal(false);
      expect(schemeOf(after, wanted).history.at(-1)).to.deep.include({
        event: "unregistered",
        by: registrar,
        how: "scheme",
      });
    });
  });

  it("ask to add and remove global constraints, and do it", async () => {
    await onDao(async (raw) => {
      const { Avatar, NativeToken } = raw.dao;
      const { base } = raw.chain;
      const registrar = raw.scheme("GlobalConstraintRegistrar");
      const constraint = base.TokenCapGC;
      const cap = [NativeToken, 10n ** 24n];
      const hash = await raw.stored("TokenCapGC", constraint, cap);
      const name = "GlobalConstraintRegistrar";
      const args = [Avatar, constraint, hash, await raw.voteParams(), "a cap"];
      const add = await raw.propose(name, registrar, "proposeGlobalConstraint", args);
      const asked = await raw.found(add);
      expect(asked.requests).to.deep.include({ kind: "addGlobalConstraint", paramsHash: hash });
      expect(asked.requests).to.have.nested.property("constraint.name", "TokenCapGC");
      await raw.vote(add);
      const has = await raw.inspect(Avatar);
      expect(wasRead(has.globalConstraints).map(({ contract }) => contract.address)).to.deep.equal([
        constraint,
      ]);
      const remove = await raw.propose(name, registrar, "proposeToRemoveGC", [
        Avatar,
        constraint,
        "no cap",
      ]);
      const requests = (await raw.found(remove)).requests;
      expect(requests).to.have.property("kind", "removeGlobalConstraint");
      expect(requests).to.have.nested.property("constraint.address", constraint);
      await raw.vote(remove);
      const after = await raw.inspect(Avatar);
      expect(wasRead(after.globalConstraints)).to.deep.equal([]);
      expect(proposalOf(after, remove).progress).to.deep.equal({ stage: "done" });
    });
  });

  it("make several calls with a second execute, decoded if the receivers are known", async () => {
    await onDao(async (raw) => {
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
      const described = schemeOf(await raw.inspect(Avatar), scheme);
      expect(wasRead(described.parameters).mayCall).to.deep.equal(list);
      const [referred] = wasRead(described.parameters).refersTo!;
      expect(referred?.contract.name).to.equal("SimpleSchemeConstraints");
      expect(referred?.values).to.deep.include({
        enableSendEth: false,
        enableWhitelisting: true,
        descriptionHash: "rules",
      });

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
      const [code, unknown, guessed, notEncodedBack] = await told();
      expect(code).to.deep.include({ knownBy: "code" });
      expect(code?.args).to.include({ amount: "7" });
      expect(unknown).to.equal(undefined);
      expect(guessed).to.deep.equal({
        signature: "transfer(address to, uint256 amount)",
        args: { to: raw.accounts[4], amount: "8" },
        knownBy: "guess",
      });
      expect(notEncodedBack).to.equal(undefined);
      for (const known of [abi.format(), abi.formatJson()]) {
        const [, given] = await told({ [stranger.toLowerCase()]: known });
        expect(given).to.deep.equal({
          signature: "pay((address who, uint256 much)[] list, string why)",
          args: { list: [{ who: raw.accounts[3], much: "5" }], why: "for work" },
          knownBy: "given",
        });
        // The ABI of another address does not apply.
        expect((await told({ [other]: known }))[1]).to.equal(undefined);
      }

      await raw.vote(id);
      const passed = await raw.found(id);
      expect(passed.state).to.deep.equal({ recorded: "executed", now: "executed" });
      expect(passed.progress).to.have.property("stage", "passed");
      expect(passed.progress)
        .to.have.property("missing")
        .that.matches(/wait for a second execute/);
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
  });

  it("may call what the constraints allow now, not what they allowed at first", async () => {
    await onDao(async (raw) => {
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
      const of = (scheme: string) => wasRead(schemeOf(found, scheme).parameters);
      expect(of(limited).mayCall).to.deep.equal([first, third]);
      expect(of(limited).refersTo![0]!.values).to.deep.include({ periodLimitWei: "7" });
      for (const scheme of [open, free]) expect(of(scheme).mayCall).to.equal(undefined);
      expect(of(open).refersTo![0]!.values).to.deep.include({ enableSendEth: true });
    });
  });

  it("vote in other organizations", async () => {
    await onDao(async (raw) => {
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
      const asked = await raw.found(id);
      expect(asked).to.have.property("description", "we are for it");
      expect(asked.requests).to.deep.equal({
        kind: "other",
        event: "NewVoteProposal",
        values: {
          _originalIntVote: base.GenesisProtocol,
          _originalProposalId: original,
          _vote: "1",
        },
      });
      await raw.vote(id);
      const after = await raw.inspect(Avatar);
      expect(proposalOf(after, id).progress).to.deep.equal({ stage: "done" });
      expect(wasRead(proposalOf(after, original).votes).cast).to.deep.equal([
        { voter: Avatar, side: "for", reputation: "3", share: "0.00" },
      ]);
    });
  });
});
