import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { promisify } from "node:util";

import { expect } from "chai";

import { VoiceError } from "../../src/voice/index.js";
import { saveAudio } from "../../src/voice/audio.js";
import { until } from "../until.js";
import {
  clientOf,
  failure,
  readWithPython,
  runScript,
  useFolder,
  useService,
  withService,
} from "./helpers.js";

const TEXT = "Nineteen characters";
const FRAMES = 19 * 0.06 * 32_000;

describe("saving", () => {
  const holder = useService();
  const folder = useFolder();
  const { at } = folder;
  const speech = { voiceId: 1, text: TEXT };
  const audio = () => clientOf(holder.service).tts.convert(speech);
  const stream = (signal?: AbortSignal) => clientOf(holder.service).tts.stream(speech, { signal });

  for (const rightSizes of [false, true]) {
    it(`writes files that play for the right time, given ${rightSizes ? "right sizes" : "placeholders"}`, () =>
      withService({ rightSizes, repeatHeaders: true }, async (_service, { tts, vc }) => {
        const saved = await (await tts.convert(speech)).save(at("convert.wav"));
        expect(saved).to.deep.equal({
          path: at("convert.wav"),
          bytes: 44 + FRAMES * 2,
          durationSeconds: FRAMES / 32_000,
        });
        await tts.stream(speech).save(at("simplex.wav"));
        const session = await tts.connect({ voiceId: 1 });
        for (const word of TEXT.split(" ")) session.send(word);
        const [duplex] = await Promise.all([session.save(at("duplex.wav")), session.end()]);
        expect(duplex.durationSeconds).to.equal(18 * 0.06);
        await (await vc.convert({ voiceId: 11, audio: at("convert.wav") })).save(at("vc.wav"));
        const names = ["convert.wav", "simplex.wav", "duplex.wav", "vc.wav"];
        const frames = [FRAMES, FRAMES, 18 * 0.06 * 32_000, FRAMES];
        expect(await readWithPython(...names.map(at))).to.deep.equal(
          frames.map((each) => [32_000, each, each * 2]),
        );
        expect(await readFile(at("convert.wav"))).to.deep.equal(await readFile(at("simplex.wav")));
        expect(await folder.names()).to.deep.equal(names.sort());
      }));
  }

  it("replaces a file, with its mode, only when the new one is complete", async () => {
    await writeFile(at("a.wav"), "the old one");
    holder.service.fail({ fault: "close", code: 1011, afterBytes: 16_384 });
    await failure(stream().save(at("a.wav")), "stream");
    expect(await readFile(at("a.wav"), "utf8")).to.equal("the old one");
    for (const mode of [0o600, 0o666]) {
      await chmod(at("a.wav"), mode);
      await stream().save(at("a.wav"));
      expect((await stat(at("a.wav"))).mode & 0o777).to.equal(mode);
    }
    expect((await readWithPython(at("a.wav")))[0]).to.deep.equal([32_000, FRAMES, FRAMES * 2]);
    expect(await folder.names()).to.deep.equal(["a.wav"]);
  });

  it("leaves nothing behind when aborted, and without sound", async () => {
    holder.service.fail({ fault: "stall", afterBytes: 16_384 });
    const stop = new AbortController();
    const saving = stream(stop.signal).save(at("a.wav"));
    await until("it is being written", async () => (await folder.names()).length === 1);
    stop.abort();
    await failure(saving, "abort");
    await failure(saveAudio(at("a.wav"), []), "response");
    expect(await folder.names()).to.deep.equal([]);
  });

  it("refuses what is no path, a link, a folder, a pipe, and a folder that does not exist", async () => {
    await mkdir(at("sub"));
    await writeFile(at("file"), "");
    await symlink(at("file"), at("link.wav"));
    await promisify(execFile)("mkfifo", [at("pipe.wav")]);
    for (const path of [undefined as never, ""]) {
      await failure((await audio()).save(path), "input");
      await failure(stream().save(path), "input");
    }
    for (const [path, message] of [
      ["sub", "not an ordinary file"],
      ["link.wav", "not an ordinary file"],
      ["pipe.wav", "not an ordinary file"],
      ["file/a.wav", "ENOTDIR: not a directory"],
      ["missing/a.wav", "ENOENT: no such file or directory"],
    ] as const) {
      holder.service.reset();
      const error = await stream()
        .save(at(path))
        .catch((reason: Error) => reason);
      expect((error as Error).message)
        .to.include(message)
        .and.include(at(path));
      expect(holder.service.requests, "before the service is asked").to.have.length(0);
    }
    expect(await folder.names()).to.deep.equal(["file", "link.wav", "pipe.wav", "sub"]);
  });

  it("reports a full disk and a file above the system's limit, and leaves nothing behind", async () => {
    // The shell limits files to 64 KiB for the process: the write that crosses the limit fails.
    const said = await runScript(
      `import { VoiceClient } from "voice";
       const client = new VoiceClient();
       const speech = { voiceId: 1, text: "x".repeat(100) };
       for (const save of [
         () => client.tts.stream(speech).save("${at("a.wav")}"),
         async () => (await client.tts.convert(speech)).save("${at("b.wav")}"),
       ]) await save().catch(({ code }) => console.log(code));`,
      { env: holder.service.env, shell: 'ulimit -f 128 && exec "$@"' },
    );
    expect(said).to.equal("EFBIG\nEFBIG\n");
    expect(await folder.names()).to.deep.equal([]);
  });

  it("passes on what else goes wrong", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(9);
      throw new RangeError("unplugged");
    }
    const error = await saveAudio(at("a.wav"), broken()).catch((reason: Error) => reason);
    expect(error).to.be.instanceOf(RangeError).and.not.instanceOf(VoiceError);
    expect(await folder.names()).to.deep.equal([]);
  });
});
