// Checks whether a test chain is healthy: exit code 0 if it is, otherwise 1 with a reason. It runs every few seconds,
// so it imports almost nothing.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

import { printable } from "../../foundation/support/printable.js";
import { readBounded } from "../../foundation/support/http-response.js";
import { EXIT } from "../../output/terminal/exit-codes.js";
import { socketAddress } from "./socket-address.js";

/** In bytes. A block without transactions and a contract's code are far smaller. */
const LONGEST_ANSWER = 1024 * 1024;
/** For the whole check, in milliseconds. */
const TIMEOUT = 3_000;

interface Baked {
  readonly genesis?: string;
  readonly base?: { readonly GenesisProtocol?: string };
}

try {
  const url = process.argv[2] ?? `http://${ownAddress()}`;
  await check(url);
} catch (error) {
  console.error(printable(`The test chain is not healthy: ${(error as Error).message}`));
  process.exitCode = EXIT.failed;
}

async function check(url: string): Promise<void> {
  const chainId = await ask(url, "eth_chainId");
  if (typeof chainId !== "string") throw new Error(`eth_chainId is ${JSON.stringify(chainId)}`);
  const { genesis, base } = resultFile();
  const contract = base?.GenesisProtocol;
  if (contract === undefined || genesis === undefined) return;
  const first = (await ask(url, "eth_getBlockByNumber", ["0x0", false])) as { hash: string };
  // The file may be of another chain: it may be mounted, or could not be written.
  if (first.hash !== genesis) return;
  if ((await ask(url, "eth_getCode", [contract, "latest"])) === "0x") {
    throw new Error(`there is no GenesisProtocol at ${contract}, its address in migration.json`);
  }
}

async function ask(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const { result, error } = JSON.parse(await readBounded(response, LONGEST_ANSWER)) as {
    result?: unknown;
    error?: { message: string };
  };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

function resultFile(): Baked {
  try {
    return (JSON.parse(readFileSync("migration.json", "utf8")) ?? {}) as Baked;
  } catch {
    return {};
  }
}

/**
 * Where the container's first process listens. Host and port may have been passed to it as arguments, which a health
 * check does not get.
 */
function ownAddress(): string {
  const named = Number(process.env["DAO_TEST_CHAIN_PORT"]);
  return listeningAddress() ?? `127.0.0.1:${named > 0 ? named : 8545}`;
}

function listeningAddress(): string | undefined {
  try {
    const sockets = new Set(
      readdirSync("/proc/1/fd").map((name) => {
        try {
          return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/1/fd/${name}`))?.[1];
        } catch {
          // It was closed in the meantime.
          return undefined;
        }
      }),
    );
    for (const table of ["/proc/1/net/tcp", "/proc/1/net/tcp6"]) {
      for (const line of readFileSync(table, "utf8").trim().split("\n").slice(1)) {
        const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
        // 0A means "listening".
        if (state === "0A" && sockets.has(inode)) return socketAddress(local!);
      }
    }
  } catch {
    // This is not Linux, or reading is not permitted.
  }
  return undefined;
}
