import { createRequire } from "node:module";

/** The version of Hardhat that makes the chains, and with it of its native part. */
export function hardhatVersion(): string {
  const { version } = createRequire(import.meta.url)("hardhat/package.json") as {
    version: string;
  };
  return version;
}
