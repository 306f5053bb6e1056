import { expect } from "chai";
import { startVoiceServer } from "../../../src/voice/testing/index.js";
import { clientOf, collect, until } from "../helpers.js";

describe("200 streams at the same time", () => {
  it("complete, simplex and duplex, and leave nothing open", async function () {
    this.timeout(60_000);
    const server = await startVoiceServer({ frameDelayMs: 100 });
    try {
      const client = clientOf(server);
      let most = 0;
      const watch = setInterval(() => (most = Math.max(most, server.openConnections)), 5);
      const lengths = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          const text = `Stream ${index} `.repeat(10);
          if (index % 2 === 0) {
            const audio = await collect(client.tts.stream({ voiceId: 1, text }));
            return audio.length - 44 - text.length * 3840;
          }
          const session = await client.tts.connect({ voiceId: 2 });
          session.send(text);
          const [audio] = await Promise.all([collect(session), session.end()]);
          return audio.length - 44 - text.length * 3840;
        }),
      );
      clearInterval(watch);
      expect(lengths).to.deep.equal(Array(200).fill(0));
      expect(most).to.be.at.least(200);
      await until("every stream is closed", () =>
        server.requests.every(({ status, close }) => status !== 101 || close?.code === 1000),
      );
    } finally {
      await server.close();
    }
  });
});
