import type { IncomingMessage, ServerResponse } from "node:http";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";

import { expect } from "chai";

import { RpcClient, type RpcClientOptions } from "../../../src/foundation/chain/rpc-client.js";
import { freePort } from "../../free-port.js";
import { openServer } from "../../open-server.js";
import { rejection } from "../../rejection.js";
import { good } from "./good-answer.js";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const QUICK: RpcClientOptions = { timeout: 60_000, attempts: 4, backoff: 5 };
/** Only for answers that come later than that: on a busy machine, any may. */
const IMPATIENT: RpcClientOptions = { ...QUICK, timeout: 700 };

function answer(status: number, body: string, headers: Record<string, string> = {}): Handler {
  return (_request, response) => response.writeHead(status, headers).end(body);
}

/** Runs against handlers that answer one request each, the last one all others; `times` records when they arrived. */
async function against(
  handlers: readonly Handler[],
  run: (url: string, times: readonly number[]) => Promise<void>,
): Promise<void> {
  const times: number[] = [];
  await using server = await openServer((request, response) => {
    const handler = handlers[Math.min(times.length, handlers.length - 1)] ?? good;
    times.push(performance.now());
    handler(request, response);
  });
  await run(server.url, times);
}

const chainId = { method: "eth_chainId" };

describe("RpcClient", () => {
  const passing: Readonly<Record<string, Handler>> = {
    "a lost connection": (request) => request.socket.destroy(),
    "an answer that breaks off": (request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"jsonrpc"', () => request.socket.destroy());
    },
    "an answer that comes too late": (_request, response) => {
      setTimeout(() => good(_request, response), 2_000).unref();
    },
    "HTTP 429": answer(429, "slow down"),
    "HTTP 429 with an error in JSON-RPC": answer(429, '{"error":{"code":-1,"message":"slow"}}'),
    "HTTP 502": answer(502, "<html>Bad Gateway</html>"),
    "HTTP 503": answer(503, ""),
    "HTTP 408": answer(408, ""),
    "a page instead of JSON": answer(200, "<html>maintenance</html>"),
    "JSON that is not JSON-RPC": answer(200, "[]"),
    "an answer with neither result nor error": answer(200, '{"jsonrpc":"2.0","id":1}'),
    null: answer(200, "null"),
    "the code of a limit": answer(200, '{"error":{"code":-32005,"message":"limit exceeded"}}'),
    "HTTP 403 because of a quota": answer(403, "You have exceeded your daily quota."),
  };
  for (const [name, handler] of Object.entries(passing)) {
    const options = name.endsWith("too late") ? IMPATIENT : QUICK;
    it(`retries after ${name}, and gives up after the given number of attempts`, async () => {
      await against([handler, handler, good], async (url, times) => {
        expect(await new RpcClient(url, options).request(chainId)).to.equal("0x1");
        expect(times).to.have.length(3);
      });
      await against([handler], async (url, times) => {
        const error = await rejection(new RpcClient(url, options).request(chainId));
        const attempts = options === IMPATIENT ? 3 : 4;
        expect(error.name).to.equal("ConnectionError");
        expect(error.message).to.include("eth_chainId").and.include(`${attempts} attempts`);
        expect(error.message).to.include(new URL(url).host);
        expect(times).to.have.length(attempts);
      });
    });
  }

  const final: Readonly<Record<string, readonly [Handler, string, string]>> = {
    "an error of the node": [
      answer(200, '{"error":{"code":3,"message":"execution reverted","data":"0x08c379a0"}}'),
      "RpcError",
      "eth_chainId: execution reverted",
    ],
    "an error of the node under HTTP 400": [
      answer(400, '{"error":{"code":-32602,"message":"invalid params"}}'),
      "RpcError",
      "eth_chainId: invalid params",
    ],
    "HTTP 401": [answer(401, "who are you"), "ConnectionError", "refuses access (HTTP 401)"],
    "HTTP 403": [answer(403, "not you"), "ConnectionError", "refuses access (HTTP 403)"],
    "HTTP 405 of a web server": [answer(405, '{"error":"no"}'), "ConnectionError", "(HTTP 405)"],
  };
  for (const [name, [handler, errorName, message]] of Object.entries(final)) {
    it(`does not retry after ${name}`, async () => {
      await against([handler], async (url, times) => {
        const error = await rejection(new RpcClient(url, QUICK).request(chainId));
        expect(error.name).to.equal(errorName);
        if (message.includes("reverted")) expect(error).to.include({ code: 3, data: "0x08c379a0" });
        expect(error.message).to.include(message);
        expect(times).to.have.length(1);
      });
    });
  }

  it("takes an address that never returns JSON-RPC for a wrong one after five HTTP 404", async () => {
    await against([answer(404, "not found")], async (url, times) => {
      const error = await rejection(new RpcClient(url, { backoff: 5 }).request(chainId));
      expect(error.message).to.equal(
        `There is no JSON-RPC at ${new URL(url).host} (HTTP 404). Check the provider's URL.`,
      );
      expect(times).to.have.length(5);
    });
  });

  for (const status of [400, 404, 405]) {
    it(`retries after HTTP ${status} from a node that has answered before`, async () => {
      const page = answer(status, "<html>gone</html>");
      await against([good, page, page, page, good], async (url, times) => {
        const client = new RpcClient(url, { ...QUICK, attempts: 5 });
        await client.request(chainId);
        expect(await client.request(chainId)).to.equal("0x1");
        expect(times).to.have.length(5);
      });
    });
  }

  it("waits longer if a node limits requests, and gives up with advice", async () => {
    const busy = answer(200, '{"error":{"code":-32029,"message":"Too Many Requests"}}');
    await against([busy, good], async (url, times) => {
      await new RpcClient(url, { ...QUICK, backoff: 50 }).request(chainId);
      expect((times[1] ?? 0) - (times[0] ?? 0)).to.be.within(195, 30_000);
    });
    await against([busy], async (url) => {
      const error = await rejection(new RpcClient(url, QUICK).request(chainId));
      expect(error.message).to.match(
        /in 4 attempts: it is busy: Too Many Requests\. Wait, or use another node or one with a higher limit, and run/,
      );
    });
  });

  it("reports the node's words after repeated temporary errors", async () => {
    const handler = answer(200, '{"error":{"code":-32000,"message":"header not found"}}');
    await against([handler], async (url, times) => {
      const error = await rejection(new RpcClient(url, QUICK).request(chainId));
      expect(error).to.include({
        name: "RpcError",
        code: -32000,
        message: "eth_chainId: header not found",
      });
      expect(times).to.have.length(4);
    });
  });

  it("ends soon after an interruption, even while waiting for an answer", async () => {
    const interruption = new AbortController();
    await against([() => interruption.abort()], async (url) => {
      const client = new RpcClient(url, { timeout: 60_000, signal: interruption.signal });
      const start = performance.now();
      expect((await rejection(client.request(chainId))).name).to.equal("AbortError");
      expect(performance.now() - start).to.be.below(30_000);
    });
  });

  it("waits as long as Retry-After says, in seconds or as a date; otherwise twice as long each time", async () => {
    await against([answer(429, "", { "retry-after": "1" }), good], async (url, times) => {
      await new RpcClient(url, QUICK).request(chainId);
      expect((times[1] ?? 0) - (times[0] ?? 0)).to.be.within(990, 30_000);
    });
    // Dated when it answers: on a busy machine, the request may come seconds later. Such a date has whole seconds.
    const dated: Handler = (...asked) => {
      const date = new Date(Date.now() + 2_000).toUTCString();
      answer(503, "", { "retry-after": date })(...asked);
    };
    await against([dated, good], async (url, times) => {
      await new RpcClient(url, QUICK).request(chainId);
      expect((times[1] ?? 0) - (times[0] ?? 0)).to.be.within(950, 30_000);
    });
    await against([answer(503, ""), answer(503, ""), good], async (url, times) => {
      await new RpcClient(url, { ...QUICK, backoff: 100 }).request(chainId);
      expect((times[1] ?? 0) - (times[0] ?? 0)).to.be.within(95, 30_000);
      expect((times[2] ?? 0) - (times[1] ?? 0)).to.be.within(195, 30_000);
    });
  });

  it("refuses an answer that expands to more than 64 MiB", async () => {
    // A gzip file with several members. http-response.test.ts shows that the rest is not read.
    const part = gzipSync(Buffer.alloc(15_000_000));
    const body = Buffer.concat([part, part, part, part, part]);
    const handler: Handler = (_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(body);
    };
    await against([good, handler], async (url, times) => {
      const client = new RpcClient(url, QUICK);
      // An address that never answered has ten seconds, which a busy machine takes for this answer.
      await client.request(chainId);
      const error = await rejection(client.request(chainId));
      expect(error.name).to.equal("ConnectionError");
      expect(error.message).to.match(
        /^The node at 127\.0\.0\.1:\d+ sent an unusable answer to eth_chainId: it is longer than 64 MiB\./,
      );
      expect(times).to.have.length(2);
    });
  });

  it("gives up early where nothing listens or nothing speaks the protocol, and says so meanwhile in plain words", async () => {
    const expectSaid = async (url: string, words: string) => {
      const told: string[] = [];
      const client = new RpcClient(url, { backoff: 5, onWarning: (text) => told.push(text) });
      const { message } = await rejection(client.request(chainId));
      expect(message)
        .to.include(`in 5 attempts: ${words}.`)
        .and.not.match(/[A-Z]{5,}/);
      expect(told).to.deep.equal([`Waiting for the node at ${new URL(url).host}: ${words}.`]);
    };
    const port = await freePort();
    await expectSaid(`http://127.0.0.1:${port}`, "nothing listens there");
    await expectSaid("http://nowhere.invalid", "there is no such host");
    await expectSaid("http://127.0.0.1:1", "no URL may have this port");
    await against([good], async (url) => {
      const secure = url.replace("http:", "https:");
      await expectSaid(secure, "TLS fails, as it speaks http, not https");
    });
    await against([answer(302, "", { location: "/elsewhere" })], async (url) => {
      await expectSaid(url, "it redirects to another URL, which has to be given itself");
    });
    for (const page of [answer(200, "<html>a page</html>"), answer(500, "{}")]) {
      await against([page], async (url, times) => {
        await rejection(new RpcClient(url, { backoff: 5 }).request(chainId));
        expect(times.length).to.equal(5);
      });
    }
    await against([good, answer(500, "{}")], async (url, times) => {
      const client = new RpcClient(url, { backoff: 1 });
      await client.request(chainId);
      await rejection(client.request(chainId));
      expect(times.length).to.equal(1 + 8);
    });
  });

  it("gives a wrong address three seconds", async () => {
    const start = performance.now();
    const client = new RpcClient(`http://127.0.0.1:${await freePort()}`);
    await rejection(client.request(chainId));
    expect(performance.now() - start).to.be.within(2_900, 30_000);
  });

  it("gives up after three attempts at an address that never answers, and after all at a node that did", async () => {
    const silent: Handler = () => {};
    const options = { ...IMPATIENT, attempts: 5 };
    await against([silent], async (url, times) => {
      await rejection(new RpcClient(url, options).request(chainId));
      expect(times).to.have.length(3);
    });
    let isSilent = false;
    const falling: Handler = (...asked) => (isSilent ? silent : good)(...asked);
    await against([falling], async (url, times) => {
      const told: string[] = [];
      const client = new RpcClient(url, { ...options, onWarning: (text) => told.push(text) });
      await client.request(chainId);
      isSilent = true;
      // On a busy machine, the first answer may have come too late, too.
      const before = times.length;
      told.splice(0);
      await rejection(client.request(chainId));
      expect(times).to.have.length(before + 5);
      expect(told.join()).to.match(/^Waiting for the node at [\d.:]+: no answer within 0\.7 s\.$/);
    });
  });

  it("refuses what is not a node's URL", () => {
    const named = ["localhost:8545", "node.example:443/v3/KEY", "mailto:me"];
    for (const text of ["localhost", "ftp://localhost:8545", "http://", ...named]) {
      expect(() => new RpcClient(text)).to.throw(
        /must begin with http:\/\/(?!.*(KEY|localhost:\/\/))/,
      );
    }
  });

  it("sends user and password as a header, and shows neither them nor the path", async () => {
    let seen: string | undefined;
    const handler: Handler = (request, response) => {
      seen = request.headers.authorization;
      response.writeHead(403).end();
    };
    await against([handler], async (url) => {
      const { host } = new URL(url);
      const client = new RpcClient(`http://me:s%20cret@${host}/v3/0123abcd?key=wxyz`, QUICK);
      const error = await rejection(client.request(chainId));
      expect(seen).to.equal(`Basic ${Buffer.from("me:s cret").toString("base64")}`);
      const shown = [inspect(client, { depth: 9 }), inspect(error, { depth: 9 })].join("\n");
      for (const secret of ["s%20cret", "s cret", "0123abcd", "wxyz"]) {
        expect(shown).to.not.include(secret);
      }
      expect(error.message).to.include(host);
    });
  });
});

describe("a password in a node's URL", () => {
  const warningsOf = (url: string): string[] => {
    const warnings: string[] = [];
    new RpcClient(url, { onWarning: (warning) => warnings.push(warning) });
    return warnings;
  };

  it("causes a warning over plain http, which does not contain it", () => {
    const [plain, ip] = ["anna:word@node.example", ":word@10.0.0.1:8545/"];
    for (const url of [`http://${plain}`, `http://${ip}`]) {
      const [warning, ...others] = warningsOf(url);
      expect(others).to.deep.equal([]);
      expect(warning).to.match(/is sent to (node\.example|10\.0\.0\.1:8545) unencrypted/);
      expect(warning).to.not.include("word@").and.not.include("anna");
    }
  });

  it("causes none over https, on this machine, or if it is empty", () => {
    for (const url of [
      "https://anna:word@node.example",
      "http://anna:word@localhost:8545",
      "http://anna:word@127.0.0.1:8545",
      "http://anna:word@[::1]:8545",
      "http://node.example",
    ]) {
      expect(warningsOf(url), url).to.deep.equal([]);
    }
  });
});
