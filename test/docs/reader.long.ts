import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { encryptKeystoreJsonSync, HDNodeWallet } from "ethers";

import { TEST_MNEMONIC } from "../../src/foundation/chain/test-mnemonic.js";
import type { MigrationResult } from "../../src/foundation/result/result.js";
import { freePort } from "../free-port.js";
import { blocksOf, commandsOf, type Block, type Command } from "./blocks.js";
import {
  emptyProject,
  install,
  packedForSuite,
  place,
  run,
  runInstalled,
  started,
} from "./project.js";
import { tool } from "./tools.js";

const ROOT = join(import.meta.dirname, "../..");
/** README first, then docs/. */
const DOCUMENTS = [
  "README.md",
  ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`),
].filter((name) => name.endsWith(".md"));
/** Documents whose sections begin in an empty folder. */
const STARTS = ["README.md", "docs/first-test.md"];
/** A command with which such a section begins, and those that are run as they are written there. */
const BEGIN = /^npm init/;
const STEP =
  /^(npm (init|install)|pnpm (add|hardhat)|npx hardhat (dao:init|dao:migrate|test))( |$)/;

/** Declarations that code blocks assume. */
const GIVEN = `
import type { MigrationParameters } from "hardhat-dao-migration";

declare global {
  const provider: string;
  const avatar: string;
  const parameters: MigrationParameters;
  const keyService: { sign(transaction: unknown): Promise<string> };
  const GenericContainer: any;
  const Wait: any;
}
`;

/** Commands that are tested elsewhere or cannot run here, with the reason. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^npm run docker:build$/, "the image's step of .ci"],
  [/^docker /, "the image's step of .ci"],
  [/^read -rs /, "asks a person"],
  [/\$JOB_COMPLETION_INDEX/, "a Kubernetes job: examples/kubernetes"],
];

/** Commands of which only the flags are checked: they need a key, a password, a voice or another chain. */
const FLAGS_ALONE: readonly RegExp[] = [
  // These need proposals and files that no test chain has.
  /^npx (dao-migrate simulate|hardhat dao:simulate)/,
  /(?<!^npx dao-migrate )--keystore|--passwordFile|--password-file/,
  /--block 12000000|--from-block 7850000|--since|--block-hash|--executed/,
  / dao-migrate export|dao:export|simulate|dao-migrate plan|dao:plan|dao-migrate propose|dao:propose/,
  /--contract Avatar --arc-version rc\.40/,
  /their-migration\.json/,
  /dao:narrate/,
  // Each compiles all sources again; one of them runs, for one contract. verify-sources.long.ts compiles all.
  /verify( 0x| --network| --provider|$)/,
];

/** The account that pays on the test chain, and its key as readers would have it. */
const { address, privateKey } = HDNodeWallet.fromPhrase(TEST_MNEMONIC);
const PASSWORD = "a password";
const KEYSTORE = encryptKeystoreJsonSync({ address, privateKey }, PASSWORD, { scrypt: { N: 2 } });

describe("README and docs, as a reader follows them", function () {
  this.timeout(600_000);

  const workshop = packedForSuite();
  /** The project of each section that begins in an empty folder, and its folder once its packages are installed. */
  const projects: string[] = [];
  const installed = new Map<string, string>();

  /**
   * Follows steps from an empty folder: runs what is written, places files, compares output. What another section
   * installs, too, is copied from it. npm itself installs only the first project.
   */
  async function walk(name: string, blocks: readonly Block[]): Promise<void> {
    const project = await emptyProject(workshop, name.replaceAll(/\W/g, "-"));
    projects.push(project);
    let output = "";
    for (const block of blocks) {
      if (block.file !== "") await place(project, block.file, block.code);
      if (block.language === "output") expectShown(block, output);
      for (const { text } of commandsOf(block).filter(({ text }) => STEP.test(text))) {
        const same = installed.get(text);
        const line =
          same === undefined
            ? await typedHere(text, workshop.tarball)
            : `cp -al "${same}/node_modules" . && cp "${same}"/package*.json .`;
        const isLinked = line.startsWith("npm install ") && installed.size > 0;
        output = await (isLinked ? install : run)(project, line);
        if (/^(npm install|pnpm add) /.test(text)) installed.set(text, project);
        if (/hardhat test/.test(text)) expect(output).to.match(/ passing/);
      }
    }
  }

  /** The help of each program, which takes a second. */
  const helps = new Map<string, Promise<string>>();

  async function hasFlags(cwd: string, { program, flags }: Flags): Promise<void> {
    const help = helps.get(program) ?? runInstalled(cwd, `npx ${program} --help`);
    helps.set(program, help);
    const text = await help;
    const missing = flags.filter((flag) => !text.includes(flag));
    if (missing.length > 0) throw new Error(`${program} has no ${missing.join(", ")}`);
  }

  for (const { name, blocks } of STARTS.flatMap(startsOf)) {
    it(`${name}: everything it installs, writes and tests works from an empty folder`, async () => {
      await walk(name, blocks);
    });
  }

  /** Without it, commands would run in this repository. */
  function firstProject(): string {
    const [project] = projects;
    if (project === undefined)
      throw new Error("Run this file whole: the tests above make projects.");
    return project;
  }

  it("all TypeScript and JavaScript compiles, strictly, and what dao:init wrote", async () => {
    const project = firstProject();
    const types = ["typescript@7", "@types/node@22", "@types/mocha", "@types/chai", "viem"];
    types.push("@nomicfoundation/hardhat-toolbox-viem");
    await install(project, `npm install --no-audit --no-fund --save-dev ${types.join(" ")}`);
    const files: string[] = [];
    const kinds = new Set<string | undefined>();
    for (const block of DOCUMENTS.flatMap(blocksOf)) {
      if (!["ts", "js"].includes(block.language)) continue;
      const file = `checked/${block.document.replaceAll(/\W/g, "-")}-${block.line}.ts`;
      files.push(file);
      // Errors then have the document's line numbers.
      await place(project, file, "\n".repeat(block.line - 1) + whole(block));
    }
    for (const [index, from] of projects.slice(1).entries()) {
      const written = await readFile(join(from, "test/dao.test.ts"), "utf8");
      await place(project, `checked/written-${index}.ts`, written);
      kinds.add(/from "(ethers|viem)"/.exec(written)?.[1]);
    }
    expect([...kinds]).to.have.members(["ethers", "viem"]);
    await place(project, "checked/given.d.ts", GIVEN);
    await place(project, "checked/tsconfig.json", TSCONFIG);
    expect(files).to.have.length.above(15);
    await run(project, "npx tsc --project checked");
  });

  it("all JSON parses, and parameters migrate", async () => {
    const project = firstProject();
    for (const block of DOCUMENTS.flatMap(blocksOf)) {
      if (block.language !== "json") continue;
      const content = JSON.parse(block.code) as { $schema?: string; orgName?: string };
      if (content.$schema !== undefined) await readFile(join(project, content.$schema));
      if (content.orgName === undefined) continue;
      await place(project, "my-dao.json", block.code);
      const output = await run(project, "npx hardhat dao:migrate --params my-dao.json");
      expect(output).to.include(content.orgName);
    }
  });

  it("every other command runs, or has only flags that exist", async () => {
    const project = firstProject();
    const port = await freePort();
    const chain = await started(
      project,
      ["node_modules/.bin/dao-test-chain", "--port", String(port)],
      "Listening on",
    );
    try {
      const url = `http://127.0.0.1:${port}`;
      await place(project, "live.config.ts", liveConfig(url));
      await place(project, "key.json", KEYSTORE);
      await place(project, "password.txt", PASSWORD);
      const failed: string[] = [];
      const unknown: string[] = [];
      const ran = new Set<string>();
      for (const command of DOCUMENTS.flatMap(blocksOf).flatMap(commandsOf)) {
        if (isDone(command) || ELSEWHERE.some(([pattern]) => pattern.test(command.text))) continue;
        const { dao } = JSON.parse(
          await readFile(join(project, "migration.json"), "utf8"),
        ) as MigrationResult;
        const line = typed(command, url, dao!.Avatar);
        const place = `${command.document}:${command.line}`;
        if (line === undefined) {
          unknown.push(`${place} ${command.text}`);
          continue;
        }
        // README and docs/live.md show some twice.
        const same =
          typeof line === "string" ? line.replace(/ --(force|disable-confs)$/, "") : command.text;
        if (ran.has(same)) continue;
        ran.add(same);
        const done =
          typeof line === "string" ? runInstalled(project, line) : hasFlags(project, line);
        await done.catch(({ message }: Error) =>
          failed.push(`${place} ${message.slice(0, 2_000)}`),
        );
      }
      expect(failed.join("\n\n")).to.equal("");
      expect(unknown).to.deep.equal([]);
    } finally {
      await chain.stop();
    }
  });
});

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: "es2022",
    module: "node16",
    moduleResolution: "node16",
    lib: ["es2023", "esnext.disposable"],
    types: ["node", "mocha"],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ["."],
});

/** The steps of each part of a document that begins in an empty folder, up to the next one. */
function startsOf(document: string): readonly { name: string; blocks: readonly Block[] }[] {
  const starts: { name: string; blocks: Block[] }[] = [];
  for (const block of blocksOf(document)) {
    const [first] = commandsOf(block);
    if (first !== undefined && BEGIN.test(first.text)) {
      starts.push({ name: `${document}:${block.line}`, blocks: [] });
    }
    starts.at(-1)?.blocks.push(block);
  }
  return starts;
}

/** The line to run for one of a document: with the packed package, and this machine's pnpm. */
async function typedHere(text: string, tarball: string): Promise<string> {
  const line = text.replace(/hardhat-dao-migration(?= |$)/, tarball);
  return line.startsWith("pnpm ") ? `"${await tool("pnpm")}" ${line.slice("pnpm ".length)}` : line;
}

/** Expects each line of a block in a command's output, in this order; `...` stands for any lines. */
function expectShown({ document, line, code }: Block, output: string): void {
  const lines = output.split("\n").map((each) => each.trimEnd().replace(/ \(\d+ms\)$/, ""));
  let at = 0;
  for (const wanted of code.trimEnd().split("\n")) {
    if (wanted === "...") continue;
    const found = lines.findIndex((each, index) => index >= at && each.startsWith(wanted));
    if (found < 0) expect.fail(`${document}:${line}: "${wanted}" is not in the output:\n${output}`);
    at = found + 1;
  }
}

/** Returns a block as a module, completing it if it is a part of a configuration. */
function whole({ code }: Block): string {
  if (!code.startsWith("dao: {")) return `${code}\nexport {};\n`;
  return `import { configVariable, defineConfig } from "hardhat/config"; import daoMigration from "hardhat-dao-migration"; export default defineConfig({ plugins: [daoMigration],\n${code}});\n`.replace(
    "\n",
    " ",
  );
}

function liveConfig(url: string): string {
  const networks = { sepolia: { type: "http", url }, served: { type: "http", url } };
  return `import config from "./hardhat.config.js";\nexport default { ...config, networks: ${JSON.stringify(networks)} };\n`;
}

/** Whether a command already ran as one of the first steps. */
function isDone({ document, text }: Command): boolean {
  // first-deployment.long.ts walks that page.
  if (document === "docs/first-deployment.md") return true;
  return STARTS.includes(document) && STEP.test(text);
}

/** Returns the line to run on our own chain, or only flags to check; undefined for an unknown command. */
function typed(
  { document, text }: Command,
  url: string,
  avatar: string,
): string | Flags | undefined {
  if (/^npm install --save-dev [\w@/ -]+$/.test(text)) return text;
  if (/^\w+=\S+ npx /.test(text)) return flagsOf(text.slice(text.indexOf(" ") + 1));
  if (text === "npx dao-test-chain") return "npx dao-test-chain --help";
  if (!/^npx (hardhat dao:|dao-migrate)/.test(text)) return undefined;
  if (FLAGS_ALONE.some((pattern) => pattern.test(text))) return flagsOf(text);
  let line = text
    .replaceAll(/https:\/\/[\w.]*example\S*/g, url)
    .replaceAll(/0x519b[\w.]*/g, avatar)
    .replaceAll(/\bADDRESS\b/g, address)
    // Without a terminal nobody can type the password.
    .replace("--keystore key.json", "--keystore key.json --password-file password.txt")
    .replace("verify --out", `verify ${avatar} --contract Avatar --out`);
  if (/^npx dao-migrate/.test(line) && !line.includes("--provider")) {
    line += ` --provider ${url}`;
  }
  // Without a terminal nobody can confirm, and the same DAO is created only once.
  if (/^npx dao-migrate( --|$)/.test(line)) {
    line += document === "README.md" ? " --disable-confs" : " --force";
  }
  if (line.includes("--network "))
    line = line.replace("npx hardhat ", "npx hardhat --config live.config.ts ");
  return line;
}

/** A program and the flags that it should have. */
interface Flags {
  readonly program: string;
  readonly flags: readonly string[];
}

function flagsOf(text: string): Flags {
  const [, program = "", rest = ""] =
    /^npx (hardhat dao:[\w-]+|dao-migrate(?: [a-z]+)?)(.*)$/.exec(text) ?? [];
  return { program, flags: [...rest.matchAll(/ (--[\w-]+)/g)].map(([, flag = ""]) => flag) };
}
