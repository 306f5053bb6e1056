import { ftruncateSync, openSync, writeSync } from "node:fs";

import { openMigratedChain } from "../../src/test-chain/open.js";
import { oddRequests } from "./odd-requests.js";

/** Milliseconds until a request counts as one that never ends. */
const LIMIT = 20_000;

const [seed = "0", seconds = "60", lastRequest = ""] = process.argv.slice(2);
const next = oddRequests(Number(seed));
const { provider } = await openMigratedChain({ demo: false });
// Written before each request: a panic leaves no time to say which one it was.
const file = openSync(lastRequest, "w");
const end = Date.now() + Number(seconds) * 1000;
let count = 0;
while (Date.now() < end) {
  const request = next();
  ftruncateSync(file, 0);
  writeSync(file, JSON.stringify(request), 0);
  const timer = setTimeout(() => process.exit(3), LIMIT);
  await provider.request(request).catch(() => {});
  clearTimeout(timer);
  count++;
}
console.log(count);
process.exit(0);
