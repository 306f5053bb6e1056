import { expect } from "chai";
import { dataSlice, getAddress, parseEther, ZeroAddress, ZeroHash } from "ethers";

import { schemeOf, wasRead } from "../raw-calls.js";
import { onDao, type Dao, itOnDao } from "../raw-dao.js";
import { powersOf } from "../../../../src/engine/inspect/control/powers.js";
import { compareInspections } from "../../../../src/engine/inspect/compare/compare-inspections.js";
import { borrowing, deployCode, forwardingTo, told } from "./told.js";

/** A second ContributionReward that votes in a machine of its own. */
async function addVoting(
  raw: Dao,
  machineName: string,
  params: readonly unknown[],
): Promise<{ readonly machine: string; readonly scheme: string }> {
  const machine = await raw.deploy(machineName);
  const rules = await raw.stored(machineName, machine, params);
  const scheme = await raw.deploy("ContributionReward");
  const { inputs = [] } = raw.chain.release
    .artifact("ContributionReward")
    .abi.find(({ name }) => name === "setParameters")!;
  const args = inputs.length === 2 ? [rules, machine] : [0n, rules, machine];
  await raw.register(scheme, "0x00000000", await raw.stored("ContributionReward", scheme, args));
  return { machine, scheme };
}

/** Lets a contract run its code from another address. */
async function borrow(raw: Dao, address: string, from: string): Promise<void> {
  const copy = `0x${from.repeat(20)}`;
  const code = raw.chain.release.artifact(
    address === raw.dao.NativeReputation ? "Reputation" : "DAOToken",
  );
  await raw.request("hardhat_setCode", [copy, code.deployedBytecode]);
  await raw.request("hardhat_setCode", [address, borrowing(copy)]);
}

describe("who decides for a DAO", () => {
  itOnDao("is the account that votes for every holder: nobody else may", async (raw) => {
    const [holder, , , speaker] = raw.accounts as [string, string, string, string];
    const { machine, scheme } = await addVoting(raw, "AbsoluteVote", [60n, speaker]);
    await raw.control("unregisterSelf");
    const id = await raw.ask(undefined, { scheme });
    const vote = [id, 1n, 0n, holder];
    const data = raw.encode("AbsoluteVote", "vote", vote);
    const asHolder = raw.request("eth_call", [{ from: holder, to: machine, data }, "latest"]);
    expect(String(await asHolder.catch(String))).to.include("not authorized to vote");
    const said = await told(raw);
    expect(said.control.find((each) => each.scheme === scheme)).to.deep.include({
      voteOnBehalf: speaker,
      accounts: [speaker],
      share: "100.00",
    });
    expect(said.card).to.include("1 account, without a vote");
    expect(said.block).to.include(`${speaker} alone: only this account may vote`);
    await raw.send("AbsoluteVote", machine, "vote", vote, { from: 3 });
    expect(await raw.found(id)).to.have.property("decision", "for");
  });

  for (const [version, params, passes] of [
    ["rc.57", [100n, ZeroAddress], true],
    ["alpha.58", [100n, true], false],
  ] as const) {
    it(`is nobody with 100% in AbsoluteVote of ${version}, ${passes ? "unless Arc rounds it down" : "however it is rounded"}`, async () => {
      await onDao(
        async (raw) => {
          const { scheme, machine } = await addVoting(raw, "AbsoluteVote", params);
          const before = await raw.inspect(raw.dao.Avatar);
          const [vote] = Object.values(wasRead(schemeOf(before, scheme).parameters).votes);
          expect(vote?.rules).to.deep.equal({
            AbsoluteVote: passes
              ? { votePerc: 100, voteOnBehalf: ZeroAddress }
              : { votePerc: 100, allowOwner: true },
          });
          const whole = (await told(raw)).control.find((each) => each.scheme === scheme);
          expect(whole).to.deep.include({ accounts: [], share: "100.00" });
          expect(whole).to.not.have.property("needed");
          await raw.control("mintReputation", 7n, raw.accounts[1]);
          await raw.control("unregisterSelf");
          const said = await told(raw);
          const control = said.control.find((each) => each.scheme === scheme)!;
          expect(control.accounts).to.have.length(passes ? 2 : 0);
          expect(control.needed).to.equal(passes ? String(parseEther("1000")) : undefined);
          expect(said.block).to.include(
            passes ? "to which Arc rounds 100% down" : "nobody, so that no proposal can ever pass",
          );
          const description = passes ? "" : ZeroHash;
          const id = await raw.ask(undefined, { scheme, description });
          for (const from of [0, 1]) {
            expect((await raw.found(id)).decision, `before vote ${from}`).to.equal(undefined);
            const own = passes ? [0n, raw.accounts[from]] : [raw.accounts[from]];
            await raw.send("AbsoluteVote", machine, "vote", [id, 1n, ...own], { from });
          }
          expect((await raw.found(id)).decision).to.equal(passes ? "for" : undefined);
        },
        { version },
      );
    });
  }

  itOnDao("is not known of a contract of unknown code with all permissions", async (raw) => {
    const { Controller, Avatar, NativeReputation } = raw.dao;
    const unknown = await deployCode(raw, forwardingTo(Controller));
    await raw.register(unknown, "0x0000001f");
    await raw.control("unregisterSelf");
    const said = await told(raw);
    expect(said.card).to.match(/^caution.*Not known Who decides for 0x/);
    expect(said.withoutVote).to.match(/^caution: not known who decides for .* is not Arc's/);
    expect(said.withoutVote).to.include("dao-migrate verify");
    // Anybody can use it.
    const data = raw.encode("Controller", "mintReputation", [5n, raw.accounts[8], Avatar]);
    await raw.transact({ to: unknown, data }, { from: 8 });
    const read = raw.chain.read("Reputation", NativeReputation, "balanceOf", raw.accounts[8]);
    expect(await read).to.equal(5n);
  });

  itOnDao("is not known by votes that a reputation of unknown code counts", async (raw) => {
    const { NativeReputation } = raw.dao;
    await raw.control("unregisterSelf");
    await borrow(raw, NativeReputation, "c0");
    // It answers as before, and may answer a voting machine otherwise.
    const { inspection, card } = await told(raw);
    const [account, amount] = [raw.accounts[0], String(parseEther("1000"))];
    expect(inspection.reputation.holders).to.deep.equal([{ account, amount }]);
    expect(inspection.control).to.deep.equal({
      notRead: `the reputation ${NativeReputation} does not have Arc's code, so it may count other votes than it shows`,
      unknowable: true,
    });
    expect(card).to.match(/^caution.*Not known/);
  });

  itOnDao("is also whoever changes the code of the token that is staked", async (raw) => {
    const { DAOToken } = raw.chain.base as { DAOToken: string };
    await borrow(raw, DAOToken, "c1");
    const before = await told(raw);
    expect(before.behind).to.match(new RegExp(`${DAOToken} .*unknown code.*delegatecall`, "s"));
    await borrow(raw, DAOToken, "c2");
    const { inspection } = await told(raw);
    const { differences } = compareInspections(before.inspection, inspection);
    expect(differences).to.have.lengthOf(1);
    expect(differences[0]).to.deep.include({ kind: "code" });
    expect(JSON.stringify(differences)).to.include(DAOToken);
  });

  itOnDao("is not known where the rules of some proposals are not stored", async (raw) => {
    const registrar = await raw.deploy("SchemeRegistrar");
    const stored = await raw.voteParams();
    const args = [stored, `0x${"12".repeat(32)}`, raw.chain.base.GenesisProtocol];
    const hash = await raw.stored("SchemeRegistrar", registrar, args);
    await raw.register(registrar, "0x0000001f", hash);
    await raw.control("unregisterSelf");
    const said = await told(raw);
    expect(said.card).to.match(/^caution.*Not known Who decides for 0x/);
    expect(said.withoutVote)
      .to.include(`not known who decides for ${registrar}`)
      .and.include("it may: unregister schemes");
  });

  itOnDao(
    "is whoever speaks as the voting machine, if that is no machine of Arc's",
    async (raw) => {
      const [, , , key] = raw.accounts as [string, string, string, string];
      const proxy = await deployCode(raw, forwardingTo(raw.chain.base.GenesisProtocol));
      const schemes = [await raw.multiCall(key), await raw.multiCall(proxy)] as const;
      await raw.control("unregisterSelf");
      const { withoutVote } = await told(raw);
      expect(withoutVote).to.include(`danger: ${key} alone, as the voting machine (${schemes[0]})`);
      expect(withoutVote).to.include(`for ${schemes[1]}, which votes by ${proxy}, not Arc's code`);
    },
  );

  itOnDao(
    "is whoever may call as the avatar, for all that the avatar may do itself",
    async (raw) => {
      const scheme = await raw.multiCall();
      const permissionsOf = ({ control }: Awaited<ReturnType<typeof told>>) =>
        control.find((each) => each.scheme === scheme)?.permissions;
      expect(permissionsOf(await told(raw))).to.equal("0x00000011");
      await raw.register(raw.dao.Avatar, "0x0000001f");
      await raw.control("unregisterSelf");
      const said = await told(raw);
      expect(permissionsOf(said)).to.equal("0x0000001f");
      expect(said.block).to.include("GenericSchemeMultiCall (0x0000001f)");
      const upgrade = powersOf(said.inspection).filter(({ ability }) =>
        ability.includes("upgrade"),
      );
      const names = upgrade.map(({ through }) => through.name);
      expect(names).to.include("GenericSchemeMultiCall").and.not.include("Avatar");
    },
  );

  itOnDao("is anybody, through a contract that Arc has for tests", async (raw) => {
    const { Avatar, NativeReputation } = raw.dao;
    const [id, stranger] = [`0x${"12".repeat(32)}`, raw.accounts[8]!];
    const mock = await raw.deploy("ARCVotingMachineCallbacksMock");
    await raw.register(mock, "0x00000001");
    await raw.control("unregisterSelf");
    const said = await told(raw);
    expect(said.withoutVote).to.match(
      new RegExp(`danger: not known who decides.*${mock}.* is made for tests: anybody`),
    );
    // And so it is.
    const mint = (name: string, args: readonly unknown[]) =>
      raw.send("ARCVotingMachineCallbacksMock", mock, name, args, { from: 8 });
    await mint("propose", [id, Avatar, stranger]);
    await mint("mintReputation", [5n, stranger, id]);
    const held = raw.chain.read("Reputation", NativeReputation, "balanceOf", stranger);
    expect(await held).to.equal(5n);
  });

  itOnDao("is whoever created the DAO, until its schemes are set", async (raw) => {
    const [, creator, holder] = raw.accounts as [string, string, string];
    const args = ["Half", "T", "T", [holder], [10n], [10n], 0n];
    const to = raw.chain.base.DaoCreator;
    const data = raw.encode("DaoCreator", "forgeOrg", args);
    const call = raw.request("eth_call", [{ from: creator, to, data }, "latest"]);
    const avatar = getAddress(dataSlice(String(await call), 12, 32));
    await raw.transact({ to, data }, { from: 1 });
    const said = await told(raw, avatar);
    expect(said.withoutVote).to.match(
      new RegExp(`danger: ${creator} alone, as who created the DAO`),
    );
    expect(said.card).to.match(/^danger.*1 account, without a vote It can do this/);
  });

  itOnDao("is whoever comes first, where schemes ask for no vote", async (raw) => {
    const { Avatar, NativeToken, NativeReputation } = raw.dao;
    const { base, read } = raw.chain;
    const [holder, owner, heir] = raw.accounts as [string, string, string];
    const make = async (name: string, args: readonly unknown[], permissions?: string) =>
      await raw.setUp(name, args, { permissions, from: 1 });
    await raw.transact({ to: Avatar }, { value: 9n });
    await raw.send("DAOToken", base.DAOToken, "mint", [Avatar, 1000n]);
    const transition = await make("TransitionScheme", [heir, [base.DAOToken], [], []]);
    const quit = await make("RageQuitWithToken", [base.DAOToken]);
    const until = (await raw.now()) + 1000;
    const forwarder = await make("Forwarder", [until], "0x0000001f");
    const expired = await make("Forwarder", [1n], "0x0000001f");
    const owned = await make("Forwarder", [until], "0x0000001f");
    await raw.send("Forwarder", owned, "transferOwnership", [Avatar], { from: 1 });
    await raw.control("unregisterSelf");

    const said = await told(raw);
    const { values } = wasRead(schemeOf(said.inspection, transition).parameters);
    expect(values).to.deep.include({ newAvatar: heir, externalTokens: [base.DAOToken] });
    const lines = said.withoutVote.split("\n");
    const of = (scheme: string) => lines.filter((line) => line.includes(scheme)).join("\n");
    expect(of(transition)).to.match(new RegExp(`^danger: Anybody can .* to ${heir}`, "s"));
    expect(of(quit)).to.match(/^caution: Anyone who has the DAO's token can burn it/);
    expect(of(forwarder)).to.match(
      new RegExp(`danger: ${owner} alone, as the owner of the Forwarder`),
    );
    for (const scheme of [expired, owned]) expect(of(scheme)).to.not.include("danger");
    expect(said.card).to.match(/^danger.*1 account, without a vote It can do this/);

    // And so it is.
    const before = await raw.ether(heir);
    await raw.send("TransitionScheme", transition, "sendEther", [9n], { from: 8 });
    expect((await raw.ether(heir)) - before).to.equal(9n);
    await raw.send("DAOToken", NativeToken, "approve", [quit, 10n ** 18n]);
    await raw.send("RageQuitWithToken", quit, "rageQuit", [10n ** 18n]);
    expect(await read("DAOToken", base.DAOToken, "balanceOf", Avatar)).to.equal(900n);
    const mint = raw.encode("Controller", "mintReputation", [5n, heir, Avatar]);
    await raw.transact({ to: forwarder, data: mint }, { from: 1 });
    expect(await read("Reputation", NativeReputation, "balanceOf", heir)).to.equal(5n);
    expect(holder).to.not.equal(owner);

    await raw.pass(2000);
    const later = await told(raw);
    expect(later.card).to.not.include("without a vote");
  });
});
