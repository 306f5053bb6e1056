import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { root, runScript } from "../helpers.js";

const run = promisify(execFile);

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Publishes the voice module alone: only its own sources, with `ws` as the only dependency. */
describe("the voice module as a package of its own", () => {
  let folder: string;
  before(async function () {
    this.timeout(60_000);
    folder = await mkdtemp(join(tmpdir(), "voice-alone-"));
    const alone = join(folder, "voice");
    await cp(join(root, "src/voice"), join(alone, "src"), { recursive: true });
    for (const name of ["ws", "@types/ws", "@types/node", "undici-types"]) {
      await mkdir(join(alone, "node_modules", name, ".."), { recursive: true });
      await symlink(join(root, "node_modules", name), join(alone, "node_modules", name));
    }
    const text = await readFile(join(root, "package.json"), "utf8");
    const { dependencies, devDependencies } = JSON.parse(text) as Manifest;
    const manifest = {
      name: "voice-alone",
      version: "1.0.0",
      type: "module",
      files: ["dist"],
      exports: { ".": "./dist/index.js", "./testing": "./dist/testing/index.js" },
      dependencies: { ws: dependencies["ws"] ?? devDependencies["ws"] },
    };
    await writeFile(join(alone, "package.json"), JSON.stringify(manifest));
    const { compilerOptions } = JSON.parse(await readFile(join(root, "tsconfig.json"), "utf8")) as {
      compilerOptions: object;
    };
    const options = { noEmit: false, declaration: true, outDir: "dist", rootDir: "src" };
    const config = { compilerOptions: { ...compilerOptions, ...options }, include: ["src"] };
    await writeFile(join(alone, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    await run(process.execPath, [tsc, "-p", alone], { timeout: 50_000 });
    // The tarball that npm would publish, unpacked in a project.
    const npm = ["npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder]];
    await run(npm[0] as string, npm[1] as string[], { cwd: alone, timeout: 30_000 });
    const installed = join(folder, "project/node_modules");
    await mkdir(installed, { recursive: true });
    await run("tar", ["-xzf", join(folder, "voice-alone-1.0.0.tgz"), "-C", installed]);
    await rm(alone, { recursive: true });
    await cp(join(installed, "package"), join(installed, "voice-alone"), { recursive: true });
    await cp(join(root, "node_modules/ws"), join(installed, "ws"), { recursive: true });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("type-checks, installs with nothing but ws, and speaks, streams and narrates", async () => {
    const { code, stdout, stderr } = await runScript(
      `import { narrate, VoiceClient, VoiceError } from "voice-alone";
       import { startVoiceServer } from "voice-alone/testing";
       const server = await startVoiceServer();
       const client = new VoiceClient(server.clientOptions);
       const [voice] = await client.tts.listVoices();
       const speech = { voiceId: voice.id, text: "Hello" };
       const { durationSeconds } = await client.tts.convert(speech);
       const streamed = await client.tts.stream(speech).save("a.wav");
       const { segments } = await narrate(client, "One.\\n\\nTwo.", { voiceId: 1, folder: "out" });
       const refused = await client.tts.convert({ voiceId: 99, text: "x" }).catch((error) => error);
       await server.close();
       console.log(JSON.stringify([durationSeconds, streamed.durationSeconds, segments.length,
         refused instanceof VoiceError]));`,
      { compiled: join(folder, "project") },
    );
    expect(stderr).to.equal("");
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal([0.3, 0.3, 2, true]);
  });
});
