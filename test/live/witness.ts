import { readFile } from "node:fs/promises";

import { expect } from "chai";

import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";

/** A provider that expects each transaction to be in the journal on disk before it is sent. */
export function witness(provider: Eip1193Provider, journal: string): Eip1193Provider {
  return {
    async request(request) {
      if (request.method === "eth_sendRawTransaction") {
        const raw = `"raw":${JSON.stringify(request.params?.[0])}`;
        expect((await readFile(journal, "utf8")).split(raw)).to.have.length(2);
      }
      return await provider.request(request);
    },
  };
}
