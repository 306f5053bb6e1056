// @ts-check
import ts from "typescript";

/** Called in the instrumented code with a mutant's number; true where that mutant is the active one. */
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

/** Larger numbers are mostly times and amounts, of which one more would not be noticed. */
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
/** Calls that leave out or change some of what they are called on; a mutant leaves out the call. */
const FILTERS = new Set(
  "filter sort toSorted reverse toReversed slice trim toLowerCase toUpperCase".split(" "),
);
const REMOVABLE = new Set([
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.ThrowStatement,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.ContinueStatement,
  ts.SyntaxKind.BreakStatement,
]);

/**
 * The JavaScript of a TypeScript file with all its mutants in it, each behind a switch.
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
      // What is assigned to has to stay a reference.
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
      // In braces, or an `else` that follows would be that of the switch.
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

/** @typedef {[kind: string, replacement: ts.Expression]} Variant */

/**
 * What an expression may be replaced by.
 * @param {ts.Expression} node
 * @returns {Variant[]}
 */
function variantsOf(node) {
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
    // A loop that never ends tells nothing.
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
  // A condition that is an equation is turned round already.
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

/** Types, declarations without code, and names: nothing in them runs. @param {ts.Node} node */
function isSkipped(node) {
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
function isCondition(node) {
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
function isLoop(node) {
  return ts.isWhileStatement(node) || ts.isDoStatement(node) || ts.isForStatement(node);
}

/** @param {ts.Node} node */
function isText(node) {
  return (
    (ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateExpression(node)) &&
    !ts.isTaggedTemplateExpression(node.parent)
  );
}

/** A `break` or empty `return` after which nothing comes that it could keep from running. @param {ts.Statement} node */
function isLastWord(node) {
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

/** Texts put together with `+`, which are one text. @param {ts.Node} node @returns {boolean} */
function isMessage(node) {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    [node.left, node.right].some((part) => isText(part) || isMessage(part))
  );
}

/** A link of `a?.b().c`: a part of it cannot stand for itself. @param {ts.Node} node */
function isInChain(node) {
  return ts.isOptionalChain(node) || ts.isOptionalChain(node.parent);
}

/** @param {ts.SyntaxKind} kind */
function isAssignment(kind) {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** @param {ts.SyntaxKind} kind */
function isEquality(kind) {
  return (
    kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    kind === ts.SyntaxKind.ExclamationEqualsEqualsToken
  );
}

/** @param {ts.PrefixUnaryOperator} operator */
function isStep(operator) {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

/** Whether a node runs when its module is loaded, and never again. @param {ts.Node} node */
function isStatic(node) {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isFunctionLike(at)) return false;
    if (ts.isPropertyDeclaration(at)) {
      return at.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
    }
  }
  return true;
}

/** @param {string} text */
function oneLine(text) {
  const line = text.replace(/\s+/g, " ");
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
