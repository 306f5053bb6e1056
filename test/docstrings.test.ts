import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect } from "chai";
import ts from "typescript";

/** The modules that users import. */
const ENTRIES = [
  "src/index.ts",
  "fixtures/index.ts",
  "fixtures/viem/index.ts",
  "src/voice/index.ts",
];

interface Exported {
  readonly name: string;
  readonly file: string;
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
}

/** Returns the values, not types, that an entry exports from other files. */
function exportsOf(entry: string): Exported[] {
  return parse(entry).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return [];
    const { exportClause, moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    const file = join(dirname(entry), moduleSpecifier.text.replace(/\.js$/, ".ts"));
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
    return exportClause.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ name }) => ({ name: name.text, file }));
  });
}

/** Returns what users call of a value: the function, the class, or an object's methods. */
function callablesOf({ name, file }: Exported): ts.Node[] {
  return parse(file).statements.flatMap((statement): ts.Node[] => {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return [statement];
    if (ts.isClassDeclaration(statement) && statement.name?.text === name) {
      return /Error$|^Declined$|^Interruption$/.test(name) ? [] : [statement];
    }
    if (!ts.isVariableStatement(statement)) return [];
    const declaration = statement.declarationList.declarations.find(
      (each) => ts.isIdentifier(each.name) && each.name.text === name,
    );
    if (declaration === undefined) return [];
    const isData = declaration.type === undefined && !statement.getText().includes("=>");
    const methods = methodsIn(declaration);
    return methods.length > 0 || isData ? methods : [statement];
  });
}

/** Returns the methods of an object and of the objects in it. */
function methodsIn(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isMethodDeclaration(child)) found.push(child);
    else ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

function hasExample(node: ts.Node): boolean {
  return ts.getJSDocTags(node).some(({ tagName }) => tagName.text === "example");
}

describe("what users import", () => {
  for (const entry of ENTRIES) {
    it(`has an example in its docstring: ${entry}`, () => {
      const without = exportsOf(entry).flatMap((exported) =>
        callablesOf(exported)
          // Overloads share the docstring of the first.
          .filter(
            (node, index) => !hasExample(node) && !(ts.isFunctionDeclaration(node) && index > 0),
          )
          .map((node) => `${exported.file}: ${node.getText().split("\n")[0]}`),
      );
      expect(without).to.deep.equal([]);
    });
  }
});
