import { mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { ChainIdentity } from "../../../src/foundation/chain/identity.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import type { MigrationEvent } from "../../../src/engine/execution/steps/event.js";
import { lockAccounts } from "../../../src/operations/run/account-lock.js";
import { rejection } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { itWith } from "../../it-with.js";

const DEPLOYER = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
const VOTER = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
const GENESIS = `0x${"11".repeat(32)}`;
const PRIVATE: ChainIdentity = {
  name: "private",
  chainId: 31337,
  genesis: GENESIS,
  inProcess: false,
};
const MAINNET: ChainIdentity = { ...PRIVATE, name: "mainnet", chainId: 1 };
const node = (url = "http://127.0.0.1:8545") => new RpcClient(url);

interface Changes {
  readonly accounts?: readonly string[];
  readonly provider?: Eip1193Provider;
}

describe("lockAccounts", () => {
  const before = process.env.XDG_STATE_HOME;

  afterEach(() => {
    if (before === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = before;
  });

  // Each has a state folder of its own.
  const it = itWith<[folder: string]>((run) =>
    inTemporaryFolder(async (folder) => {
      process.env.XDG_STATE_HOME = folder;
      await run(join(folder, "hardhat-dao-migration", "accounts"));
    }),
  );

  async function take(
    chain: ChainIdentity,
    output: string,
    { accounts = [DEPLOYER], provider = node() }: Changes = {},
  ) {
    const events: MigrationEvent[] = [];
    const terms = { chain, provider, output };
    const onEvent = (event: MigrationEvent) => events.push(event);
    const locks = await lockAccounts(accounts, { ...terms, onEvent });
    return { ...locks, events };
  }

  it("lets only one migration at a time sign with an account, and names it", async (folder) => {
    for (const chain of [PRIVATE, MAINNET]) {
      const first = await take(chain, "/p/first.json", { accounts: [DEPLOYER, VOTER] });
      const error = await rejection(take(chain, "/p/second.json", { accounts: [VOTER] }));
      expect(error.name).to.equal("MigrationError");
      expect(error.message).to.equal(
        `The account ${VOTER} on chain ID ${chain.chainId} is in use by another migration (process ${process.pid}, ` +
          "which writes /p/first.json). Two migrations with one account would use the same nonces. Nothing was sent. Wait " +
          "until it ends, or deploy from another account.",
      );
      for (const file of await readdir(folder)) {
        // Nobody else may read what is noted of an account.
        if (file.endsWith(".json"))
          expect((await stat(join(folder, file))).mode & 0o777).to.equal(0o600);
      }
      await first.unlock();
      await first.unlock();
      expect(await readdir(folder)).to.deep.equal([]);
      await (await take(chain, "/p/second.json", { accounts: [VOTER] })).unlock();
    }
  });

  it("tells the next migration of the account about one that left its journal", async (folder) => {
    const first = join(folder, "first.json");
    for (const leaves of [true, false]) {
      const { unlock } = await take(MAINNET, first);
      if (leaves) await writeFile(`${first}.journal`, "");
      else await rm(`${first}.journal`);
      await unlock();
      const { unlock: end, earlier } = await take(MAINNET, "/p/second.json");
      expect([...earlier]).to.deep.equal(leaves ? [first] : []);
      await end();
    }
  });

  it("remembers what an account has sent, until it sends more", async (folder) => {
    const expectNext = async (wanted: number) => {
      const { nextNonces, unlock } = await take(MAINNET, "/p/first.json");
      expect(nextNonces.get(DEPLOYER)).to.equal(wanted);
      await unlock();
    };
    await expectNext(0);
    expect(await readdir(folder)).to.deep.equal([]);
    const first = await take(MAINNET, "/p/first.json", { accounts: [DEPLOYER, VOTER] });
    const [note] = (await readdir(folder)).filter(
      (name) => name.endsWith(".json") && name.includes(DEPLOYER.toLowerCase()),
    );
    await using reader = await open(join(folder, note!));
    await first.remember(DEPLOYER, 7);
    await first.remember(DEPLOYER, 5);
    // Whoever reads it meanwhile gets all of one note, and a process that is killed leaves one.
    const read = JSON.parse(await reader.readFile("utf8")) as object;
    expect(read).to.deep.equal({ pid: process.pid, output: "/p/first.json" });
    const killed = JSON.parse(await readFile(join(folder, note!), "utf8")) as object;
    expect(killed).to.deep.equal({ pid: process.pid, output: "/p/first.json", nextNonce: 7 });
    await first.unlock();
    await expectNext(7);
    await expectNext(7);
    const other = await take(MAINNET, "/p/first.json", { accounts: [VOTER] });
    expect(other.nextNonces.get(VOTER)).to.equal(0);
    await other.unlock();
  });

  it("releases all accounts if one of them is in use", async () => {
    const first = await take(MAINNET, "/p/first.json", { accounts: [VOTER] });
    await rejection(take(MAINNET, "/p/second.json", { accounts: [DEPLOYER, VOTER] }));
    await (await take(MAINNET, "/p/third.json")).unlock();
    await first.unlock();
  });

  it("distinguishes chains, and the nodes of development chains", async () => {
    const held = [
      await take(MAINNET, "1"),
      await take({ ...MAINNET, genesis: `0x${"22".repeat(32)}` }, "2"),
      await take({ ...MAINNET, chainId: 100 }, "3"),
      await take(PRIVATE, "4"),
      await take(PRIVATE, "5", { provider: node("http://127.0.0.1:8546") }),
    ];
    for (const provider of [node("http://localhost:8545"), node("http://[::1]:8545")]) {
      expect((await rejection(take(PRIVATE, "6", { provider }))).message).to.include("writes 4");
    }
    const elsewhere = node("https://rpc.example");
    await rejection(take(MAINNET, "7", { provider: elsewhere }));
    // The development chain behind any other provider is unknown.
    held.push(await take(PRIVATE, "8", { provider: { request: async () => null } }));
    for (const { unlock } of held) await unlock();
  });

  it("does not outlive a killed process, nor name it", async (folder) => {
    const { unlock } = await take(MAINNET, "/p/first.json");
    const names = await readdir(folder);
    await unlock();
    for (const name of names) {
      await writeFile(join(folder, name), name.endsWith(".json") ? '{"pid":4194305}' : "");
    }
    const second = await take(MAINNET, "/p/second.json");
    expect(second.events).to.deep.equal([]);
    await second.unlock();
  });

  it("reports that there is no lock if the folder cannot be written, and continues", async (folder) => {
    await mkdir(join(folder, "../.."), { recursive: true });
    await writeFile(join(folder, "../../hardhat-dao-migration"), "a file");
    const { unlock, events } = await take(MAINNET, "/p/first.json");
    expect(events).to.deep.equal([
      {
        type: "accountNotLocked",
        reason: `A file in ${folder} cannot be written: part of its path is a file.`,
      },
    ]);
    await unlock();
  });

  it("reports the same of a lock or a note that cannot be written, and keeps no lock", async (folder) => {
    const { unlock } = await take(MAINNET, "/p/first.json");
    const [note, file] = (await readdir(folder)).sort();
    await unlock();
    const reasons = async () => {
      const taken = await take(MAINNET, "/p/first.json");
      await taken.unlock();
      return taken.events.map((each) => each.type === "accountNotLocked" && each.reason);
    };
    await mkdir(join(folder, note!));
    const noted = `${join(folder, note!)} cannot be written: it is a folder.`;
    expect(await reasons()).to.deep.equal([noted]);
    expect(await readdir(folder)).to.deep.equal([note]);
    await writeFile(join(folder, file!), "text");
    const [locked] = await reasons();
    expect(locked).to.match(/^The account 0x\w+ on chain ID 1 cannot be locked: /);
  });
});
