import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";

import { inProject, ROOT } from "../../tasks/project.js";

const USE = `
import { createPublicClient, custom, getContract, zeroAddress } from "viem";
import { avatarAbi, grantSchemeAbi, uControllerAbi } from "./types/arc-abis.js";

const client = createPublicClient({ transport: custom({ request: async () => null }) });
const address = zeroAddress;
export const name: Promise<string> = getContract({ address, abi: avatarAbi, client }).read.orgName();
export const limit: Promise<bigint> = getContract({ address, abi: grantSchemeAbi, client }).read.limit();
const controller = getContract({ address, abi: uControllerAbi, client });
export const there: Promise<boolean> = controller.read.isSchemeRegistered([address, address]);
// @ts-expect-error only a controller of a single DAO has this
void controller.read.avatar();
// @ts-expect-error it takes addresses
void controller.read.isSchemeRegistered([1n, address]);
`;

describe("dao:abis", function () {
  this.timeout(120_000);

  for (const [module, moduleResolution] of [
    ["node16", "node16"],
    ["esnext", "bundler"],
  ] as const) {
    it(`writes constants that viem has types of, under ${moduleResolution}`, async () => {
      const config = `dao: { customAbis: ${JSON.stringify(join(ROOT, "custom-abis"))} }`;
      await inProject(config, async ({ folder, hardhatHere }) => {
        const { code, stdout, stderr } = await hardhatHere("dao:abis", "--arc-version", "rc.30");
        expect(code, stderr).to.equal(0);
        expect(stdout).to.match(/^Wrote the ABIs of \d+ contracts of Arc 0\.0\.1-rc\.30 to types/);
        expect(await readFile(join(folder, "types/arc-abis.ts"), "utf8")).to.include("daoTokenAbi");
        await writeFile(join(folder, "use.ts"), USE);
        const args = [
          ...["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "use.ts"],
          ...["--noUnusedLocals", "--verbatimModuleSyntax", "--isolatedModules"],
          ...["--module", module, "--moduleResolution", moduleResolution],
        ];
        const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
        await promisify(execFile)(process.execPath, [tsc, ...args], { cwd: folder }).catch(
          ({ stdout: said }: { stdout: string }) => expect.fail(said),
        );
      });
    });
  }
});
