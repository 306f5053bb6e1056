import { expect } from "chai";

import { Access } from "../../../src/test-chain/server/access.js";

const refusal = (
  headers: { readonly host?: string; readonly origin?: string },
  options: { readonly allowOrigin?: string[]; readonly allowHost?: string[] } = {},
) => new Access(options, "chain.example.org").refusal({ headers });

describe("access to a served chain", () => {
  it("is granted to programs, and to pages of this machine and of browser extensions", () => {
    for (const headers of [
      {},
      { host: "127.0.0.1:8545" },
      { host: "[::1]:8545" },
      { host: "localhost" },
      { host: "chain:8545" },
      { host: "chain.default.svc.cluster.local:8545" },
      { host: "host.docker.internal:8545" },
      { host: "CHAIN.example.org:8545" },
      { host: "localhost:8545", origin: "http://localhost:3000" },
      { host: "localhost:8545", origin: "https://app.localhost" },
      { host: "localhost:8545", origin: "http://127.0.0.1:5173" },
      { host: "localhost:8545", origin: "http://[::1]" },
      { host: "localhost:8545", origin: "chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn" },
    ]) {
      expect(refusal(headers), JSON.stringify(headers)).to.equal(undefined);
    }
  });

  it("is refused to strangers' pages and to public names that lead here, with the way to allow them", () => {
    expect(refusal({ host: "localhost", origin: "https://evil.example" })).to.equal(
      "The origin https://evil.example may not use this chain. To let it, start the chain with --allow-origin https://evil.example.",
    );
    expect(refusal({ host: "evil.example:8545" })).to.match(
      /host evil\.example may not.*--allow-host/,
    );
    for (const origin of [
      "null",
      "http://localhost.evil.example",
      "http://127.0.0.1.evil.example",
      "x",
    ]) {
      expect(refusal({ host: "localhost", origin }), origin).to.match(/may not use this chain/);
    }
    expect(refusal({ host: "127.0.0.1.evil.example" })).to.match(/may not use this chain/);
    expect(refusal({ host: "evil.example\u001b[8m" })).to.include("\\x1b[8m");
  });

  it("is granted to what the options name", () => {
    const options = { allowOrigin: ["https://Remix.example/"], allowHost: ["Dao.example"] };
    const origin = "https://remix.example";
    expect(refusal({ host: "dao.example:80", origin }, options)).to.equal(undefined);
    expect(refusal({ host: "dao.example", origin: `${origin}:444` }, options)).to.match(/may not/);
    const all = { allowOrigin: ["*"], allowHost: ["*"] };
    expect(refusal({ host: "a.example", origin: "null" }, all)).to.equal(undefined);
  });
});
