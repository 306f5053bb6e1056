import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect } from "chai";
import ts from "typescript";

import { packageFile } from "../src/foundation/support/package.js";
import { itInFolder as it } from "./temporary-folder.js";

const ROOT = dirname(packageFile("package.json"));

/** The fixture is as in docs/fixtures.md; the flag as in our declarations of a command that changes its words. */
const PROGRAM = `
import { defineDaoFixture, exampleParameters, type MigrationParameters } from "fixtures";
import type { Flag } from "flag";
export const smallDao = defineDaoFixture({ params: exampleParameters({ orgName: "Small DAO" }) });
export const params: MigrationParameters = { orgName: "Small DAO" };
declare const changed: { kind: "hash"; about: string; doors: ["task"]; default?: string | undefined };
export const flag: Flag = changed;
`;

describe("types of a project with exactOptionalPropertyTypes", () => {
  it("accept the example's parameters and our own declarations", async (folder) => {
    const file = join(folder, "user.ts");
    await writeFile(file, PROGRAM);
    const program = ts.createProgram([file], {
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: ["node"] },
      typeRoots: [join(ROOT, "node_modules/@types")],
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: {
        fixtures: [join(ROOT, "fixtures/index.ts")],
        flag: [join(ROOT, "src/interfaces/commands/flag.ts")],
      },
    });
    const mistakes = program.getSemanticDiagnostics(program.getSourceFile(file));
    const said = mistakes.map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    );
    expect(said).to.deep.equal([]);
  });
});
