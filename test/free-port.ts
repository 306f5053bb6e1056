import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ephemeral ports: other tests open thousands of outgoing connections. */
const FIRST = 15_000;
const LAST = 32_000;

/** Returns a free port of 127.0.0.1, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
