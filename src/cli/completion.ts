import type { Command } from "commander";

/** A script that completes the names of commands and flags in bash or zsh. */
export function completionScript(shell: "bash" | "zsh", root: Command): string {
  const name = root.name();
  const commands = root.commands.map((command) => command.name());
  const cases = [root, ...root.commands].map((command) => {
    const flags = command.options
      .filter(({ hidden }) => !hidden)
      .flatMap(({ short, long }) => [short, long])
      .filter((flag) => flag !== undefined);
    const words = [...(command === root ? commands : []), ...flags, "--help"].join(" ");
    return `    ${command === root ? "*" : command.name()}) words="${words}" ;;`;
  });
  // "*" has to be the last case.
  const ordered = [...cases.slice(1), ...cases.slice(0, 1)].join("\n");
  const bash = `_${identifier(name)}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${ordered}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    -o|--output|-i|--params|-c|--custom-abis) COMPREPLY=($(compgen -f -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -o filenames -F _${identifier(name)} ${name}
`;
  const note = `# Completion for ${name}. Add it with: ${name} completion ${shell} >> ~/.${shell}rc\n`;
  const zsh = "autoload -U +X bashcompinit && bashcompinit\n";
  return note + (shell === "zsh" ? zsh : "") + bash;
}

/** The shell that a completion script is for: the one named, or that of the environment. */
export function shellOf(named: string | undefined, environment: NodeJS.ProcessEnv) {
  const shell = named ?? environment.SHELL?.split("/").at(-1) ?? "bash";
  return shell === "bash" || shell === "zsh" ? shell : undefined;
}

function identifier(name: string): string {
  return name.replaceAll(/\W/g, "_");
}
