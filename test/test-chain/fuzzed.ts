import { ftruncateSync, openSync, writeSync } from "node:fs";

import { openMigratedChain } from "../../src/test-chain/open.js";
import { oddRequests } from "./odd-requests.js";

/** The time after which a request counts as hanging, in milliseconds. */
const LIMIT = 120_000;

const [seed = "0", requests = "0", lastRequest = ""] = process.argv.slice(2);
const next = oddRequests(Number(seed));
const { provider } = await openMigratedChain({ demo: false });
// Recorded before each request: after a panic, it is too late.
const file = openSync(lastRequest, "w");
for (let count = 0; count < Number(requests); count++) {
  const request = next();
  ftruncateSync(file, 0);
  writeSync(file, JSON.stringify(request), 0);
  const timer = setTimeout(() => process.exit(3), LIMIT);
  await provider.request(request).catch(() => {});
  clearTimeout(timer);
}
console.log("\ndone");
process.exit(0);
