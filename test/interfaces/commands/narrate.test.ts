import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { CHANGING_DAO } from "../../operations/change/change-dao.js";
import { openNodeWithBase } from "../cli/node-with-base.js";
import { startFakeService, type FakeService } from "../../voice/fake-service.js";
import { ok } from "../../run-here.js";
import { inProject, itInProject as it } from "../../tasks/project.js";
import { closing } from "../../closing.js";

const KEYS = ["VOICE_BASE_URL", "VOICE_CLIENT_KEY", "VOICE_API_KEY"] as const;

describe("dao:narrate", () => {
  let voices: FakeService;
  const before = new Map(KEYS.map((key) => [key, process.env[key]]));

  beforeEach(async () => {
    voices = await startFakeService();
  });

  afterEach(async () => {
    for (const [key, value] of before) {
      if (value === undefined) delete process.env[key];
      else process.env[key] = value;
    }
    await voices.close();
  });

  function withCredentials(): void {
    Object.assign(process.env, voices.env);
  }

  it("writes the story of the demo, and says why it does not speak without credentials", async ({
    hardhatHere,
    folder,
  }) => {
    for (const key of KEYS) delete process.env[key];
    const run = ok(await hardhatHere("dao:narrate", "--voice", "1"));
    expect(run.stdout).to.match(
      /Nothing was spoken: VOICE_BASE_URL, VOICE_CLIENT_KEY, VOICE_API_KEY are not set/,
    );
    const story = await readFile(join(folder, "narration", "narration.txt"), "utf8");
    const example = join(import.meta.dirname, "../../../examples/narration/demo.txt");
    expect(story).to.equal(await readFile(example, "utf8"));
    expect(await readdir(join(folder, "narration"))).to.deep.equal(["narration.txt"]);
  });

  it("describes the DAO in migration.json, on the chain it belongs to", async () => {
    await using node = closing(await openNodeWithBase());
    const config = `networks: { local: { type: "http", url: "${node.url}" } }`;
    await inProject(config, async ({ folder, hardhatHere }) => {
      const on = async (...args: string[]) => await hardhatHere(...args, "--network", "local");
      const none = await on("dao:narrate");
      expect(none.code).to.equal(1);
      expect(none.stderr).to.match(/There is no result file.*dao:migrate/);
      const { dao } = await node.make(CHANGING_DAO);
      await writeFile(join(folder, "migration.json"), node.resultWith({ dao }));
      ok(await on("dao:narrate"));
      const story = await readFile(join(folder, "narration", "narration.txt"), "utf8");
      expect(story)
        .to.match(/^# A small DAO\n/)
        .and.include("SchemeRegistrar may do this");
      const test = await on("dao:narrate", "--section", "test");
      expect(test.code, test.stdout).to.equal(1);
      expect(test.stderr).to.include("has no test on this chain");
    });
  });

  it("lists the voices, and says which ids there are when one is unknown", async ({
    hardhatHere,
    folder,
  }) => {
    withCredentials();
    const list = ok(await hardhatHere("dao:narrate", "--list-voices"));
    expect(list.stdout).to.match(/^ {5}1 {2}\w+/m);
    await writeFile(join(folder, "script.txt"), "Hello.\n");
    const run = await hardhatHere("dao:narrate", "--script", "script.txt", "--voice", "4711");
    expect(run.code).to.equal(2);
    expect(run.stderr).to.include("There is no voice 4711").and.include("--list-voices");
    expect(run.stderr).to.not.match(/\n\s+at /);
    expect(run.stderr + run.stdout).to.not.include(voices.clientOptions.apiKey);
  });

  it("says what is wrong with keys, service, folder and script, and that no voice was chosen", async ({
    hardhatHere,
    folder,
  }) => {
    withCredentials();
    await writeFile(join(folder, "script.txt"), "Hello.\n");
    await writeFile(join(folder, "latin.txt"), Buffer.from("Caf\u00e9.\n", "latin1"));
    const speak = ["--script", "script.txt", "--voice", "1"];
    const refused = async (code: number, wanted: RegExp, ...args: readonly string[]) => {
      const run = await hardhatHere("dao:narrate", ...args);
      expect(run.code, run.stderr).to.equal(code);
      expect(run.stderr).to.match(wanted).and.not.include("bug");
    };
    await refused(
      1,
      /script\.txt cannot be written: a file has its name\. Pass another folder/,
      ...speak,
      "--folder",
      "script.txt",
    );
    await refused(1, /latin\.txt is not text in UTF-8/, "--script", "latin.txt", "--voice", "1");
    voices.fail({ fault: "status", status: 403, on: "tts.listVoices" });
    await refused(1, /answered with 403 .*Check both keys/, "--list-voices");
    process.env.VOICE_API_KEY = "two words";
    for (const args of [speak, ["--list-voices"]])
      await refused(2, /apiKey is unusable\. .* VOICE_API_KEY, or from dao\.voice/, ...args);
    expect(voices.requests.map(({ operation }) => operation)).to.deep.equal(["tts.listVoices"]);
    const idle = ok(await hardhatHere("dao:narrate", "--script", "script.txt"));
    expect(idle.stdout).to.include("Nothing was spoken: choose a voice with --voice");
  });

  it("takes the keys from Hardhat's configuration variables", async () => {
    for (const key of KEYS) delete process.env[key];
    process.env.SPEECH_KEY = voices.clientOptions.apiKey;
    process.env.SPEECH_CLIENT = voices.clientOptions.clientKey;
    const config =
      `dao: { voice: { baseUrl: ${JSON.stringify(voices.baseUrl)}, ` +
      'clientKey: configVariable("SPEECH_CLIENT"), apiKey: configVariable("SPEECH_KEY") } }';
    try {
      await inProject(config, async ({ hardhatHere, folder }) => {
        await writeFile(join(folder, "script.txt"), "Hello.\n");
        const run = ok(await hardhatHere("dao:narrate", "--script", "script.txt", "--voice", "1"));
        expect(run.stdout).to.include("1 segment, 1 of them spoken now");
        const list = await hardhatHere("dao:narrate", "--list-voices");
        expect(list.stdout).to.match(/^ {5}1 {2}Voice 1/m);
      });
    } finally {
      delete process.env.SPEECH_KEY;
      delete process.env.SPEECH_CLIENT;
    }
  });
});
