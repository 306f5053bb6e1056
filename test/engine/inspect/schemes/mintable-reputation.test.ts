import { expect } from "chai";
import { parseEther, ZeroAddress } from "ethers";

import type { MintableDescription } from "../../../../src/engine/inspect/description.js";
import { expectRecorded } from "../../../recorded.js";
import { wasRead } from "../raw-calls.js";
import { onDao } from "../raw-dao.js";

const DAY = 86_400;
const AGREED = `0x${"a9".repeat(32)}`;

describe("reputation that can still be minted without a vote", () => {
  it("is correct for every kind of scheme, compared with what is minted later", async () => {
    await onDao(async (raw) => {
      const { base, read } = raw.chain;
      const [account, second, third] = raw.accounts as [string, string, string];
      const { Avatar, NativeReputation } = raw.dao;
      const gen = base.DAOToken;
      const start = (await raw.now()) + 100;
      const [end, redeemFrom] = [start + DAY, start + 2 * DAY];
      const make = async (name: string, args: readonly unknown[]) => await raw.setUp(name, args);
      const locking = [1000n, start, end, redeemFrom];
      const prices = await raw.deploy("PriceOracleMock");
      const list = await raw.deploy("RepAllocation");
      const schemes = {
        eth: await make("LockingEth4Reputation", [...locking, 100n, AGREED]),
        unused: await make("LockingEth4Reputation", [...locking, 100n, AGREED]),
        token: await make("LockingToken4Reputation", [...locking, 100n, prices, AGREED]),
        external: await make("ExternalLocking4Reputation", [
          ...locking,
          gen,
          "balanceOf(address)",
          AGREED,
        ]),
        auction: await make("Auction4Reputation", [
          100n,
          start,
          BigInt(DAY / 4),
          4n,
          redeemFrom,
          gen,
          Avatar,
          AGREED,
        ]),
        fixed: await make("FixedReputationAllocation", [900n, redeemFrom]),
        list: await make("ReputationFromToken", [list, ZeroAddress, AGREED]),
        anyToken: await make("ReputationFromToken", [gen, ZeroAddress, AGREED]),
        continuous: await make("ContinuousLocking4Reputation", [
          10_000n,
          start,
          BigInt(DAY),
          start + DAY,
          5n,
          1000n,
          900n,
          10n,
          gen,
          AGREED,
        ]),
        admin: await make("ReputationAdmin", [start, end, 500n]),
        boundless: await make("ReputationAdmin", [start, end, 0n]),
      };
      // A scheme that is registered here but mints another DAO's reputation.
      const foreign = await raw.deploy("ReputationAdmin");
      await raw.send("ReputationAdmin", foreign, "initialize", [second, start, end, 500n]);
      await raw.register(foreign, "0x00000001");
      type Name = keyof typeof schemes;
      const told = async (): Promise<Record<Name, MintableDescription>> => {
        const found = await raw.inspect(Avatar);
        const mintable = wasRead(found.mintable);
        const named = Object.entries(schemes).map(([name, address]) => {
          return [name, mintable.find(({ scheme }) => scheme === address)!] as const;
        });
        expect(mintable).to.have.length(named.length);
        return Object.fromEntries(named) as Record<Name, MintableDescription>;
      };
      const mostOf = (found: Record<Name, MintableDescription>) =>
        Object.fromEntries(Object.entries(found).map(([name, { atMost }]) => [name, atMost]));

      const first = await told();
      expectRecorded(mostOf(first));
      expect(first.eth).to.deep.include({ from: redeemFrom, joinUntil: end, claimed: "0" });
      expect(first.eth.until).to.equal(undefined);
      expect(first.auction).to.deep.include({ joinUntil: end, from: redeemFrom });
      expect(first.continuous).to.deep.include({
        from: start + DAY,
        joinUntil: start + 10 * DAY,
      });
      expect(first.admin).to.deep.include({ from: start, until: end, claimed: "0" });
      expect(first.boundless.claimed).to.have.property("unknowable", true);
      expect(first.anyToken.to).to.include(gen);

      // Accounts lock, bid and claim.
      await raw.pass(200);
      for (const from of [0, 1]) {
        const lock = [from === 0 ? 100n : 50n, AGREED];
        await raw.send("LockingEth4Reputation", schemes.eth, "lock", lock, { from, value: 7n });
      }
      await raw.send("PriceOracleMock", prices, "setTokenPrice", [gen, 1n, 1n]);
      for (const to of [schemes.token, schemes.auction, schemes.continuous]) {
        await raw.send("DAOToken", gen, "approve", [to, parseEther("10")]);
      }
      await raw.send("LockingToken4Reputation", schemes.token, "lock", [9n, 10n, gen, AGREED]);
      await raw.send("ExternalLocking4Reputation", schemes.external, "claim", [
        ZeroAddress,
        AGREED,
      ]);
      await raw.send("Auction4Reputation", schemes.auction, "bid", [3n, 0n, AGREED]);
      await raw.send("ContinuousLocking4Reputation", schemes.continuous, "lock", [
        5n,
        2n,
        0n,
        AGREED,
      ]);
      const beneficiaries = [[second, third]];
      await raw.send("FixedReputationAllocation", schemes.fixed, "addBeneficiaries", beneficiaries);
      await raw.send("FixedReputationAllocation", schemes.fixed, "enable", []);
      await raw.send("RepAllocation", list, "addBeneficiaries", [
        [second, third],
        [30n, 40n],
      ]);
      await raw.send("RepAllocation", list, "freeze", []);
      await raw.send("ReputationAdmin", schemes.admin, "reputationMint", [[third], [200n]]);
      const later = mostOf(await told());
      expect(later).to.deep.include({ fixed: "900", list: "70", admin: "300", unused: "1000" });

      // All periods are over; only redeeming remains.
      await raw.pass(2 * DAY);
      const last = await told();
      // One of four auctions had a bid, and nobody has locked in `unused`.
      expect(mostOf(last)).to.deep.include({ eth: "1000", unused: "0", auction: "100" });
      const supply = async () =>
        (await read("Reputation", NativeReputation, "totalSupply")) as bigint;
      const before = await supply();
      for (const who of [account, second]) {
        await raw.send("LockingEth4Reputation", schemes.eth, "redeem", [who]);
      }
      await raw.send("LockingToken4Reputation", schemes.token, "redeem", [account]);
      await raw.send("ExternalLocking4Reputation", schemes.external, "redeem", [account]);
      await raw.send("Auction4Reputation", schemes.auction, "redeem", [account, 0n]);
      for (const who of [second, third]) {
        await raw.send("FixedReputationAllocation", schemes.fixed, "redeem", [who]);
      }
      await raw.send("ReputationFromToken", schemes.list, "redeem", [second, AGREED], { from: 1 });
      await raw.send("ContinuousLocking4Reputation", schemes.continuous, "redeem", [account, 1n]);
      const end_ = await told();
      const claimed = Object.entries(end_).flatMap(([name, each]) =>
        name === "boundless" ? [] : [BigInt(wasRead(each.claimed))],
      );
      const made = (await supply()) - before;
      // The admin minted 200 earlier.
      expect(claimed.reduce((all, each) => all + each, 0n) - 200n).to.equal(made);
      for (const name of ["eth", "token", "external", "auction", "fixed"] as const) {
        expect(BigInt(wasRead(end_[name].claimed)) > 0n, name).to.equal(true);
        const most = BigInt(wasRead(last[name].atMost));
        expect(BigInt(wasRead(end_[name].claimed)) <= most, name).to.equal(true);
        const left = most - BigInt(wasRead(end_[name].claimed));
        expect(wasRead(end_[name].atMost), name).to.equal(String(left));
      }
      expect(end_.list).to.deep.include({ atMost: "40", claimed: "30" });
      expect(BigInt(wasRead(end_.continuous.atMost))).to.equal(
        10_000n - BigInt(wasRead(end_.continuous.claimed)),
      );

      await raw.control("unregisterScheme", schemes.list);
      const { mintable } = await raw.inspect(Avatar);
      expect(wasRead(mintable).map(({ scheme }) => scheme)).to.not.include(schemes.list);
    });
  });

  it("has no limit where an account can redeem again and again", async () => {
    await onDao(
      async (raw) => {
        const [, second] = raw.accounts as [string, string];
        const set = [900n, (await raw.now()) + 10];
        const scheme = await raw.setUp("FixedReputationAllocation", set);
        await raw.send("FixedReputationAllocation", scheme, "addBeneficiary", [second]);
        await raw.send("FixedReputationAllocation", scheme, "enable", []);
        await raw.pass(100);
        for (let times = 0; times < 2; times++) {
          await raw.send("FixedReputationAllocation", scheme, "redeem", [second]);
        }
        const [found] = wasRead((await raw.inspect(raw.dao.Avatar)).mintable);
        expect(found).to.include({ scheme, claimed: "1800" });
        expect(found?.atMost).to.equal(undefined);
      },
      { version: "alpha.58" },
    );
  });
});
