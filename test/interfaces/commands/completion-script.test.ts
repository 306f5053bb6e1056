import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { Command } from "../../../src/interfaces/commands/command.js";
import {
  completableCommand,
  completionScript,
  shellOf,
} from "../../../src/interfaces/commands/completion-script.js";
import { flag } from "../../../src/interfaces/commands/flag.js";
import { expectGoldenCases } from "../../golden.js";
import { daoMigrateHere, itInCliFolder as it } from "../cli/command.js";

const command = (name: string, flags: object, positional: readonly string[] = []) =>
  completableCommand({ name, summary: `It's ${name}`, flags, positional } as unknown as Command);

describe("completionScript", () => {
  it("completes commands, flags, values and files in each shell", async () => {
    const choices = ["dark", "light"];
    // One name means a text for one command, and a file for another.
    const commands = [
      command("one", { output: flag("text", "a text"), colour: flag("text", "how", { choices }) }),
      command("two", {
        output: flag("text", "a file", { value: "file", short: "o" }),
        quick: flag("switch", "soon"),
      }),
      command("three", { shell: flag("text", "which", { choices: ["bash", "fish"] }) }, ["shell"]),
    ];
    const programs = [
      { ...command("dao", {}), commands },
      { ...command("dao-chain", { port: flag("text", "where") }), commands: [] },
    ] as const;
    const of = (shell: ReturnType<typeof shellOf>) => completionScript(shell, programs);
    const [about, ...bash] = of("bash").split("\n");
    expectGoldenCases(import.meta.dirname, "completion.txt", {
      bash: [about, ...bash].join("\n"),
      zsh: of("zsh").replace(bash.join("\n"), "(as for bash)"),
      fish: of("fish"),
      powershell: of("powershell"),
    });
  });

  it("completes commands, flags and files in bash", async ({ folder, cli }) => {
    const { stdout } = await cli("completion", "bash");
    await writeFile(join(folder, "my dao.json"), "{}");
    const both = "+o filenames -o filenames my dao.json";
    const cases: readonly (readonly [line: string, completed: string | RegExp])[] = [
      ["dao-migrate b", "base"],
      ["dao-migrate dao --par", "--params"],
      ["dao-migrate dao -i my", "my dao.json"],
      ["dao-migrate dao --provider ''", ""],
      ["dao-migrate check --section ''", "dao\ntest"],
      ["dao-migrate base -a 0.0.1-rc.57", "0.0.1-rc.57"],
      ["dao-migrate base --arc-version rc.5", /^rc\.57$/m],
      ["dao-migrate completion f", "fish"],
      ["dao-migrate base --outp", "--output"],
      ["dao-test-chain --block", "--block-time"],
      ["dao-test-chain --params my", "my dao.json"],
      ["dao-test-chain --arc-version rc.57", "rc.57"],
      // There, it is a host.
      ["dao-test-chain -h", ""],
      ["dao-test-chain --he", "--help"],
      // Only files are completed as files: a folder "base" must not make the command "base/".
      ['compopt() { printf "%s " $*; }; dao-migrate b', "+o filenames base"],
      ["dao-migrate dao -i my", both],
    ];
    const calls = cases.map(([line]) => {
      const [, first = "", words = ""] = /^(.*; )?(.*)$/.exec(line)!;
      const own = words.split(" ")[0]!.replaceAll("-", "_");
      return `${first}COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _${own}; printf '%s\\n' "\${COMPREPLY[@]}" =`;
    });
    const script = [stdout, ...calls].join("\n");
    const all = execFileSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" });
    for (const [index, found] of all.split("=\n").slice(0, -1).entries()) {
      const [line, completed] = cases[index]!;
      if (typeof completed === "string") expect(found.trim(), line).to.equal(completed);
      else expect(found, line).to.match(completed);
    }
    expect(all.split("=\n")).to.have.length(cases.length + 1);
  });

  it("is for the shell that is named, otherwise for the environment's, otherwise for bash", async ({
    folder,
  }) => {
    const run = await daoMigrateHere(["completion"], { cwd: folder, env: { SHELL: "/bin/fish" } });
    expect(run.stdout).to.match(/^# .*dao-migrate completion fish >/);
    expect(shellOf("fish", { SHELL: "/bin/zsh" })).to.equal("fish");
    expect(shellOf(undefined, { SHELL: "/bin/zsh" })).to.equal("zsh");
    expect(shellOf(undefined, { SHELL: "/bin/tcsh" })).to.equal("bash");
  });
});
