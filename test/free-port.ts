import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, of which other tests open thousands. */
const FIRST = 15_000;
const LAST = 32_000;

/** A port of 127.0.0.1 that nobody listens on, for a program that cannot choose one itself. */
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
