import { createRequire } from "node:module";

/** Version of Hardhat that runs the chains. It determines the version of EDR. */
export function hardhatVersion(): string {
  const { version } = createRequire(import.meta.url)("hardhat/package.json") as {
    version: string;
  };
  return version;
}
