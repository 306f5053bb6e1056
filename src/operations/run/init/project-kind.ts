import { join } from "node:path";

import { isInstalled } from "../../../foundation/support/package.js";

/** What a project uses to test its contracts. */
export interface ProjectKind {
  readonly library: "ethers" | "viem";
  readonly runner: "mocha" | "node:test";
}

/** Packages that the project lacks, and how to import the one that is a plugin. */
interface Missing {
  readonly packages: readonly string[];
  /** Its import in hardhat.config; absent if the package is not a plugin. */
  readonly plugin?: { readonly name: string; readonly from: string };
}

const MOCHA = "hardhat-mocha";
const NODE_TEST = "hardhat-node-test-runner";
const NETWORK_HELPERS = "hardhat-network-helpers";
const MATCHERS = "hardhat-ethers-chai-matchers";
const VIEM = "hardhat-viem";
const ETHERS = "@nomicfoundation/hardhat-ethers";

/**
 * What a project's tests use, judging by its plugins: viem if it has hardhat-viem, otherwise ethers; `node:test` if it
 * has only that runner, otherwise mocha.
 * @param plugins IDs of the project's plugins
 * @example
 * kindOf(["hardhat-viem", "hardhat-node-test-runner"]); // { library: "viem", runner: "node:test" }
 */
export function kindOf(plugins: readonly string[]): ProjectKind {
  return {
    library: plugins.includes(VIEM) ? "viem" : "ethers",
    runner: plugins.includes(NODE_TEST) && !plugins.includes(MOCHA) ? "node:test" : "mocha",
  };
}

/**
 * What the example test needs and the project lacks.
 * @param scheme whether it tests a scheme of one's own, whose errors need matchers
 */
export function missingOf(
  root: string,
  plugins: readonly string[],
  { library, runner }: ProjectKind,
  scheme = false,
): readonly Missing[] {
  const missing: Missing[] = [];
  const project = join(root, "package.json");
  // If it is installed, our plugin loads it; with pnpm, only a toolbox may find its own.
  const hasEthers = plugins.includes("hardhat-ethers") || isInstalled(ETHERS, project);
  if (library === "ethers" && !hasEthers) missing.push({ packages: [ETHERS] });
  // The test imports it. A toolbox has it, but pnpm gives a project only what it lists itself.
  if (!isInstalled(library, project)) missing.push({ packages: [library] });
  if (!plugins.includes(NETWORK_HELPERS)) missing.push(plugin(NETWORK_HELPERS, "networkHelpers"));
  if (scheme && library === "ethers" && !plugins.includes(MATCHERS))
    missing.push(plugin(MATCHERS, "matchers"));
  if (runner === "node:test") return missing;
  if (!plugins.includes(MOCHA)) missing.push(plugin(MOCHA, "mocha", "mocha"));
  if (!isInstalled("chai", project)) missing.push({ packages: ["chai"] });
  return missing;
}

function plugin(id: string, name: string, ...others: string[]): Missing {
  const from = `@nomicfoundation/${id}`;
  return { packages: [from, ...others], plugin: { name, from } };
}
