import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { CrashPoint } from "./child.js";
import { migrateInChild } from "./children.js";
import { startAnvil, withNode } from "./nodes.js";
import { expectAsInProcess, migrate, preview, reference, withOutput } from "./support.js";

const SECTIONS = ["base"] as const;

/** Both die when a temporary file is complete but not yet renamed. */
const POINTS: Readonly<Record<string, CrashPoint>> = {
  "the journal": { at: "rename", path: ".journal", after: false },
  "the result": { at: "rename", path: "migration.json", after: false },
};

describe("the files that a killed migration leaves behind", () => {
  for (const [name, crash] of Object.entries(POINTS)) {
    it(`are gone after the next run, killed while it wrote ${name}`, async () => {
      await withNode(startAnvil(), async (node) => {
        await withOutput(async (output, folder) => {
          const died = await migrateInChild(node, { output, sections: SECTIONS, crash });
          expect(died.signal, died.output).to.equal("SIGKILL");
          const left = await readdir(folder);
          expect(left.filter((file) => file.endsWith(".tmp"))).to.have.length(1);
          await preview(node, { output, sections: SECTIONS });
          expect(await readdir(folder), "a dry run changes nothing").to.have.members(left);
          // The leftover of a process that was killed while it tried a lock.
          await writeFile(join(folder, ".migration.json.lock.4194305.0123456789ab.tmp"), "");
          await migrate(node, { output, sections: SECTIONS });
          expect(await readdir(folder)).to.deep.equal(["migration.json"]);
          await expectAsInProcess(node, output, await reference(node.mnemonic, SECTIONS));
        });
      });
    });
  }
});
