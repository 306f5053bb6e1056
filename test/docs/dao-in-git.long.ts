import { cp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { Contract, JsonRpcProvider, ZeroHash, type ContractTransactionResponse } from "ethers";

import { defaultWallet } from "../../src/foundation/chain/test-accounts.js";
import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../../src/engine/inspect/reading/attempt.js";
import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { readResultOf } from "../../src/foundation/result/file.js";
import type { MigrationResult } from "../../src/foundation/result/result.js";
import { freePort } from "../free-port.js";
import { linkedProject, packedForSuite, run, started } from "./project.js";

const EXAMPLE = join(import.meta.dirname, "../../examples/dao-in-git");
const MACHINE = [
  "function state(bytes32) view returns (uint8)",
  "function vote(bytes32, uint256, uint256, address) returns (bool)",
];
const REGISTRAR = ["function proposeScheme(address, address, bytes32, bytes4, string)"];

/** A week of a DAO whose file is in git: each job runs in a fresh clone, as on a CI. */
describe("examples/dao-in-git, with a chain that others use, too", function () {
  this.timeout(600_000);
  const workshop = packedForSuite();
  let port: number;
  let origin: string;
  let packages: string;
  let result: Partial<MigrationResult>;
  let chain: Awaited<ReturnType<typeof started>>;
  let provider: JsonRpcProvider;
  let clones = 0;

  const avatar = () => result.dao!.Avatar;

  before(async () => {
    const home = await linkedProject(workshop, "dao-in-git");
    packages = join(home, "node_modules");
    port = await freePort();
    const program = "node_modules/.bin/dao-test-chain";
    const args = [program, "--port", String(port), "--output", "chain.json"];
    chain = await started(home, args, "Listening on");
    result = (await readResultOf(join(home, "chain.json"), "private"))!;
    provider = new JsonRpcProvider(`http://127.0.0.1:${port}`, undefined, { cacheTimeout: -1 });

    origin = join(workshop.folder, "origin.git");
    await run(home, `git init --quiet --bare --initial-branch=main ${origin}`);
    const node = `http://127.0.0.1:${port}`;
    await inClone(async (clone) => {
      await cp(EXAMPLE, clone, { recursive: true, filter: (file) => !file.includes("modules") });
      await run(clone, `npx dao-migrate export ${avatar()} -p ${node} --now -o dao.json`);
      await commit(clone, "main");
    });
  });
  after(async () => {
    provider?.destroy();
    await chain?.stop();
  });

  async function inClone<Result>(use: (clone: string) => Promise<Result>): Promise<Result> {
    const clone = join(workshop.folder, `clone-${++clones}`);
    await run(workshop.folder, `git clone --quiet ${origin} ${clone}`);
    await symlink(packages, join(clone, "node_modules"));
    try {
      return await use(clone);
    } finally {
      await rm(clone, { recursive: true });
    }
  }

  async function commit(clone: string, branch: string): Promise<void> {
    const who = "-c user.name=a -c user.email=a@b";
    await run(clone, `git checkout --quiet -B ${branch}; git add . ':!node_modules'`);
    await run(clone, `git ${who} commit -qm Edit && git push --quiet origin ${branch}`);
  }

  /** What a job prints, and its exit code. */
  async function job(clone: string, name: string, env = "", url = port): Promise<[string, number]> {
    const set = `export DAO=${avatar()} DAO_MIGRATE_PROVIDER=http://127.0.0.1:${url} ${env}`;
    const text = await run(clone, `${set}; node dao.mjs ${name} 2>errors.txt; echo "exit $?"`);
    const [, printed = "", code = ""] = /^([^]*)exit (\d+)\n$/.exec(text) ?? [];
    return [printed, Number(code)];
  }

  const watch = async (url?: number) =>
    await inClone(async (clone) => await job(clone, "watch", "", url));
  const propose = async () =>
    await inClone(
      async (clone) =>
        await job(clone, "propose", `DAO_MIGRATE_PRIVATE_KEY=${defaultWallet().privateKey}`),
    );

  async function openProposals(): Promise<readonly string[]> {
    const { proposals } = await inspectDao(new RpcClient(`http://127.0.0.1:${port}`), avatar());
    if (isNotRead(proposals)) throw new Error(proposals.notRead);
    const open = proposals.filter(
      ({ progress }) => !isNotRead(progress) && progress.stage === "open",
    );
    return open.map(({ id }) => id);
  }

  async function pass(id: string): Promise<void> {
    for (const account of await provider.listAccounts()) {
      const machine = new Contract(result.base!.GenesisProtocol, MACHINE, account);
      if ((await machine.getFunction("state")(id)) === 2n) return;
      await sent(machine.getFunction("vote")(id, 1, 0, account.address));
    }
  }

  it("reviews, proposes once, and sends one message for what happened", async () => {
    expect(await watch()).to.deep.equal(["", 0]);

    // Monday: a pull request of a stranger, whose dao.mjs is not run.
    const edited = await inClone(async (clone) => {
      const path = join(clone, "dao.json");
      const text = await readFile(path, "utf8");
      await writeFile(path, text.replace('"reputation": 1000', '"reputation": 1005'));
      await writeFile(join(clone, "dao.mjs"), "throw new Error('code of a pull request ran')");
      await commit(clone, "edit");
      return await readFile(path, "utf8");
    });
    const [review, code] = await inClone(async (clone) => {
      await run(clone, "git fetch origin edit && git show FETCH_HEAD:dao.json > proposed.json");
      return await job(clone, "review proposed.json");
    });
    expect(code).to.equal(0);
    expect(review).to.match(/^## What `proposed\.json` changes in /);
    expect(review).to.match(
      /\n\| 1 \| pay 5\.0 reputation to 0x\w{40} \| to be made \| \d accounts/,
    );
    expect(await openProposals()).to.deep.equal([]);

    // Tuesday: it is merged. The job is run three times, as by somebody who does not know whether it worked.
    await inClone(async (clone) => {
      await writeFile(join(clone, "dao.json"), edited);
      await commit(clone, "main");
    });
    const runs = [await propose(), await propose(), await propose()];
    expect(runs.map(([, each]) => each)).to.deep.equal([0, 0, 0]);
    const [own, ...more] = await openProposals();
    expect(more).to.deep.equal([]);

    // Wednesday: it is on the chain; a message says so, once. Nobody is to vote against it.
    const [made, madeCode] = await watch();
    expect([madeCode, made.includes(own!), made.includes("stray")]).to.deep.equal([0, true, false]);
    expect(await watch()).to.deep.equal(["", 0]);

    // Thursday: it passes, and the DAO matches its file.
    await pass(own!);
    await claim(own!);
    const [passed] = await watch();
    expect(passed).to.include("The DAO matches its file. Nothing is needed.");

    // Friday: the node is down. One message, however often it is asked.
    const none = 2;
    const [down, downCode] = await watch(none);
    expect([downCode, down.trim()]).to.deep.include(1).and.not.include("");
    expect(await watch(none)).to.deep.equal(["", 1]);
    expect(await watch()).to.deep.equal(["", 0]);

    // Saturday: a stranger asks for everything, and on Sunday gets it.
    const [proposal, stranger] = await takeOver();
    const [warned] = await watch();
    expect(warned)
      .to.match(/### Look at this first\n\n- ⚠️ \*\*stray/)
      .and.include(stranger);
    expect(await watch()).to.deep.equal(["", 0]);
    await pass(proposal);
    const [lost] = await watch();
    expect(lost)
      .to.include(stranger)
      .and.match(/### Schemes\n/);
    expect(lost).to.match(/### Look at this first\n\n- ❌ .* was registered\n/);
    expect(lost).to.match(/### What can be done\n[^]*\| unregister the account 0x\w{40} \|/);
    // Whoever votes for it loses what the vote cost, so the file would follow the chain in that.
    expect(lost).to.match(/\n````diff\n[^]*^-.*"reputation": 1005/m);
    expect(await watch()).to.deep.equal(["", 0]);
  });

  /** Redeems the reward. */
  async function claim(id: string): Promise<void> {
    const { address } = result.dao!.Schemes.find(({ name }) => name === "ContributionReward")!;
    const abi = ["function redeem(bytes32, address, bool[4])"];
    const scheme = new Contract(address, abi, await provider.getSigner(0));
    const all = [true, true, true, true];
    await sent(scheme.getFunction("redeem")(id, avatar(), all));
  }

  /** A stranger proposes that his account gets all permissions. */
  async function takeOver(): Promise<readonly [proposal: string, stranger: string]> {
    const stranger = await provider.getSigner(8);
    const { address } = result.dao!.Schemes.find(({ name }) => name === "SchemeRegistrar")!;
    const registrar = new Contract(address, REGISTRAR, stranger).getFunction("proposeScheme");
    await sent(registrar(avatar(), stranger.address, ZeroHash, "0x0000001f", "me"));
    const [id = ""] = await openProposals();
    return [id, stranger.address];
  }
});

async function sent(sending: Promise<unknown>): Promise<void> {
  await ((await sending) as ContractTransactionResponse).wait();
}
