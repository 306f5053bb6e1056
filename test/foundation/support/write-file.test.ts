import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";

import {
  requireWritable,
  targetOf,
  writeWhole,
} from "../../../src/foundation/support/write-file.js";
import { compiled } from "../../compiled.js";
import { rejected, rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

const ROOT = process.getuid?.() === 0;

/** Returns the ID of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["--eval", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
}

describe("writeWhole", () => {
  it("creates a file with the default mode, from text or bytes", async (folder) => {
    const path = join(folder, "result.json");
    await writeWhole(path, "ü\n");
    expect(await readFile(path, "utf8")).to.equal("ü\n");
    expect((await stat(path)).mode & 0o777).to.equal(0o666 & ~process.umask());
    await writeWhole(path, Uint8Array.of(0, 255));
    expect([...(await readFile(path))]).to.deep.equal([0, 255]);
    expect(await readdir(folder)).to.deep.equal(["result.json"]);
  });

  it("keeps the mode and owner of an existing file", async (folder) => {
    const path = join(folder, "result.json");
    await writeFile(path, "old");
    if (ROOT) await chown(path, 12_345, 23_456);
    for (const mode of [0o600, 0o664, 0o666]) {
      await chmod(path, mode);
      const { uid, gid } = await stat(path);
      await writeWhole(path, `of mode ${mode}`);
      const after = await stat(path);
      expect(after.mode & 0o777).to.equal(mode);
      expect([after.uid, after.gid]).to.deep.equal([uid, gid]);
      expect(await readFile(path, "utf8")).to.equal(`of mode ${mode}`);
    }
  });

  it("keeps the temporary file of a private file private", async (folder) => {
    const path = join(folder, "result.json");
    await writeFile(path, "old", { mode: 0o600 });
    let modes: number[] = [];
    await writeWhole(path, "new", {
      beforeReplacing: async () => {
        const names = await readdir(folder);
        const stats = await Promise.all(names.map(async (name) => await stat(join(folder, name))));
        modes = stats.map(({ mode }) => mode & 0o777);
        expect(await readFile(path, "utf8")).to.equal("old");
      },
    });
    expect(modes).to.deep.equal([0o600, 0o600]);
    expect(await readFile(path, "utf8")).to.equal("new");
  });

  it("writes the target of symbolic links, even of dangling ones", async (folder) => {
    const [real, links, target] = ["real", "links", "real/deep/result.json"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await mkdir(join(real, "deep"), { recursive: true });
    await mkdir(links);
    // A relative link in a linked folder is relative to the real folder.
    await symlink(join(real, "deep"), join(links, "folder"));
    await symlink("../../links/second.json", join(real, "deep/first.json"));
    await symlink(relative(links, target), join(links, "second.json"));
    const path = join(links, "folder/first.json");

    expect(await targetOf(path)).to.equal(target);
    await writeWhole(path, "made");
    expect(await readFile(target, "utf8")).to.equal("made");
    await writeWhole(path, "replaced");
    expect(await readFile(target, "utf8")).to.equal("replaced");
    expect((await lstat(path)).isSymbolicLink()).to.equal(true);
    expect(await readlink(join(links, "second.json"))).to.equal("../real/deep/result.json");
    expect(await readdir(join(real, "deep"))).to.have.members(["first.json", "result.json"]);
  });

  it("removes only the leftovers of killed processes for the same file", async (folder) => {
    const [dead, random] = [await deadProcess(), "0123456789ab"];
    const left = [
      `.result.json.${dead}.${random}.tmp`,
      // In a container, the next process may have the same ID.
      `.result.json.${process.pid}.${random}.tmp`,
    ];
    const others = [
      `.result.json.${process.ppid}.${random}.tmp`,
      `.other.json.${dead}.${random}.tmp`,
      `.result.json.${dead}.tmp`,
      `.result.json.${dead}.${random}.tmp.txt`,
      `.result.json.mine.${random}.tmp`,
      `${random}.tmp`,
    ];
    for (const name of [...left, ...others]) await writeFile(join(folder, name), "half");
    await writeWhole(join(folder, "result.json"), "whole");
    expect(await readdir(folder)).to.have.members([...others, "result.json"]);
  });

  it("leaves a complete file whenever it is killed", async (folder) => {
    const path = join(folder, "result.json");
    const script = `import { writeWhole } from ${JSON.stringify(compiled("src/foundation/support/write-file.ts"))};
        console.log("ready");
        for (let count = 0; ; count++) await writeWhole(${JSON.stringify(path)}, String(count % 10).repeat(2_000_000));`;
    for (let kill = 0; kill < 2; kill++) {
      const args = ["--input-type=module", "--eval", script];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      await once(child.stdout, "data");
      await new Promise((resolve) => setTimeout(resolve, 60 + kill * 17));
      child.kill("SIGKILL");
      await once(child, "exit");
      const text = await readFile(path, "utf8").catch(() => "");
      expect(text).to.equal((text[0] ?? "").repeat(text.length));
      expect(text.length).to.be.oneOf([0, 2_000_000]);
    }
    await writeWhole(path, "end");
    expect(await readdir(folder)).to.deep.equal(["result.json"]);
  });

  it("retries if its temporary file is removed, and gives up in the end", async (folder) => {
    const path = join(folder, "result.json");
    let removals = 2;
    let rounds = 0;
    const beforeReplacing = async (): Promise<void> => {
      rounds++;
      for (const name of await readdir(folder)) {
        if (removals > 0 && name.endsWith(".tmp")) await rm(join(folder, name));
      }
      removals--;
    };
    await writeWhole(path, "whole", { beforeReplacing });
    expect(rounds).to.equal(3);
    expect(await readFile(path, "utf8")).to.equal("whole");
    removals = Infinity;
    await rejected(writeWhole(path, "never", { beforeReplacing }), `${path} cannot be written`);
    expect(await readFile(path, "utf8")).to.equal("whole");
  });

  it("lets one process write the same file many times at once", async (folder) => {
    const path = join(folder, "result.json");
    await Promise.all(Array.from({ length: 20 }, () => writeWhole(path, "the same")));
    expect(await readFile(path, "utf8")).to.equal("the same");
    expect(await readdir(folder)).to.deep.equal(["result.json"]);
  });

  it("writes with file handles that cannot sync, like those of Yarn's Plug'n'Play", async (folder) => {
    const path = join(folder, "result.json");
    const handle = await open(folder, "r");
    const prototype = Object.getPrototypeOf(handle) as object;
    await handle.close();
    const methods = Object.getOwnPropertyDescriptors(prototype);
    const unsupported = { value: () => Promise.reject(new Error("Method not implemented.")) };
    const names = ["sync", "datasync"] as const;
    for (const name of names) Object.defineProperty(prototype, name, unsupported);
    try {
      await writeWhole(path, "whole");
    } finally {
      const original = methods as unknown as Record<string, PropertyDescriptor>;
      for (const name of names) Object.defineProperty(prototype, name, original[name]!);
    }
    expect(await readFile(path, "utf8")).to.equal("whole");
  });

  describe("reports what is wrong and leaves nothing behind", () => {
    const cases: Readonly<
      Record<string, readonly [make: (folder: string) => Promise<string>, reason: string]>
    > = {
      "a folder that does not exist": [
        (folder) => Promise.resolve(join(folder, "missing/result.json")),
        "the folder does not exist",
      ],
      "a file instead of the folder": [
        async (folder) => {
          await writeFile(join(folder, "file"), "");
          return join(folder, "file/result.json");
        },
        "part of its path is a file",
      ],
      "a folder instead of the file": [
        async (folder) => {
          await mkdir(join(folder, "result.json"));
          return join(folder, "result.json");
        },
        "it is a folder",
      ],
      // Not /dev/null: if run as root, a bug would replace it for the whole machine.
      "a pipe": [
        async (folder) => {
          await promisify(execFile)("mkfifo", [join(folder, "pipe")]);
          return join(folder, "pipe");
        },
        "it is not a regular file",
      ],
      "links in a loop": [
        async (folder) => {
          await symlink(join(folder, "b"), join(folder, "a"));
          await symlink(join(folder, "a"), join(folder, "b"));
          return join(folder, "a");
        },
        "its symbolic links form a loop",
      ],
    };
    for (const [name, [make, reason]] of Object.entries(cases)) {
      it(name, async (folder) => {
        const path = await make(folder);
        const before = await readdir(folder);
        const message = `${path} cannot be written: ${reason}. Pass another file with --output.`;
        expect((await rejection(requireWritable(path))).message).to.equal(message);
        const error = await rejection(writeWhole(path, "text"));
        expect(error.name).to.equal("MigrationError");
        expect(error.message).to.equal(message);
        expect(await readdir(folder)).to.deep.equal(before);
      });
    }

    it("with other advice, and for an error before the file is replaced", async (folder) => {
      const missing = join(folder, "missing/x");
      const error = await rejection(writeWhole(missing, "", { advice: "" }));
      expect(error.message).to.equal(`${missing} cannot be written: the folder does not exist.`);
      const path = join(folder, "result.json");
      const failing = writeWhole(path, "text", {
        beforeReplacing: () => Promise.reject(new Error("the moon is full")),
      });
      expect((await rejection(failing)).message).to.equal(
        `${path} cannot be written: the moon is full. Pass another file with --output.`,
      );
      expect(await readdir(folder)).to.deep.equal([]);
    });
  });
});

describe("requireWritable", () => {
  it("changes nothing", async (folder) => {
    await requireWritable(join(folder, "result.json"));
    expect(await readdir(folder)).to.deep.equal([]);
    await writeFile(join(folder, "result.json"), "text");
    await requireWritable(join(folder, "result.json"));
    expect(await readFile(join(folder, "result.json"), "utf8")).to.equal("text");
  });
});
