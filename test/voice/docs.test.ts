import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { readWithPython, root, runScript, useFolder, useService } from "./helpers.js";

describe("the examples of docs/voice.md", () => {
  const holder = useService();
  const folder = useFolder();
  let examples: string[];
  before(async () => {
    const page = await readFile(join(root, "docs/voice.md"), "utf8");
    examples = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code!);
  });
  const run = (code: string) => runScript(code, { env: holder.service.env, cwd: folder.path });
  const secondsOf = async (name: string) => {
    const [[rate, frames, bytes]] = (await readWithPython(folder.at(name))) as [number[]];
    expect(bytes).to.equal(frames! * 2);
    return frames! / rate!;
  };

  it("begin with one of at most ten lines", () => {
    expect(examples).to.have.length(2);
    expect(examples[0]!.trimEnd().split("\n")).to.have.length.at.most(10);
  });

  it("make a file that plays for the right time", async () => {
    const expected = "The proposal has passed.".length * 0.06;
    expect(await run(examples[0]!)).to.include(`passed.wav plays for ${expected} seconds`);
    expect(await secondsOf("passed.wav")).to.equal(expected);
  });

  it("hold a session", async () => {
    await run(examples[1]!);
    const texts = "The vote is open.Two have voted.It has passed.";
    expect(await secondsOf("session.wav")).to.be.closeTo(texts.length * 0.06, 1e-9);
  });
});
