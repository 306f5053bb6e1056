import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { tasks, tasksOf } from "../../../tasks/definitions.js";
import { camelCase, flag, flagsAt, longNames } from "../../../src/interfaces/commands/flag.js";
import { commandsAt } from "../../../src/interfaces/commands/table.js";
import { helpText } from "../../../src/interfaces/cli/help.js";
import { readArguments } from "../../../src/interfaces/cli/read-arguments.js";
import { check } from "../../../src/interfaces/commands/check.js";
import type { Command } from "../../../src/interfaces/commands/command.js";
import {
  completableCommand,
  completionScript,
} from "../../../src/interfaces/commands/completion-script.js";
import { inspect } from "../../../src/interfaces/commands/inspect.js";
import { optionsOf, refuseUnknown } from "../../../src/interfaces/commands/completed-options.js";
import { verify } from "../../../src/interfaces/commands/verify.js";
import { DaoMigration } from "../../../src/interfaces/library/dao-migration.js";
import { jsonText } from "../../../src/foundation/support/json-text.js";
import { daoMigrateHere } from "../cli/command.js";
import { openNodeWithBase } from "../cli/node-with-base.js";
import { rejected, rejection } from "../../rejection.js";
import { ok } from "../../run-here.js";
import { inProject } from "../../tasks/project.js";

type Node = Awaited<ReturnType<typeof openNodeWithBase>>;
type Library = "checkDao" | "exportDao" | "inspectDao" | "planChange" | "simulateProposals";

const FILE = { orgName: "Doors", founders: [{ address: `0x${"1".repeat(40)}`, reputation: 1 }] };

/** Commands that read a DAO, with the function of the library, and what it returns of what is printed. */
const READING: readonly (readonly [name: string, library: Library, args: readonly string[]])[] = [
  ["inspect", "inspectDao", []],
  ["check", "checkDao", ["--params", "dao.json"]],
  ["simulate", "simulateProposals", []],
  ["export", "exportDao", []],
  ["plan", "planChange", ["--params", "dao.json"]],
];

async function callLibrary(name: Library, options: object): Promise<unknown> {
  return await (DaoMigration as Record<Library, (given: object) => Promise<unknown>>)[name](
    options,
  );
}

describe("options of a script without types", () => {
  for (const [given, wanted] of [
    [{ force: "no" }, 'force is "no". It must be true or false'],
    [{ restart: 1 }, "restart is a number. It must be true or false"],
    [{ privateKey: 5 }, "privateKey is a number. It must be text"],
    [{ confirmations: NaN }, 'confirmations is "NaN". It must be a whole number from 1 to 9999'],
    [{ result: "-" }, 'result is "-". It must be a path'],
    [{ result: "" }, 'result is "". It must be a path'],
    [
      { privateKey: `0x${"5".repeat(64)}`, mnemonic: "myth like" },
      "The mnemonic of 2 words is not valid",
    ],
    [
      { chainId: 5.5 },
      'chainId is "5.5". It must be a number of at most 15 digits, such as 1 for mainnet',
    ],
    [{ arcVersion: 57 }, "arcVersion is a number. It must be text"],
    [{ provider: Promise.resolve() }, "provider is a promise that was not awaited. It must be"],
    [{ provider: {} }, "provider is an object. It must be a node's URL, or an EIP-1193 provider"],
    [
      { confirmations: true },
      "confirmations is a boolean. It must be a whole number from 1 to 9999",
    ],
    [{ onStep: "log" }, 'onStep is "log". It must be a function'],
    [{ signal: {} }, "signal is an object. It must be an AbortSignal"],
    [[], "The function has its options in an object, with provider"],
    [null, "; null was given"],
  ] as const) {
    it(`are refused with the wrong type: ${Object.keys(given ?? {}).join()}`, async () => {
      await rejected(DaoMigration.migrateBase(given as never), wanted);
    });
  }
});

it("no option of the library takes just anything, except where its reader checks it", () => {
  const context = { door: "library", config: {}, environment: {}, projectRoot: "." } as const;
  const taking = commandsAt("library").flatMap((command) =>
    Object.entries(flagsAt("library", command.flags))
      .filter(([name]) => !throws(() => optionsOf(command, { [name]: Symbol() }, context)))
      .map(([, { kind }]) => kind),
  );
  const checked = ["draft", "expectations", "gwei", "params", "signer", "silences"];
  expect([...new Set(taking)].sort()).to.deep.equal(checked);
});

function throws(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch {
    return true;
  }
}

describe("an option that three commands get", () => {
  // The example of CONTRIBUTING.md: one line in the list of options, and one in each command.
  const shade = flag("text", "how to colour what is shown", { choices: ["dark", "light"] });
  const commands = [check, inspect, verify].map((command) => ({
    ...command,
    flags: { ...command.flags, shade },
  })) as unknown as readonly [Command, Command, Command];

  for (const command of commands) {
    it(`is in help, completion, task and library of ${command.name}`, () => {
      const about = { binary: "dao-migrate", name: command.name, commands: [] };
      expect(helpText(command, about)).to.match(/--shade <text> +how to colour what is shown/);
      const script = completionScript("bash", [
        { ...completableCommand(command), commands: [completableCommand(command)] },
      ]);
      expect(script).to.include('--shade) COMPREPLY=($(compgen -W "dark light"');
      const [task] = tasksOf(command);
      expect(task?.options).to.have.property("shade");
      expect(() => refuseUnknown({ shade: "dark" }, command.flags)).not.to.throw();
      const read = readArguments([command.name, "--shade", "DARK"], commands, "dao-migrate");
      expect(read.given).to.deep.equal({ shade: "DARK" });
      const context = { door: "command", config: {}, environment: {}, projectRoot: "." } as const;
      expect(optionsOf(command, read.given, context).shade).to.equal("dark");
      expect(() => optionsOf(command, { shade: "grey" }, context)).to.throw(/dark or light/);
    });
  }
});

describe("the doors of a command", () => {
  let node: Node;

  before(async () => {
    node = await openNodeWithBase();
  });
  after(async () => await node.close());

  it("have the same options, with the same names and defaults", () => {
    const byId = new Map(tasks.map((task) => [task.id.join(":"), task]));
    for (const command of commandsAt("command")) {
      const { name, also = [], positional = [], flags } = command;
      const help = helpText(command, { binary: "dao-migrate", name, commands: [] });
      const atCommand = Object.entries(flagsAt("command", flags));
      for (const [option, flag] of atCommand) {
        if (positional.includes(option)) continue;
        for (const long of longNames(option, flag)) expect(help, name).to.include(`--${long}`);
      }
      if (command.doors?.includes("task") === false) continue;
      for (const each of [name, ...also]) {
        const task = byId.get(`dao:${each}`);
        if (task === undefined) throw new Error(`no dao:${each}`);
        const typed = Object.entries(flagsAt("task", flags))
          .filter(([option]) => !positional.includes(option))
          .flatMap(([option, flag]) => longNames(option, flag).map(camelCase));
        expect(Object.keys(task.options), each).to.have.members(typed);
        expect(task.positionalArguments.map((argument) => argument.name)).to.deep.equal(positional);
        // What a task lacks is only the node, which Hardhat decides, and what the specification alone gives to a command.
        const lacking = atCommand
          .map(([option]) => option)
          .filter((option) => flagsAt("task", flags)[option] === undefined);
        expect(lacking, each).to.deep.equal(
          name === "base" ? ["provider", "params"] : lacking.filter((one) => one === "provider"),
        );
      }
    }
  });

  it("let everything that is read be read at a block, and of one chain only", () => {
    const readers = commandsAt("command").filter(
      ({ flags }) => "provider" in flags && !("restart" in flags),
    );
    expect(readers.map(({ name }) => name)).to.include.members(["verify", "narrate"]);
    for (const { name, flags } of readers) {
      expect(flags, name).to.include.all.keys("block", "chainId");
    }
  });

  it("give the same JSON and the same exit code", async () => {
    const network = `networks: { live: { type: "http", url: ${JSON.stringify(node.url)} } }`;
    await inProject(network, async ({ folder, hardhatHere }) => {
      await writeFile(join(folder, "dao.json"), JSON.stringify(FILE));
      await writeFile(join(folder, "migration.json"), node.resultWith({}));
      ok(
        await daoMigrateHere(["dao", "-d", "-i", "dao.json", "-p", node.url], {
          cwd: folder,
        }),
      );
      for (const [name, library, args] of READING) {
        const command = await daoMigrateHere([name, "--json", "-q", ...args, "-p", node.url], {
          cwd: folder,
        });
        const task = await hardhatHere(`dao:${name}`, "--network", "live", "--json", "-q", ...args);
        expect(task.code, task.stderr).to.equal(command.code);
        expect(JSON.parse(task.stdout), name).to.deep.equal(JSON.parse(command.stdout));
        const options = { provider: node.url, result: join(folder, "migration.json") };
        const params = args.length === 0 ? {} : { params: join(folder, "dao.json") };
        const called = await callLibrary(library, { ...options, ...params });
        const returned = JSON.parse(jsonText(called)) as unknown;
        expect(returned, library).to.deep.equal(JSON.parse(command.stdout));
      }
    });
  });

  it("refuse the same mistakes with the same exit code", async () => {
    await inProject("", async ({ folder, hardhatHere }) => {
      const args = ["--chain-id", "mainnet"];
      const command = await daoMigrateHere(["check", ...args], { cwd: folder });
      const task = await hardhatHere("dao:check", ...args);
      expect([command.code, task.code]).to.deep.equal([2, 2]);
      expect(task.stderr).to.include('--chain-id is "mainnet"');
      expect(command.stderr).to.include('--chain-id is "mainnet"');
      const error = await rejection(callLibrary("checkDao", { chianId: 1 }));
      expect(String(error)).to.include("Did you mean chainId?");
    });
  });
});
