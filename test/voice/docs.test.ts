import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { installVoice } from "./compiled.js";
import { readWithPython, root, runScript, useServer } from "./helpers.js";

describe("the examples of docs/voice.md", () => {
  const holder = useServer();
  let project: Awaited<ReturnType<typeof installVoice>>;
  let examples: string[];
  before(async () => {
    project = await installVoice();
    const page = await readFile(join(root, "docs/voice.md"), "utf8");
    examples = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code!);
    const script = join(root, "examples/narration/genesis-demo.txt");
    await copyFile(script, join(project.folder, "genesis-demo.txt"));
  });
  after(() => project.remove());

  const run = async (code: string): Promise<string> => {
    const { baseUrl, clientKey, apiKey } = holder.server;
    const env = { VOICE_BASE_URL: baseUrl, VOICE_CLIENT_KEY: clientKey, VOICE_API_KEY: apiKey };
    const result = await runScript(code, { env, compiled: project.folder });
    expect(result.stderr).to.equal("");
    expect(result.code).to.equal(0);
    return result.stdout;
  };
  const seconds = async (name: string): Promise<number> => {
    const [facts] = await readWithPython(join(project.folder, name));
    expect(facts?.bytesRead).to.equal(facts!.frames * 2);
    return facts!.frames / facts!.rate;
  };

  it("are four, and the first has at most ten lines", () => {
    expect(examples).to.have.length(4);
    expect(examples[0]!.trimEnd().split("\n")).to.have.length.at.most(10);
  });

  it("begin with the one that README shows", async () => {
    expect(await readFile(join(root, "README.md"), "utf8")).to.include(`\`\`\`js\n${examples[0]}`);
  });

  it("make a file that plays for the right time", async () => {
    const said = await run(examples[0]!);
    const expected = "The proposal has passed.".length * 0.06;
    expect(said).to.include(`passed.wav plays for ${expected} seconds`);
    expect(await seconds("passed.wav")).to.equal(expected);
  });

  it("hold a session", async () => {
    await run(examples[1]!);
    const texts = "The vote is open.Two have voted.It has passed.";
    expect(await seconds("session.wav")).to.be.closeTo(texts.length * 0.06, 1e-9);
  });

  it("narrate the example script", async () => {
    expect(await run(examples[2]!)).to.include("4 of 4 segments spoken");
    expect(await run(examples[2]!)).to.include("0 of 4 segments spoken");
    expect(await seconds("narration/narration.wav")).to.be.greaterThan(10);
  });

  it("test a narration offline, with a fault", async () => {
    const said = await run(examples[3]!);
    expect(said.match(/'[^']+'/g)).to.deep.equal([
      "'tts.listVoices 200'",
      "'tts.convert 503'",
      "'tts.convert 200'",
      "'tts.convert 200'",
    ]);
  });
});
