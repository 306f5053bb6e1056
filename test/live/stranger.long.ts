import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { startAnvil, withNode } from "./nodes.js";
import { between, type Deed } from "./stranger.js";
import { EXAMPLE, expectOnChain, migrate, withOutput } from "./support.js";
import { openArcRelease } from "../../src/arc/open-release.js";
import { selectorOf, functionEntry } from "../../src/arc/abi.js";

describe("a migration among strangers", () => {
  for (const useDaoCreator of [true, false]) {
    for (const [deed, what] of [
      ["take", "a stranger initializes a scheme first"],
      ["replace", "a wallet replaces a pending transaction"],
    ] as const) {
      it(`makes the DAO as asked if ${what}, ${useDaoCreator ? "with" : "without"} DaoCreator`, async () => {
        const params = {
          ...(JSON.parse(await readFile(EXAMPLE, "utf8")) as object),
          useDaoCreator,
          useUController: !useDaoCreator,
        };
        const release = await openArcRelease("rc.57");
        const initialize = selectorOf(
          functionEntry(release.artifact("GenericScheme"), "initialize"),
        );
        await withNode(startAnvil(["--accounts", "11"]), async (node) => {
          await withOutput(async (output) => {
            let done = 0;
            const notes: string[] = [];
            const provider = between(node, ({ data }, count): Deed | undefined => {
              const isIt = deed === "take" ? data.startsWith(initialize) : count === 45;
              return isIt && done++ === 0 ? deed : undefined;
            });
            const run = await migrate(node, {
              output,
              provider,
              params,
              sections: ["base", "dao"],
              check: true,
              polling: 30,
              onNote: (note) => notes.push(note),
            });
            console.log(notes);
            expect(done).to.be.at.least(1);
            expect(
              run.checks?.[0]?.report?.findings.filter(({ severity }) => severity !== "note"),
            ).to.deep.equal([]);
            await expectOnChain(node, output, params);
          });
        });
      });
    }
  }
});
