import { readFileSync } from "node:fs";
import path from "node:path";

import { expect } from "chai";

interface Locked {
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly hasInstallScript?: boolean;
  readonly inBundle?: boolean;
  readonly resolved?: string;
}

const { packages } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../package-lock.json"), "utf8"),
) as { packages: Record<string, Locked> };

/** Returns the platform-specific packages that `npm ci --os --cpu` installs. */
function nativeParts(os: string, cpu: string): string[] {
  return Object.entries(packages)
    .filter(([, entry]) => entry.os !== undefined || entry.cpu !== undefined)
    .filter(([, entry]) => entry.os?.includes(os) !== false && entry.cpu?.includes(cpu) !== false)
    .map(([name]) => name.replace(/^.*node_modules\//, ""));
}

describe("package-lock.json", () => {
  for (const [os, cpu, edr] of [
    ["linux", "x64", "linux-x64-gnu"],
    ["linux", "arm64", "linux-arm64-gnu"],
    ["darwin", "arm64", "darwin-arm64"],
    ["darwin", "x64", "darwin-x64"],
    ["win32", "x64", "win32-x64-msvc"],
  ] as const) {
    it(`has the native parts of Hardhat and esbuild for ${os} on ${cpu}`, () => {
      const parts = nativeParts(os, cpu);
      expect(parts).to.include.members([`@nomicfoundation/edr-${edr}`, `@esbuild/${os}-${cpu}`]);
    });
  }

  it("runs only the install scripts that package.json decides on", () => {
    const installers = Object.entries(packages)
      .filter(([, entry]) => entry.hasInstallScript === true)
      // ganache bundles them already built.
      .filter(([name]) => !name.startsWith("node_modules/ganache/"))
      .map(([name]) => name.replace(/^.*node_modules\//, ""));
    const { allowScripts } = JSON.parse(
      readFileSync(path.join(import.meta.dirname, "../../package.json"), "utf8"),
    ) as { allowScripts: Record<string, boolean> };
    expect([...new Set(installers)].sort()).to.deep.equal(Object.keys(allowScripts).sort());
  });

  it("brings no Node of its own, which some platforms could not install", () => {
    const names = Object.keys(packages).map((name) => name.replace(/^.*node_modules\//, ""));
    expect(names.filter((name) => /^node(-(linux|darwin|win)-\w+)?$/.test(name))).to.deep.equal([]);
  });

  it("names no registry, so that every machine asks its own", () => {
    const named = Object.values(packages).filter(({ resolved }) => resolved !== undefined);
    expect(named).to.deep.equal([]);
  });
});
