// @ts-check
// Possible replacements for an expression.
import ts from "typescript";

import { isCondition, isEquality, isInChain, isLoop, isMessage, isText } from "./syntax.mjs";

/** Larger numbers are mostly times and amounts, where no test notices one more. */
const LARGEST_STEP = 20n;
/** @type {Map<ts.SyntaxKind, ts.BinaryOperator>} */
const BOUNDARIES = new Map([
  [ts.SyntaxKind.LessThanToken, ts.SyntaxKind.LessThanEqualsToken],
  [ts.SyntaxKind.LessThanEqualsToken, ts.SyntaxKind.LessThanToken],
  [ts.SyntaxKind.GreaterThanToken, ts.SyntaxKind.GreaterThanEqualsToken],
  [ts.SyntaxKind.GreaterThanEqualsToken, ts.SyntaxKind.GreaterThanToken],
]);
/** @type {Map<ts.SyntaxKind, ts.BinaryOperator>} */
const SWAPS = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.EqualsEqualsEqualsToken],
  [ts.SyntaxKind.PlusToken, ts.SyntaxKind.MinusToken],
  [ts.SyntaxKind.MinusToken, ts.SyntaxKind.PlusToken],
  [ts.SyntaxKind.AsteriskToken, ts.SyntaxKind.SlashToken],
  [ts.SyntaxKind.SlashToken, ts.SyntaxKind.AsteriskToken],
  [ts.SyntaxKind.PercentToken, ts.SyntaxKind.AsteriskToken],
  [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken],
  [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.AmpersandAmpersandToken],
]);
/** @type {Map<ts.SyntaxKind, ts.BinaryOperator>} */
const ASSIGNMENTS = new Map([
  [ts.SyntaxKind.PlusEqualsToken, ts.SyntaxKind.MinusEqualsToken],
  [ts.SyntaxKind.MinusEqualsToken, ts.SyntaxKind.PlusEqualsToken],
  [ts.SyntaxKind.AsteriskEqualsToken, ts.SyntaxKind.SlashEqualsToken],
  [ts.SyntaxKind.QuestionQuestionEqualsToken, ts.SyntaxKind.EqualsToken],
  [ts.SyntaxKind.BarBarEqualsToken, ts.SyntaxKind.EqualsToken],
]);
const METHODS = new Map([
  ["some", "every"],
  ["every", "some"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["min", "max"],
  ["max", "min"],
  ["floor", "ceil"],
  ["ceil", "floor"],
]);
/** Calls that filter or change what they are called on; a mutant leaves out the call. */
const FILTERS = new Set(
  "filter sort toSorted reverse toReversed slice trim toLowerCase toUpperCase".split(" "),
);

/** @typedef {[kind: string, replacement: ts.Expression]} Variant */

/**
 * Possible replacements for an expression.
 * @param {ts.Expression} node
 * @returns {Variant[]}
 */
export function variantsOf(node) {
  return [
    ...conditionVariants(node),
    ...(ts.isBinaryExpression(node) ? binaryVariants(node) : []),
    ...literalVariants(node),
    ...(ts.isCallExpression(node) && !isInChain(node) ? callVariants(node) : []),
  ];
}

/** @param {ts.Expression} node @returns {Variant[]} */
function conditionVariants(node) {
  if (isCondition(node)) {
    // An endless loop would show nothing.
    return [
      ...(isLoop(node.parent) ? [] : [variant("condition true", ts.factory.createTrue())]),
      variant("condition false", ts.factory.createFalse()),
    ];
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return [variant("not removed", node.operand)];
  }
  return [];
}

/** @param {ts.BinaryExpression} node @returns {Variant[]} */
function binaryVariants(node) {
  const { left, right, operatorToken } = node;
  const { kind } = operatorToken;
  if (isMessage(node)) {
    return isMessage(node.parent) ? [] : [variant("text", ts.factory.createStringLiteral(""))];
  }
  /** @type {Variant[]} */
  const variants = [];
  const add = (
    /** @type {string} */ name,
    /** @type {ts.BinaryOperator | undefined} */ operator,
  ) => {
    if (operator === undefined) return;
    const changed = ts.factory.createBinaryExpression(left, operator, right);
    variants.push(variant(name, ts.factory.createParenthesizedExpression(changed)));
  };
  add("boundary", BOUNDARIES.get(kind));
  // A condition that is an equation has already been inverted.
  if (!(isCondition(node) && isEquality(kind))) add("operator", SWAPS.get(kind));
  add("assignment", ASSIGNMENTS.get(kind));
  if (kind === ts.SyntaxKind.QuestionQuestionToken) {
    variants.push(variant("fallback removed", left), variant("fallback taken", right));
  }
  return variants;
}

/** @param {ts.Expression} node @returns {Variant[]} */
function literalVariants(node) {
  const { factory } = ts;
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    const changed =
      Number.isInteger(value) && BigInt(value) <= LARGEST_STEP ? value + 1 : value * 2;
    return [variant("number", factory.createNumericLiteral(changed))];
  }
  if (ts.isBigIntLiteral(node)) {
    const value = BigInt(node.text.slice(0, -1));
    const changed = value <= LARGEST_STEP ? value + 1n : value * 2n;
    return [variant("number", factory.createBigIntLiteral(`${changed}n`))];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [variant("boolean", factory.createFalse())];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [variant("boolean", factory.createTrue())];
  if (isText(node) && !isMessage(node.parent)) {
    const text = ts.isStringLiteral(node) && node.text === "" ? "mutated" : "";
    return [variant("text", factory.createStringLiteral(text))];
  }
  if (ts.isRegularExpressionLiteral(node)) {
    return [variant("expression", factory.createRegularExpressionLiteral("/(?!)/"))];
  }
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) {
    return [variant("array emptied", factory.createArrayLiteralExpression([]))];
  }
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
    const { modifiers, parameters, equalsGreaterThanToken: arrow } = node;
    const body = factory.createIdentifier("undefined");
    const changed = factory.createArrowFunction(
      modifiers,
      undefined,
      parameters,
      undefined,
      arrow,
      body,
    );
    return [variant("body removed", changed)];
  }
  return [];
}

/** @param {ts.CallExpression} node @returns {Variant[]} */
function callVariants({ expression: callee, arguments: args }) {
  if (!ts.isPropertyAccessExpression(callee)) return [];
  const name = callee.name.text;
  if (FILTERS.has(name)) return [variant("call removed", callee.expression)];
  const other = METHODS.get(name);
  if (other === undefined) return [];
  const access = ts.factory.createPropertyAccessExpression(callee.expression, other);
  return [variant("method", ts.factory.createCallExpression(access, undefined, args))];
}

/** @param {string} kind @param {ts.Expression} replacement @returns {Variant} */
function variant(kind, replacement) {
  return [kind, replacement];
}
