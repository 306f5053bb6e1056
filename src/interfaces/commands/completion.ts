import { command } from "./command.js";
import { flag } from "./flag.js";

export const completion = command({
  name: "completion",
  summary: "Prints a completion script for your shell; its first line says where to put it.",
  doors: ["command"],
  positional: ["shell"],
  flags: {
    shell: flag(
      "text",
      "bash, zsh, fish or powershell (default: the one in $SHELL, otherwise bash)",
      {
        choices: ["bash", "zsh", "fish", "powershell"],
        doors: ["command"],
      },
    ),
  },
  examples: [["completion fish", "the script for fish"]],
  async run({ shell }, { commands }) {
    const { completionScript, completableCommand, shellOf } =
      await import("./completion-script.js");
    const { node } = await import("./node.js");
    return completionScript(shellOf(shell, process.env), [
      {
        ...completableCommand(commands[0]),
        name: "dao-migrate",
        commands: commands.map((each) => completableCommand(each)),
      },
      { ...completableCommand(node, "task"), name: "dao-test-chain", commands: [] },
    ]);
  },
  show: (script) => ({ document: () => script.trimEnd() }),
  exits: { failed: undefined, interrupted: undefined },
});
