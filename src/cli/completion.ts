import type { Command, Option } from "commander";

export type Shell = "bash" | "zsh" | "fish";

/** The shell to complete for: the one named, otherwise the environment's, otherwise bash. */
export function shellOf(named: string | undefined, environment: NodeJS.ProcessEnv): Shell {
  const shell = named ?? environment.SHELL?.split("/").at(-1);
  return shell === "zsh" || shell === "fish" ? shell : "bash";
}

/**
 * A script that completes names of commands, flags and files. Its first line says where to put it.
 *
 * @example
 * dao-migrate completion fish > ~/.config/fish/completions/dao-migrate.fish
 */
export function completionScript(shell: Shell, root: Command): string {
  const name = root.name();
  switch (shell) {
    case "bash":
      return `# Completion for ${name}. Add it with: ${name} completion bash >> ~/.bashrc\n${bash(root)}`;
    case "zsh":
      return `# Completion for ${name}. Add it with: ${name} completion zsh >> ~/.zshrc
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
autoload -U +X bashcompinit && bashcompinit
${bash(root)}`;
    case "fish":
      return `# Completion for ${name}. Add it with: ${name} completion fish > ~/.config/fish/completions/${name}.fish\n${fish(root)}`;
  }
}

function bash(root: Command): string {
  const name = root.name();
  const id = `_${name.replaceAll(/\W/g, "_")}`;
  // "*" must be the last case.
  const cases = [...root.commands, root].map((command) => {
    const flags = visible(command).flatMap(({ short, long }) => [short, long]);
    const names = command === root ? root.commands.map((other) => other.name()) : [];
    const words = [...names, ...flags, "--help"].filter((word) => word !== undefined).join(" ");
    return `    ${command === root ? "*" : command.name()}) words="${words}" ;;`;
  });
  const paths = [root, ...root.commands]
    .flatMap((command) => visible(command).filter(takesPath))
    .flatMap(({ short, long }) => [short, long]);
  return `${id}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    ${[...new Set(paths)].filter((flag) => flag !== undefined).join("|")}) COMPREPLY=($(compgen -f -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -o filenames -F ${id} ${name}
`;
}

function fish(root: Command): string {
  const name = root.name();
  const names = root.commands.map((command) => command.name());
  const seen = `__fish_seen_subcommand_from ${names.join(" ")}`;
  const commands = root.commands.map(
    (command) =>
      `complete -c ${name} -n 'not ${seen}' -a ${command.name()} -d ${quoted(command.description())}`,
  );
  const options = [root, ...root.commands].flatMap((command) => {
    const condition =
      command === root ? `not ${seen}` : `__fish_seen_subcommand_from ${command.name()}`;
    return visible(command).map((option) => {
      const { short, long, required, description } = option;
      return [
        `complete -c ${name} -n '${condition}'`,
        ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
        ...(long === undefined ? [] : [`-l ${long.slice(2)}`]),
        ...(required ? [takesPath(option) ? "-r -F" : "-x"] : []),
        `-d ${quoted(description)}`,
      ].join(" ");
    });
  });
  return `complete -c ${name} -f\n${[...commands, ...options].join("\n")}\n`;
}

function visible(command: Command): readonly Option[] {
  return command.options.filter(({ hidden }) => !hidden);
}

function takesPath({ flags }: Option): boolean {
  return /<(file|folder)>/.test(flags);
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
