import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect } from "chai";

/** The cheapest steps, as often as `times`, again and again. */
const loop = (times: number, end: string): string => `${"5b".repeat(times)}${end}`;
const ALWAYS = "600056";
const ABOVE = "5a622625a010600057";

/** The code of a target that takes as much memory as it can. */
const CODES = {
  "without an end": `0x${loop(24_000, ALWAYS)}`,
  "only while more than 2.5 million gas is left": `0x${loop(24_000, ABOVE)}`,
  "the same in code that it creates": `0x7f${loop(23, ABOVE)}600052602060006000f000`,
};

const SCRIPT = `
  import { parseDraft } from "./src/operations/simulate/drafts/draft.js";
  import { openSession } from "./src/operations/simulate/session.js";
  import { simulateDraft } from "./src/operations/simulate/simulate-proposal.js";
  import { openTrapDao } from "./test/operations/simulate/trap-dao.js";

  const to = "0x" + "77".repeat(20);
  const trap = await openTrapDao();
  const params = [to, process.env.CODE];
  await trap.provider.request({ method: "hardhat_setCode", params });
  const session = await openSession(trap.provider, trap.dao.Avatar);
  const through = trap.multiCall;
  const draft = parseDraft({ kind: "calls", through, calls: [{ to, data: "0x12345678" }] }, "it");
  const { does } = await simulateDraft(session, draft, { alone: true });
  console.log(JSON.stringify({ verdict: does.verdict, kilobytes: process.resourceUsage().maxRSS }));
  process.exit(0);`;

describe("simulating code that runs as many steps as it can", () => {
  for (const [what, code] of Object.entries(CODES)) {
    it(`does not know what it does, and takes 2 GB at most, or a little more: ${what}`, async () => {
      // The peak depends on when the collector comes: 1.8 GB on an idle machine, and 2.01 were seen on a busy one. Without the
      // guard it is 9 GB.
      const args = [
        "--max-old-space-size=900",
        "--import",
        "./scripts/typescript.mjs",
        "--input-type=module",
        "--eval",
        SCRIPT,
      ];
      const env = { ...process.env, CODE: code };
      const { stdout } = await promisify(execFile)(process.execPath, args, { env });
      const { verdict, kilobytes } = JSON.parse(stdout) as { verdict: string; kilobytes: number };
      expect(verdict).to.equal("inconclusive");
      console.log(`      ${Math.round(kilobytes / 1000)} MB`);
      expect(kilobytes).to.be.below(2_300_000);
    });
  }
});
