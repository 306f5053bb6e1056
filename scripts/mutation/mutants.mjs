// @ts-check
import ts from "typescript";

import { isAssignment, isLastWord, isSkipped, isStatic, isStep } from "./syntax.mjs";
import { variantsOf } from "./variants.mjs";

/** Called in the instrumented code with a mutant's number; true if that mutant is active. */
export const SWITCH = "__mutant__";

/**
 * @typedef {object} Mutant
 * @property {number} id
 * @property {string} file relative to the project
 * @property {number} line from 1
 * @property {number} column from 1
 * @property {string} kind
 * @property {string} original source text
 * @property {string} replacement source text
 * @property {boolean} isStatic runs once, when the module is loaded
 */

const REMOVABLE = new Set([
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.ThrowStatement,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.ContinueStatement,
  ts.SyntaxKind.BreakStatement,
]);

/**
 * Compiles a TypeScript file to JavaScript with all its mutants, each behind a switch.
 * @param {string} file relative to the project
 * @param {string} source
 * @param {number} firstId
 * @returns {{ code: string, mutants: Mutant[] }}
 */
export function instrument(file, source, firstId) {
  const sourceFile = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true);
  /** @type {Mutant[]} */
  const mutants = [];
  const printer = ts.createPrinter({ removeComments: true });
  const { factory } = ts;

  /** @param {ts.Node} node @param {string} kind @param {ts.Node | undefined} replacement */
  function newMutant(node, kind, replacement) {
    const start = node.getStart(sourceFile);
    const { line, character } = sourceFile.getLineAndCharacterOfPosition(start);
    const id = firstId + mutants.length;
    mutants.push({
      id,
      file,
      line: line + 1,
      column: character + 1,
      kind,
      original: oneLine(node.getText(sourceFile)),
      replacement:
        replacement === undefined
          ? ""
          : oneLine(printer.printNode(ts.EmitHint.Unspecified, replacement, sourceFile)),
      isStatic: isStatic(node),
    });
    return id;
  }

  /** @param {number} id */
  const isActive = (id) =>
    factory.createCallExpression(factory.createIdentifier(SWITCH), undefined, [
      factory.createNumericLiteral(id),
    ]);

  /** @type {ts.TransformerFactory<ts.SourceFile>} */
  const transformer = (context) => {
    /** @param {ts.Node} node @returns {ts.Node} */
    function visit(node) {
      if (isSkipped(node)) return node;
      if (REMOVABLE.has(node.kind)) return visitStatement(/** @type {ts.Statement} */ (node));
      if (!ts.isExpression(node)) return ts.visitEachChild(node, visit, context);
      const variants = variantsOf(node);
      /** @type {ts.Expression} */
      let inner = visitExpression(node);
      for (const [kind, replacement] of variants) {
        const id = newMutant(node, kind, replacement);
        inner = factory.createConditionalExpression(
          isActive(id),
          undefined,
          factory.createParenthesizedExpression(replacement),
          undefined,
          factory.createParenthesizedExpression(inner),
        );
      }
      return variants.length === 0 ? inner : factory.createParenthesizedExpression(inner);
    }

    /** @param {ts.Expression} node */
    function visitExpression(node) {
      // The target of an assignment has to stay a reference.
      if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
        return factory.updateBinaryExpression(
          node,
          node.left,
          node.operatorToken,
          /** @type {ts.Expression} */ (visit(node.right)),
        );
      }
      if (ts.isPrefixUnaryExpression(node) && isStep(node.operator)) return node;
      if (ts.isPostfixUnaryExpression(node) || ts.isDeleteExpression(node)) return node;
      return ts.visitEachChild(node, visit, context);
    }

    /** @param {ts.Statement} node */
    function visitStatement(node) {
      if (isLastWord(node)) return ts.visitEachChild(node, visit, context);
      const inner = /** @type {ts.Statement} */ (ts.visitEachChild(node, visit, context));
      const id = newMutant(node, "statement removed", undefined);
      // In a block, because otherwise a following `else` would belong to the switch.
      return factory.createBlock([
        factory.createIfStatement(factory.createLogicalNot(isActive(id)), inner),
      ]);
    }

    return (root) => /** @type {ts.SourceFile} */ (ts.visitEachChild(root, visit, context));
  };

  const { transformed } = ts.transform(sourceFile, [transformer]);
  const text = ts
    .createPrinter()
    .printFile(/** @type {ts.SourceFile} */ (transformed[0] ?? sourceFile));
  const { outputText } = ts.transpileModule(text, {
    fileName: file,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  return { code: outputText, mutants };
}

/** @param {string} text */
function oneLine(text) {
  const line = text.replace(/\s+/g, " ");
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
