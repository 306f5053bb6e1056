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
    const complete = (words: string[], first = "") =>
      execFileSync(
        "bash",
        [
          "-c",
          `${first}${stdout}\nCOMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _${words[0]?.replaceAll("-", "_")}; printf '%s\\n' "\${COMPREPLY[@]}"`,
        ],
        { cwd: folder, encoding: "utf8" },
      )
        .trim()
        .split("\n");
    expect(complete(["dao-migrate", "b"])).to.deep.equal(["base"]);
    expect(complete(["dao-migrate", "dao", "--par"])).to.deep.equal(["--params"]);
    expect(complete(["dao-migrate", "dao", "-i", "my"])).to.deep.equal(["my dao.json"]);
    // Only files are completed as files: a folder "base" must not make the command "base/".
    const shown = 'compopt() { printf "%s " $*; }; ';
    expect(complete(["dao-migrate", "b"], shown)).to.deep.equal(["+o filenames base"]);
    const both = "+o filenames -o filenames my dao.json";
    expect(complete(["dao-migrate", "dao", "-i", "my"], shown)).to.deep.equal([both]);
    expect(complete(["dao-migrate", "dao", "--provider", ""])).to.deep.equal([""]);
    expect(complete(["dao-migrate", "check", "--section", ""])).to.deep.equal(["dao", "test"]);
    expect(complete(["dao-migrate", "base", "-a", "0.0.1-rc.57"])).to.deep.equal(["0.0.1-rc.57"]);
    expect(complete(["dao-migrate", "base", "--arc-version", "rc.5"])).to.include("rc.57");
    expect(complete(["dao-migrate", "completion", "f"])).to.deep.equal(["fish"]);
    expect(complete(["dao-migrate", "base", "--outp"])).to.deep.equal(["--output"]);
    expect(complete(["dao-test-chain", "--block"])).to.deep.equal(["--block-time"]);
    expect(complete(["dao-test-chain", "--params", "my"])).to.deep.equal(["my dao.json"]);
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
