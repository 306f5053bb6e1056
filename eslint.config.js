import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

import { FLOORS, LOOSE_FILES } from "./folder-order.js";

export default defineConfig(
  globalIgnores([
    "dist/",
    "types/",
    "artifacts/",
    "cache/",
    "examples/",
    // Projects of other tools.
    "bench/peers/projects/",
    "src/typechain/",
    "src/interfaces/commands/flag-values.ts",
    "test/image/tools/",
  ]),
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-empty-object-type": [
        "error",
        { allowInterfaces: "with-single-extends" },
      ],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-unnecessary-type-assertion": "error",
      "@typescript-eslint/prefer-readonly": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      eqeqeq: "error",
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ["src/**/*.ts", "fixtures/**/*.ts", "tasks/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.name=/^mkdir(Sync)?$/] Property[key.name='recursive']",
          message: "Use makeFolder: Node's own never returns where the system allows no folders.",
        },
      ],
    },
  },
  {
    // What stands in no folder of the order would be checked by none of its rules.
    files: ["src/**"],
    ignores: [...LOOSE_FILES, ...FLOORS.map(([folder]) => `${folder}/**`)],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "Program",
          message:
            "Put this file into a folder that folder-order.js names, or name its folder there.",
        },
      ],
    },
  },
  {
    // Mocha's `expect(x).to.be.true` is an expression, and its callbacks are often async without an await.
    files: ["test/**/*.ts", "bench/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unused-expressions": "off",
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        Buffer: "readonly",
        setTimeout: "readonly",
        clearTimeout: "readonly",
        fetch: "readonly",
        performance: "readonly",
        AbortController: "readonly",
        AbortSignal: "readonly",
      },
    },
  },
);
