import { ftruncateSync, openSync, writeSync } from "node:fs";

import { openMigratedChain } from "../../src/test-chain/open.js";
import { oddRequests } from "./odd-requests.js";

/** The time after which a request counts as hanging, in milliseconds. */
const LIMIT = 20_000;

const [seed = "0", seconds = "60", lastRequest = ""] = process.argv.slice(2);
const next = oddRequests(Number(seed));
const { provider } = await openMigratedChain({ demo: false });
// Recorded before each request: after a panic, it is too late.
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
console.log(`\nrequests: ${count}`);
process.exit(0);
