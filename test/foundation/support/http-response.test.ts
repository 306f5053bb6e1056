import { gzipSync } from "node:zlib";

import { expect } from "chai";

import { readBounded, retryAfter } from "../../../src/foundation/support/http-response.js";
import { openServer } from "../../open-server.js";
import { rejection } from "../../rejection.js";

async function* stream(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

describe("readBounded", () => {
  it("reads a text up to its limit, even with split characters", async () => {
    const bytes = Buffer.from("wörter");
    expect(await readBounded(stream(bytes.subarray(0, 2), bytes.subarray(2)), 7)).to.equal(
      "wörter",
    );
    expect(await readBounded(stream(), 0)).to.equal("");
    expect(await readBounded(new Response(null), 0)).to.equal("");
    expect(await readBounded(new Response("\ufeff{}"), 5)).to.equal("{}");
  });

  it("refuses one byte more and reads no further", async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        read++;
        yield await Promise.resolve(Buffer.alloc(1024 * 1024));
      }
    }
    const error = await rejection(readBounded(endless(), 3 * 1024 * 1024));
    expect(error).to.include({ name: "BodyTooLong", message: "it is longer than 3 MiB" });
    expect(read).to.equal(4);
    expect((await rejection(readBounded(stream(Buffer.alloc(8)), 7))).name).to.equal("BodyTooLong");
  });

  it("counts the bytes after decompression, and closes the connection", async () => {
    const packed = gzipSync(Buffer.alloc(1_000_000));
    await using server = await openServer((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      // The response never ends.
      response.write(packed);
    });
    const closed = new Promise((resolve) => {
      server.server.once("connection", (socket) => socket.once("close", resolve));
    });
    const response = await fetch(server.url);
    expect(packed.length).to.be.below(2_000);
    expect((await rejection(readBounded(response, 100_000))).name).to.equal("BodyTooLong");
    await closed;
  });
});

describe("retryAfter", () => {
  const of = (value: string): number | undefined =>
    retryAfter(new Headers({ "retry-after": value }));

  it("reads seconds and dates as milliseconds", () => {
    expect(of("0")).to.equal(0);
    expect(of(" 120 ")).to.equal(120_000);
    expect(of(new Date(Date.now() + 60_000).toUTCString())).to.be.within(20_000, 60_000);
    expect(of("Wed, 21 Oct 2015 07:28:00 GMT")).to.equal(0);
  });

  it("is undefined for anything else", () => {
    expect(retryAfter(new Headers())).to.equal(undefined);
    for (const value of ["", "soon", "-5x", "1e9999", "9".repeat(400)]) {
      expect(of(value), value).to.equal(undefined);
    }
  });
});
