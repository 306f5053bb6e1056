import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";
import ts from "typescript";

import { openArcRelease } from "../../src/arc/open-release.js";
import { ABIS_ALONE, BOUND_CONTRACTS } from "../../src/bindings/contracts.js";
import { packageFile } from "../../src/support/package.js";
import { inTemporaryFolder } from "../temporary-folder.js";

/** Made by scripts/generate-typechain.mjs; `hardhat-dao-migration/abi` in the package. */
const ABI_MODULE = join(dirname(packageFile("package.json")), "src/typechain/abi.ts");

/** What TypeScript says about a program that uses the ABIs. */
async function mistakesOf(code: string): Promise<string[]> {
  return await inTemporaryFolder(async (folder) => {
    const file = join(folder, "user.ts");
    await writeFile(file, `import { avatarAbi, genesisProtocolAbi } from "abi";\n${code}\n`);
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
      paths: { abi: [ABI_MODULE] },
    });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  });
}

const FUNCTIONS = `
type FunctionsOf<Abi extends readonly { type: string }[]> =
  Extract<Abi[number], { type: "function" }> extends { name: infer Name } ? Name : never;
type InputsOf<Abi extends readonly unknown[], Name> =
  Extract<Abi[number], { type: "function"; name: Name }> extends { inputs: infer Inputs } ? Inputs : never;
`;

describe("the ABIs of the default release", () => {
  it("are those of the artifacts, of every contract that a DAO can have", async () => {
    const release = await openArcRelease();
    const abis = (await import(pathToFileURL(ABI_MODULE).href)) as Record<string, unknown>;
    const names = [...BOUND_CONTRACTS, ...ABIS_ALONE].filter((name) => release.has(name));
    const nameOf = new Map(names.map((name) => [`${name}abi`.toLowerCase(), name]));
    expect(Object.keys(abis)).to.have.length(names.length);
    for (const [constant, abi] of Object.entries(abis)) {
      const contract = nameOf.get(constant.toLowerCase()) ?? "";
      expect(abi, constant).to.deep.equal(release.artifact(contract).abi);
    }
    expect(Object.keys(abis)).to.include.members([
      ...["avatarAbi", "daoTokenAbi", "daoCreatorAbi", "erc20MockAbi", "genesisProtocolAbi"],
      ...["tokenCapGCAbi", "transitionSchemeAbi", "reputationAdminAbi"],
    ]);
  });

  it("are literal types: names of functions and types of their inputs", async () => {
    const code = `${FUNCTIONS}
      export const name: FunctionsOf<typeof avatarAbi> = "nativeReputation";
      export const inputs: InputsOf<typeof genesisProtocolAbi, "stake">[0]["type"] = "bytes32";`;
    expect(await mistakesOf(code)).to.deep.equal([]);
  }).timeout(30_000);

  it("refuse a function that the contract does not have, and an input of another type", async () => {
    const code = `${FUNCTIONS}
      export const name: FunctionsOf<typeof avatarAbi> = "mintEverything";
      export const inputs: InputsOf<typeof genesisProtocolAbi, "stake">[0]["type"] = "address";`;
    const mistakes = await mistakesOf(code);
    expect(mistakes).to.have.length(2);
    expect(mistakes[0]).to.include('"mintEverything"').and.include('"nativeReputation"');
    expect(mistakes[1]).to.include('"address"').and.include('"bytes32"');
  }).timeout(30_000);
});
