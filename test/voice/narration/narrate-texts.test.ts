import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { narrate, tellStory } from "../../../src/voice/index.js";
import { joinWav } from "../../../src/voice/narration/folder.js";
import { startVoiceServer } from "../../../src/voice/testing/index.js";
import { clientOf, failure, readWithPython, useFolder, useServer } from "../helpers.js";
import { DAOS } from "./stories.js";

describe("narrate, whatever the text", () => {
  const holder = useServer();
  const folder = useFolder();
  const at = (name: string): string => join(folder.path, name);

  it("streams texts that are too long for one call, and reuses the audio in the next run", async () => {
    const server = await startVoiceServer({ maxCharacters: 300, msPerCharacter: 1 });
    const client = clientOf(server);
    const asked = (): (string | undefined)[] => {
      const operations = server.requests.map(({ operation }) => operation);
      server.reset();
      return operations;
    };
    try {
      const [short, middle, long] = [20, 400, 5_000].map((length) => "x".repeat(length));
      const script = `${short}\n\n${middle}\n\n${long}`;
      const options = { voiceId: 1, folder: folder.path };
      await narrate(client, script, options);
      expect(asked()).to.deep.equal([
        "tts.listVoices",
        "tts.convert",
        // The text is too long for this service (413), though not for most.
        ...["tts.convert", "tts.stream"],
        "tts.stream",
      ]);
      const [facts] = await readWithPython(at("003.wav"));
      expect(facts?.frames).to.equal(5 * 32_000);
      await narrate(client, script.replace(short!, "New."), { ...options, maxCharacters: 100 });
      expect(asked()).to.deep.equal(["tts.convert"]);
    } finally {
      await server.close();
    }
  });

  it("narrates a DAO with 45 schemes, and no text from a chain breaks its files", async () => {
    const server = await startVoiceServer({ maxCharacters: 500, msPerCharacter: 1 });
    try {
      for (const name of ["45 schemes", "a stranger's texts"]) {
        const into = { voiceId: 1, folder: at(name) };
        const { segments } = await narrate(clientOf(server), tellStory(DAOS[name]!), into);
        for (const file of ["narration.vtt", "narration.srt", "narration.json"]) {
          expect(await readFile(at(`${name}/${file}`), "utf8")).not.to.match(/[^\n\P{C}]/u);
        }
        for (const { spoken } of segments) expect(spoken).not.to.match(/\p{C}/u);
      }
    } finally {
      await server.close();
    }
  });

  it("removes marks that change the text direction from scripts written by hand", async () => {
    await narrate(clientOf(holder.server), "Hello\u202e there\u0007, \u2066you\u2028.", {
      voiceId: 1,
      folder: folder.path,
    });
    const [, { body } = {}] = holder.server.requests;
    expect(body).to.deep.equal({ voiceId: 1, text: "Hello there , you ." });
  });

  it("does not join files of different formats", async () => {
    await narrate(clientOf(holder.server), "One.\n\nTwo.", { voiceId: 1, folder: folder.path });
    const other = await readFile(at("002.wav"));
    other.writeUInt32LE(16_000, 24);
    await writeFile(at("other.wav"), other);
    const joining = joinWav(at("all.wav"), [at("001.wav"), at("other.wav")], 0);
    expect((await failure(joining, Error)).message).to.include("another format");
    expect(await folder.names()).not.to.include("all.wav");
  });

  it("narrates the same with a server that sends correct sizes", async () => {
    const server = await startVoiceServer({ wavSizes: "right" });
    const script = "One.\n\nTwo.";
    try {
      await narrate(clientOf(holder.server), script, { voiceId: 1, folder: folder.path });
      const placeholder = await readFile(at("002.wav"));
      const options = { voiceId: 1, folder: at("right") };
      await narrate(clientOf(server), script, options);
      expect((await readFile(at("right/002.wav"))).equals(placeholder)).to.equal(true);
    } finally {
      await server.close();
    }
  });
});
