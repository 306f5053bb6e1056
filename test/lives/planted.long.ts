import { spawnSync } from "node:child_process";
import { cp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { transform } from "esbuild";

import { compiled } from "../compiled.js";
import { itInFolder as it } from "../temporary-folder.js";

/** What is changed in a copy of the compiled sources, and what the judge should say of it. */
interface Bug {
  readonly file: string;
  readonly changes: readonly (readonly [string, string])[];
  readonly verdict: RegExp;
}

const STEP_SENDER = "src/engine/execution/sending/step-sender.ts";

const BUGS: Readonly<Record<string, Bug>> = {
  "no sync before sending": {
    file: "src/engine/execution/journal/file-journal.ts",
    changes: [["await syncFile(this.#file);", ""]],
    verdict: /is sent before it is safely in the journal/,
  },
  "journal after sending": {
    file: STEP_SENDER,
    changes: [
      ["    await journal.sign(signed);\n", ""],
      [
        "await pending.send(batch.signed);",
        "await pending.send(batch.signed); await this.#context.journal.sign(batch.signed);",
      ],
    ],
    verdict: /is sent before it is safely in the journal/,
  },
  "resume by count of nonces": {
    file: STEP_SENDER,
    changes: [
      [
        "if (receipt !== undefined) return outcomeOf(latest, receipt);",
        `if (latest.nonce < (await target.transactionCount(latest.from, "latest")))
          return outcomeOf(latest, receipt ?? ({ transactionHash: latest.hash, blockNumber: "0x1", gasUsed: "0x0", status: "0x1", logs: [] } as never));`,
      ],
    ],
    verdict: /never done|not as asked|mined twice|before .* is mined/,
  },
  "barrier left out": {
    file: "src/engine/execution/steps/waves.ts",
    changes: [["(final === undefined ? !refers : last?.final === final)", "true"]],
    verdict: /before .* is mined/,
  },
  "fee cap not applied on replacement": {
    file: "src/engine/execution/sending/raise-fee.ts",
    changes: [
      ["raiseFees(paid, quote.fees, limit.cap)", "raiseFees(paid, quote.fees, limit.cap * 100n)"],
    ],
    verdict: /above the cap/,
  },
  "another chain not noticed": {
    file: "src/foundation/chain/target.ts",
    changes: [["chainId === wanted && genesis", "chainId === wanted || genesis"]],
    verdict: /is sent to another chain/,
  },
};

describe("lives of an engine with a bug", function () {
  this.timeout(1_200_000);

  for (const [name, { file, changes, verdict }] of Object.entries(BUGS)) {
    it(`show it within 1,000 lives: ${name}`, async (folder) => {
      await copyCompiled(folder);
      let source = await readFile(file, "utf8");
      for (const [right, wrong] of changes) {
        expect(source.split(right), `${file}: ${right}`).to.have.length(2);
        source = source.replace(right, () => wrong);
      }
      const { code } = await transform(source, { loader: "ts", target: "node22" });
      await writeFile(join(folder, file.replace(/\.ts$/, ".js")), code);
      const program = ["--max-semi-space-size=64", "test/lives/run.js"];
      const args = [...program, "--seed", "1", "--lives", "1000", "--no-shrink"];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: folder,
        encoding: "utf8",
        timeout: 1_100_000,
      });
      expect(status, stdout + stderr).to.equal(1);
      expect(stdout).to.match(verdict);
      console.log(`      ${/^\d+ lives of seed \d+/.exec(stdout)?.[0]}`);
    });
  }
});

async function copyCompiled(folder: string): Promise<void> {
  const files = (await readdir(".")).filter((name) => name.endsWith(".json"));
  for (const name of ["custom-abis", ...files])
    await cp(name, join(folder, name), { recursive: true });
  for (const name of ["src", "test"])
    await cp(compiled(name), join(folder, name), { recursive: true });
  await symlink(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
}
