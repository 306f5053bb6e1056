import { expect } from "chai";
import { gzipSync } from "node:zlib";

import { readFiles } from "../../../../src/foundation/arc/source/read-tarball.js";
import { rejection } from "../../../rejection.js";

describe("readFiles", () => {
  for (const [what, tarball] of [
    ["is no tarball", Buffer.alloc(1024, "no tarball")],
    ["is damaged", gzipSync(Buffer.alloc(4096)).fill(7, 12)],
  ] as const) {
    it(`rejects what ${what}`, async () => {
      const read = readFiles(
        tarball,
        () => true,
        () => {},
      );
      expect(await rejection(read)).to.be.instanceOf(Error);
    });
  }
});
