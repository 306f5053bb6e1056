import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { mock } from "node:test";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";

import { expect } from "chai";

import { lock } from "../../../src/foundation/support/file-lock.js";
import { compiled } from "../../compiled.js";
import { rejection } from "../../rejection.js";
import { GUARDED } from "./guarded.js";
import {
  barrier,
  IN_CONTAINER,
  inParallel,
  inUse,
  refusal,
  withLockProcess,
  itInFolder as it,
} from "./lock-process.js";

describe("lock", () => {
  it("refuses the same process until it is released, and leaves no file", async (path, folder) => {
    const unlock = await lock(path, GUARDED);
    expect((await rejection(lock(path, GUARDED))).message).to.equal(inUse(path));
    expect(await readdir(folder)).to.deep.equal(["result.lock"]);
    expect((await stat(path)).size).to.equal(0);
    await unlock();
    expect(await readdir(folder)).to.deep.equal([]);
    {
      await using again = await lock(path, GUARDED);
      // Calling the first release function again releases nothing.
      expect(again).not.to.equal(unlock);
      await unlock();
      expect((await rejection(lock(path, GUARDED))).message).to.equal(inUse(path));
    }
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it("refuses another process at once, and is free at once after its holder is killed", async (path, folder) => {
    await withLockProcess([path, "hold"], async ({ child, next }) => {
      const unlock = await lock(path, GUARDED);
      const { message, milliseconds } = refusal(await next());
      expect(message).to.equal(inUse(path));
      // SQLite would wait for five seconds.
      expect(milliseconds).to.be.below(4_000);
      await unlock();
      await once(child, "exit");
    });
    await withLockProcess([path, "hold"], async ({ child, next }) => {
      expect(await next()).to.equal("locked");
      expect((await rejection(lock(path, GUARDED))).message).to.equal(inUse(path));
      child.kill("SIGKILL");
      await once(child, "exit");
      expect(await readdir(folder)).to.deep.equal(["result.lock"]);
      await (
        await lock(path, GUARDED)
      )();
      expect(await readdir(folder)).to.deep.equal([]);
    });
  });

  it("stays with a paused holder", async (path) => {
    await withLockProcess([path, "hold"], async ({ child, next }) => {
      expect(await next()).to.equal("locked");
      child.kill("SIGSTOP");
      for (let look = 0; look < 3; look++) {
        expect((await rejection(lock(path, GUARDED))).message).to.equal(inUse(path));
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
      child.kill("SIGCONT");
      expect(await next()).to.equal("released");
      await (
        await lock(path, GUARDED)
      )();
    });
  });

  it("refuses other containers with the same folder and process id 1", async (path) => {
    const args = [path, "hold"];
    const inContainer = async (run: Parameters<typeof withLockProcess>[1]) =>
      await withLockProcess(args, run, IN_CONTAINER);
    await inContainer(async (one) => {
      await inContainer(async (other) => {
        expect(await one.next()).to.equal("locked");
        expect(refusal(await other.next()).message).to.equal(inUse(path));
        expect((await rejection(lock(path, GUARDED))).message).to.equal(inUse(path));
        expect(await one.next()).to.equal("released");
      });
    });
  });

  it("refuses another thread, and survives the end of that thread", async (path) => {
    const unlock = await lock(path, GUARDED);
    const script = `import { parentPort, workerData } from "node:worker_threads";
        const { lock } = await import(workerData.module);
        await lock(workerData.path, workerData.guarded).catch(({ message }) => parentPort.postMessage(message));`;
    const module = pathToFileURL(compiled("src/foundation/support/file-lock.ts")).href;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {
      workerData: { path, module, guarded: GUARDED },
      execArgv: [],
    });
    const [message] = (await once(worker, "message")) as [string];
    expect(message).to.equal(inUse(path));
    await once(worker, "exit");
    await withLockProcess([path, "hold"], async ({ next }) => {
      expect(refusal(await next()).message).to.equal(inUse(path));
    });
    await unlock();
  });

  it("is granted to one of several concurrent processes", async (path) => {
    // A killed process leaves an empty lock file.
    await writeFile(path, "");
    const [ready, asked] = [barrier(3), barrier(3)];
    const said = await inParallel(3, [path, "hold"], async ({ next }) => {
      await ready();
      const line = await next();
      await asked();
      return line;
    });
    expect(said.filter((line) => line === "locked")).to.have.lengthOf(1);
    const refused = said.filter((line) => line !== "locked").map((line) => refusal(line).message);
    expect(refused).to.deep.equal(Array(2).fill(inUse(path)));
  });

  it("survives garbage collection", async (path) => {
    await lock(path, GUARDED);
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as (options: { readonly type: "minor" }) => void;
    for (let round = 0; round < 3; round++) {
      // What is new is collected at once; all that the other tests left would take half a second.
      collect({ type: "minor" });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await rejection(lock(path, GUARDED))).message).to.equal(inUse(path));
  });

  it("has one holder at a time while three processes take and release it", async (path, folder) => {
    const file = join(folder, "count");
    const times = 20;
    await writeFile(file, "0");
    const ready = barrier(3);
    const args = [path, "count", file, String(times)];
    const said = await inParallel(3, args, async ({ next }) => {
      await ready();
      return await next();
    });
    expect(said).to.deep.equal(["counted", "counted", "counted"]);
    expect(await readFile(file, "utf8")).to.equal(String(3 * times));
    expect(await readdir(folder)).to.deep.equal(["count"]);
  });

  describe("refuses everything that is not a lock file, and does not change it:", () => {
    const others: Readonly<
      Record<string, readonly [make: (path: string) => Promise<unknown>, reason: string]>
    > = {
      "a text": [async (path) => await writeFile(path, "dear diary"), "it is not empty"],
      "a folder": [async (path) => await mkdir(path), "it is a folder"],
      "a symbolic link to an empty file": [
        async (path) => {
          await writeFile(`${path}.target`, "");
          await symlink(`${path}.target`, path);
        },
        "it is a symbolic link",
      ],
      "a dangling symbolic link": [
        async (path) => await symlink(`${path}.target`, path),
        "it is a symbolic link",
      ],
      "a named pipe": [
        (path) => Promise.resolve(spawnSync("mkfifo", [path])),
        "it is not a regular file",
      ],
    };
    for (const [name, [make, reason]] of Object.entries(others)) {
      it(name, async (path, folder) => {
        await make(path);
        const before = await stateOf(folder);
        const error = await rejection(lock(path, GUARDED));
        expect(error.message).to.equal(
          `The result file result.json cannot be locked: ${path} exists but is not a lock file (${reason}). ` +
            "It was not changed. Move it away, or pass another file with --output.",
        );
        expect(await stateOf(folder)).to.deep.equal(before);
      });
    }
  });

  it("does not remove a file that replaced its own", async (path) => {
    const unlock = await lock(path, GUARDED);
    await rm(path);
    await writeFile(path, "dear diary");
    await unlock();
    expect(await readFile(path, "utf8")).to.equal("dear diary");
  });

  it("says why the file cannot be written", async (_path, folder) => {
    const file = join(folder, "a-file");
    await writeFile(file, "text");
    const reasons: Readonly<Record<string, string>> = {
      [join(folder, "no-such-folder/result.lock")]: "the folder does not exist",
      [join(file, "result.lock")]: "part of its path is a file",
    };
    for (const [path, reason] of Object.entries(reasons)) {
      const error = await rejection(lock(path, GUARDED));
      expect(error.name).to.equal("MigrationError");
      expect(error.message)
        .to.include(`${path} cannot be written: ${reason}`)
        .and.match(/Fix that, or pass another file with --output\.$/);
    }
    expect(await readFile(file, "utf8")).to.equal("text");
  });

  it("says that the user may not write the folder or the file", async (_path, folder) => {
    await chmod(folder, 0o555);
    const locks = [join(folder, "result.lock"), join(folder, "open/result.lock")];
    await mkdir(join(folder, "open"));
    await chmod(join(folder, "open"), 0o777);
    await writeFile(locks[1]!, "", { mode: 0o444 });
    const reasons = [
      "write permission there.",
      "permission for the file, which can be removed unless another migration is running.",
    ];
    for (const [index, path] of locks.entries()) {
      await withLockProcess([path, "nobody"], async ({ next }) => {
        expect(refusal(await next()).message).to.include(
          `The result file result.json cannot be locked: ${path} cannot be written: this user has no ${reasons[index]}`,
        );
      });
    }
    expect(await readdir(folder)).to.deep.equal(["open"]);
    await chmod(folder, 0o755);
  });

  it("says that the system forbids it, not SQLite's words, where permissions allow it", async () => {
    // Root may write everywhere, but creates no file in this folder; other systems do not have it.
    const guarded = { what: "The file x", holder: "another", instead: "use another" };
    expect((await rejection(lock("/proc/x.lock", guarded))).message).to.match(
      /^The file x cannot be locked: \/proc\/x\.lock cannot be written: (the system does not allow it|this user has no write permission|the folder does not exist)/,
    );
  });

  it("says that the file system has no locks, also if that looks as if another had each of them", async (path, folder) => {
    // SQLITE_BUSY, and SQLITE_IOERR_LOCK: the answers of NFS without locks.
    for (const errcode of [5, 3850]) {
      const { mock: exec } = mock.method(DatabaseSync.prototype, "exec", () => {
        throw Object.assign(new Error("database is locked"), { errcode });
      });
      const error = await rejection(lock(path, GUARDED)).finally(() => exec.restore());
      expect(error.message).to.match(/cannot be locked: the file system of .* does not support/);
    }
    await rm(path, { force: true });
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it("loads SQLite only with the first lock", () => {
    const script = `const { lock } = await import(${JSON.stringify(compiled("src/foundation/support/file-lock.ts"))});
      const isLoaded = () => process.moduleLoadList.includes("NativeModule sqlite");
      const before = isLoaded();
      await lock("/no-such-folder/x", {}).catch(() => {});
      console.log(before, isLoaded());`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", script],
      { encoding: "utf8" },
    );
    expect(stdout + stderr).to.equal("false true\n");
  });
});

/** Returns all names in a folder, the targets of links, and the content and times of files. */
async function stateOf(folder: string): Promise<unknown[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) return [entry.name, await readlink(path)];
      const { mtimeMs, mode } = await stat(path);
      return [entry.name, mode, mtimeMs, entry.isFile() ? await readFile(path, "hex") : ""];
    }),
  );
}
