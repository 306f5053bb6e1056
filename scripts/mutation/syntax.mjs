// @ts-check
// Classifies nodes of the syntax tree for the mutants.
import ts from "typescript";

/** Types, declarations without code, and names: nothing in them runs. @param {ts.Node} node */
export function isSkipped(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    (ts.isStringLiteral(node) && isName(node)) ||
    (ts.isNumericLiteral(node) && isName(node))
  );
}

/** @param {ts.Node} node */
function isName(node) {
  const { parent } = node;
  return (
    ("name" in parent && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.propertyName === node) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword)
  );
}

/** @param {ts.Expression} node */
export function isCondition(node) {
  const { parent } = node;
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return false;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) {
    return parent.expression === node;
  }
  return (
    (ts.isForStatement(parent) && parent.condition === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  );
}

/** @param {ts.Node} node */
export function isLoop(node) {
  return ts.isWhileStatement(node) || ts.isDoStatement(node) || ts.isForStatement(node);
}

/** @param {ts.Node} node */
export function isText(node) {
  return (
    (ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateExpression(node)) &&
    !ts.isTaggedTemplateExpression(node.parent)
  );
}

/** Whether it is a `break` or empty `return` with nothing after it that it could skip. @param {ts.Statement} node */
export function isLastWord(node) {
  const { parent } = node;
  if (ts.isBreakStatement(node) && ts.isCaseOrDefaultClause(parent)) {
    return parent.parent.clauses.at(-1) === parent && parent.statements.at(-1) === node;
  }
  if (!ts.isReturnStatement(node) || !ts.isBlock(parent) || !ts.isFunctionLike(parent.parent)) {
    return false;
  }
  const { expression } = node;
  return (
    parent.statements.at(-1) === node &&
    (expression === undefined || (ts.isIdentifier(expression) && expression.text === "undefined"))
  );
}

/** Texts concatenated with `+`, which count as one. @param {ts.Node} node @returns {boolean} */
export function isMessage(node) {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    [node.left, node.right].some((part) => isText(part) || isMessage(part))
  );
}

/** Whether it is a link of `a?.b().c`, which cannot stand alone. @param {ts.Node} node */
export function isInChain(node) {
  return ts.isOptionalChain(node) || ts.isOptionalChain(node.parent);
}

/** @param {ts.SyntaxKind} kind */
export function isAssignment(kind) {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** @param {ts.SyntaxKind} kind */
export function isEquality(kind) {
  return (
    kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    kind === ts.SyntaxKind.ExclamationEqualsEqualsToken
  );
}

/** @param {ts.PrefixUnaryOperator} operator */
export function isStep(operator) {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

/** Whether a node runs only when its module is loaded. @param {ts.Node} node */
export function isStatic(node) {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isFunctionLike(at)) return false;
    if (ts.isPropertyDeclaration(at)) {
      return at.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
    }
  }
  return true;
}
