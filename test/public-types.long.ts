import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { expect } from "chai";
import ts from "typescript";

import { packageFile } from "../src/foundation/support/package.js";

const ROOT = join(import.meta.dirname, "..");

/**
 * Returns the types of this package that a program can get but not name: they appear in the signatures
 * of exports of entry points, but no entry point exports them. TypeScript cannot emit declarations for
 * a program that exports a value of such a type (TS2742).
 * @param entries files, relative to the repository
 */
function unnamedTypes(entries: readonly string[]): readonly string[] {
  const program = ts.createProgram(
    entries.map((entry) => join(ROOT, entry)),
    optionsOf(join(ROOT, "tsconfig.json")),
  );
  return new Walk(program).unnamed(
    entries.map((entry) => program.getSourceFile(join(ROOT, entry))!),
  );
}

function optionsOf(file: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  return ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options;
}

class Walk {
  readonly #checker: ts.TypeChecker;
  readonly #exported = new Set<ts.Symbol>();
  readonly #seen = new Set<ts.Type>();
  /** Where each was first found, by name and file. */
  readonly #unnamed = new Map<string, string>();

  constructor(program: ts.Program) {
    this.#checker = program.getTypeChecker();
  }

  unnamed(files: readonly ts.SourceFile[]): readonly string[] {
    const symbols = files.flatMap((file) =>
      this.#checker.getExportsOfModule(this.#checker.getSymbolAtLocation(file)!),
    );
    const targets = symbols.map((symbol) => this.#targetOf(symbol));
    for (const target of targets) this.#exported.add(target);
    for (const [index, target] of targets.entries()) {
      this.#visit(this.#checker.getDeclaredTypeOfSymbol(target), target.name);
      if (symbols[index]?.declarations?.some(ts.isTypeOnlyExportDeclaration)) continue;
      this.#visit(this.#checker.getTypeOfSymbol(target), target.name);
    }
    return [...this.#unnamed].map(([name, from]) => `${name}, at ${from}`);
  }

  #targetOf(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #visit(type: ts.Type, from: string): void {
    if (this.#seen.has(type)) return;
    this.#seen.add(type);
    if (type.aliasSymbol !== undefined) {
      this.#name(type.aliasSymbol, from);
      type.aliasTypeArguments?.forEach((each) => this.#visit(each, from));
    }
    const { symbol } = type as { symbol?: ts.Symbol };
    const own = symbol?.declarations?.some(isOurs) ?? true;
    if (type.flags & ts.TypeFlags.Object && own && symbol !== undefined) this.#name(symbol, from);
    if (type.isUnionOrIntersection()) type.types.forEach((each) => this.#visit(each, from));
    if (this.#checker.isArrayType(type) || this.#isReference(type)) {
      this.#checker
        .getTypeArguments(type as ts.TypeReference)
        .forEach((each) => this.#visit(each, from));
    }
    if (own) this.#visitMembers(type, from);
  }

  #isReference(type: ts.Type): boolean {
    const flags = (type as ts.ObjectType).objectFlags ?? 0;
    return (type.flags & ts.TypeFlags.Object) !== 0 && (flags & ts.ObjectFlags.Reference) !== 0;
  }

  #visitMembers(type: ts.Type, from: string): void {
    for (const property of type.getProperties()) {
      if (isHidden(property)) continue;
      this.#visit(this.#checker.getTypeOfSymbol(property), `${from}.${property.name}`);
    }
    for (const kind of [ts.SignatureKind.Call, ts.SignatureKind.Construct]) {
      for (const signature of this.#checker.getSignaturesOfType(type, kind)) {
        const { declaration } = signature;
        if (declaration !== undefined && isPrivate(declaration)) continue;
        this.#visit(signature.getReturnType(), `${from}()`);
        for (const parameter of signature.parameters) {
          this.#visit(this.#checker.getTypeOfSymbol(parameter), `${from}(${parameter.name})`);
        }
      }
    }
  }

  #name(symbol: ts.Symbol, from: string): void {
    const named =
      ts.SymbolFlags.Class |
      ts.SymbolFlags.Interface |
      ts.SymbolFlags.TypeAlias |
      ts.SymbolFlags.Enum;
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined || !isOurs(declaration) || !(symbol.flags & named)) return;
    if (this.#exported.has(symbol)) return;
    const file = relative(ROOT, declaration.getSourceFile().fileName);
    // Programs name generated TypeChain types through contracts and factories only.
    if (file.startsWith("src/typechain/")) return;
    const name = `${symbol.name} of ${file}`;
    if (!this.#unnamed.has(name)) this.#unnamed.set(name, from);
  }
}

function isOurs(declaration: ts.Declaration): boolean {
  const { fileName } = declaration.getSourceFile();
  return fileName.startsWith(ROOT) && !fileName.includes("/node_modules/");
}

/** Whether a member is private, by `#` or by keyword. */
function isHidden(property: ts.Symbol): boolean {
  return property.name.startsWith("#") || (property.declarations?.some(isPrivate) ?? false);
}

function isPrivate(declaration: ts.Declaration): boolean {
  return (
    (ts.getCombinedModifierFlags(declaration) &
      (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !==
    0
  );
}

describe("types in the API of entry points", () => {
  it("are exported too, so that programs that export such values can emit declarations", () => {
    const { exports } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as {
      exports: Record<string, string | Record<string, string>>;
    };
    const files = Object.values(exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    const sources = files
      .filter((file) => /^\.\/dist\/.*(?<!\.d)\.js$/.test(file))
      .map((file) => file.replace(/^\.\/dist\/(.*)\.js$/, "$1.ts"));
    expect(sources).to.include.members(["src/index.ts", "fixtures/index.ts"]);
    expect(unnamedTypes(sources)).to.deep.equal([]);
  });
});
