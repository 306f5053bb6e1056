import { expect } from "chai";
import { id, zeroPadValue } from "ethers";

import { SMALL_DAO, withBase } from "../../migration/with-base.js";
import { expectGolden } from "../../../golden.js";
import { RawCalls, wasRead, withoutMoments } from "../raw-calls.js";
import { onBase } from "../raw-dao.js";

/** Returns code that emits an event about an avatar on every call, with the call data as event data. */
function leaving(event: string, avatar: string): string {
  const topics = `7f${zeroPadValue(avatar, 32).slice(2)}7f${id(event).slice(2)}`;
  return `0x366000600037${topics}366000a200`;
}

describe("lists of DAOs", () => {
  it("are read with who listed what about the DAO, and when", async () => {
    await onBase("rc.57", async (chain) => {
      const raw = new RawCalls(chain);
      const { base } = chain;
      const { dao } = await chain.make(SMALL_DAO);
      const { DAORegistry: registry = "", DAOTracker: tracker = "" } = base;
      const owner = await chain.read("DAOTracker", tracker, "owner");
      const from = raw.accounts.indexOf(String(owner));
      const listed = async () => wasRead((await raw.inspect(dao.Avatar)).listings);
      const asMigrated = await listed();

      await raw.send("DAORegistry", registry, "propose", [dao.Avatar], { from: 5 });
      await raw.send("DAORegistry", registry, "register", [dao.Avatar, "Small"], { from });
      await raw.send("DAOTracker", tracker, "blacklist", [dao.Avatar, "spam"], { from });
      await raw.send("DAOTracker", tracker, "transferOwnership", [raw.accounts[6]], { from });
      // Who did something is the owner at that time, not the current one.
      const blacklisted = await listed();

      await raw.send("DAOTracker", tracker, "reset", [dao.Avatar, "no spam"], { from: 6 });
      await raw.send("DAORegistry", registry, "unRegister", [dao.Avatar], { from });
      // A stranger's own tracker is listed, but not a contract that only emits its event.
      const own = await raw.deploy("DAOTracker", [], { from: 8 });
      await raw.send("DAOTracker", own, "blacklist", [dao.Avatar, "\u001b[2J"], { from: 8 });
      const stranger = `0x${"5a".repeat(20)}`;
      const code = leaving("BlacklistDAO(address,string)", dao.Avatar);
      await raw.request("hardhat_setCode", [stranger, code]);
      const { logs } = await raw.transact({ to: stranger, data: "0x01" });
      expect(logs).to.have.length(1);
      const told = { asMigrated, blacklisted, reset: await listed() };
      expectGolden(import.meta.dirname, "listings.txt", withoutMoments(told));
    });
  });

  it("are known if they are DAOstack's own", async () => {
    await withBase(
      "rc.57",
      async (chain) => {
        const raw = new RawCalls(chain);
        const { dao } = await chain.make(SMALL_DAO);
        const [found] = wasRead((await raw.inspect(dao.Avatar)).listings);
        expect(found).to.deep.include({ known: false });
        // As on Gnosis, where the predecessor's list has this address.
        const theirs = "0xFf15D1bD36223F62f0Cd8664c6d421F696ae9bE8";
        const code = await raw.request("eth_getCode", [found?.contract.address, "latest"]);
        await raw.request("hardhat_setCode", [theirs, code]);
        const owner = zeroPadValue(raw.accounts[0]!, 32);
        await raw.request("hardhat_setStorageAt", [theirs, "0x0", owner]);
        await raw.send("DAOTracker", theirs, "blacklist", [dao.Avatar, "spam"]);
        const its = async () => {
          const listings = wasRead((await raw.inspect(dao.Avatar)).listings);
          return listings.find(({ contract }) => contract.address === theirs);
        };
        expect(await its()).to.deep.include({ known: true, blacklisted: true });
        // It counts for its address, whatever its code.
        await raw.request("hardhat_setCode", [theirs, "0x00"]);
        expect(await its()).to.deep.include({ known: true });
      },
      { chainId: 100 },
    );
  });
});
