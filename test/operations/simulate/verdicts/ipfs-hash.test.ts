import { expect } from "chai";

import { descriptionWarnings } from "../../../../src/operations/simulate/verdicts/description-warnings.js";
import { ipfsHashes } from "../../../../src/operations/simulate/verdicts/ipfs-hash.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("ipfsHashes", () => {
  for (const [text, v0, v1] of [
    // Well-known hashes.
    [
      "",
      "QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH",
      "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
    ],
    [
      "hello world",
      "Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD",
      "bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e",
    ],
    ["hello world\n", "QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o", undefined],
  ] as const) {
    it(`hashes ${JSON.stringify(text)} as IPFS does`, () => {
      const hashes = ipfsHashes(bytes(text));
      expect(hashes?.[0]).to.equal(v0);
      if (v1 !== undefined) expect(hashes?.[1]).to.equal(v1);
    });
  }

  it("hashes up to 256 KiB, of which IPFS makes one chunk", () => {
    const [v0, v1] = ipfsHashes(new Uint8Array(262_144))!;
    expect(v0).to.match(/^Qm\w{44}$/);
    expect(v1).to.match(/^bafkrei\w{52}$/);
    expect(ipfsHashes(new Uint8Array(262_145))).to.equal(undefined);
  });
});

describe("descriptionWarnings", () => {
  it("accepts the text, its hashes, and links to them", () => {
    const text = bytes("hello world");
    const [v0, v1] = ipfsHashes(text)!;
    const keccak = "0x47173285a8d7341e5e972fc677286384f802f8ef42a5ec5f03bbfa254cb01fad";
    for (const own of ["hello world", v0, v1, `ipfs://${v1}`, `/ipfs/${v0}`, keccak]) {
      expect(descriptionWarnings(own, text), own).to.deep.equal([]);
    }
    const [warning] = descriptionWarnings(v0, bytes("hello World"));
    expect(warning).to.deep.include({ id: "description-differs", status: "warning" });
    const [unknown] = descriptionWarnings(undefined, text);
    expect(unknown).to.deep.include({ id: "description", status: "inconclusive" });
  });
});
