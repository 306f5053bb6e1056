import { ARC_VERSIONS, shortName } from "../../foundation/arc/versions.js";
import type { Command } from "./command.js";
import { flagsAt, longNames, type Door, type Flag } from "./flag.js";
import { HANDLING } from "./kinds.js";

type Shell = "bash" | "zsh" | "fish" | "powershell";

interface CompletableOption {
  readonly long: string;
  readonly short?: string;
  readonly about: string;
  /** Absent if it takes no value. */
  readonly value?: "path" | "text" | readonly string[];
}

interface Completable {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletableOption[];
  /** Words that may stand alone. */
  readonly words: readonly string[];
}

/** A program to complete: its options without a command, and its commands. */
export interface CompletableProgram extends Completable {
  readonly commands: readonly Completable[];
}

/** The shell to complete for: the one named, otherwise the environment's, otherwise bash. */
export function shellOf(named: string | undefined, { SHELL }: NodeJS.ProcessEnv): Shell {
  const shell = named ?? SHELL?.split("/").at(-1);
  return shell === "zsh" || shell === "fish" || shell === "powershell" ? shell : "bash";
}

export function completableCommand(
  { name, summary, flags, positional = [] }: Command,
  door: Door = "command",
): Completable {
  const all = Object.entries(flagsAt(door, flags));
  const named = all.filter(([option]) => !positional.includes(option));
  return {
    name,
    summary,
    options: [
      ...named.flatMap(([option, flag]) =>
        longNames(option, flag).map((long, index) => ({
          long,
          short: index === 0 ? flag.short : undefined,
          about: flag.about,
          value: valueOf(flag),
        })),
      ),
      // To the test chain, -h means a host, as to ganache.
      { long: "help", short: door === "command" ? "h" : undefined, about: "show this help" },
    ],
    words: positional.flatMap((option) => flags[option]?.choices ?? []),
  };
}

function valueOf({ kind, choices, value }: Flag): CompletableOption["value"] {
  if (kind === "switch") return undefined;
  if (choices !== undefined) return choices;
  if (kind === "release" || value === "release")
    return [...ARC_VERSIONS, ...ARC_VERSIONS.map(shortName)];
  const isPath = HANDLING[kind]?.path !== undefined || value === "file" || value === "folder";
  return isPath ? "path" : "text";
}

/**
 * A script that completes names of commands, flags, values and files. Its first line says where to put it.
 *
 * @example
 * dao-migrate completion fish > ~/.config/fish/conf.d/dao-migrate.fish
 */
export function completionScript(
  shell: Shell,
  programs: readonly [CompletableProgram, ...CompletableProgram[]],
): string {
  const [{ name }] = programs;
  const names = programs.map((each) => each.name).join(" and ");
  const add = (where: string) =>
    `# Completion for ${names}. Add it with: ${name} completion ${shell} ${where}\n`;
  switch (shell) {
    case "bash":
      return `${add(">> ~/.bashrc")}${programs.map(bash).join("")}`;
    case "zsh":
      return `${add(">> ~/.zshrc")}(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
autoload -U +X bashcompinit && bashcompinit
${programs.map(bash).join("")}`;
    case "fish":
      return `${add(`> ~/.config/fish/conf.d/${name}.fish`)}${programs.map(fish).join("")}`;
    case "powershell":
      return `${add(">> $PROFILE")}${programs.map(powershell).join("")}`;
  }
}

function wordsOf({ options, words }: Completable): readonly string[] {
  return [...words, ...options.flatMap(spellingsOf)];
}

function spellingsOf({ long, short }: CompletableOption): readonly string[] {
  return short === undefined ? [`--${long}`] : [`-${short}`, `--${long}`];
}

function bash(program: CompletableProgram): string {
  const { name, commands } = program;
  const id = `_${name.replaceAll(/\W/g, "_")}`;
  const names = commands.map((each) => each.name);
  // "*" must be the last case.
  const cases = [
    ...commands.map((each) => `    ${each.name}) words="${wordsOf(each).join(" ")}" ;;`),
    `    *) words="${[...names, ...wordsOf(program)].join(" ")}" ;;`,
  ];
  const byValue = new Map<string, Set<string>>();
  const options = [program, ...commands].flatMap((each) => each.options);
  // The first case counts, and one name can mean a file for one command and a text for another.
  for (const option of options.toSorted(textsLast)) {
    if (option.value === undefined) continue;
    const reply = bashReply(option.value);
    const spellings = byValue.get(reply) ?? new Set();
    for (const each of spellingsOf(option)) spellings.add(each);
    byValue.set(reply, spellings);
  }
  const values = [...byValue].map(
    ([reply, spellings]) => `    ${[...spellings].join("|")}) ${reply} ;;`,
  );
  // A project has folders such as contracts and artifacts. To the commands of these names, bash would add a slash.
  // The bash of macOS and zsh have no compopt; zsh removes the slash itself.
  return `${id}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  compopt +o filenames 2>/dev/null
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${values.join("\n")}
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -o filenames -F ${id} ${name}
`;
}

function textsLast(a: CompletableOption, b: CompletableOption): number {
  return Number(a.value === "text") - Number(b.value === "text");
}

/** Sets what may follow an option. A file's name may contain spaces; nobody knows a text. */
function bashReply(value: NonNullable<CompletableOption["value"]>): string {
  if (value === "text") return "COMPREPLY=()";
  if (value === "path") {
    return `compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current"))`;
  }
  return `COMPREPLY=($(compgen -W "${value.join(" ")}" -- "$current"))`;
}

function fish(program: CompletableProgram): string {
  const { name, commands } = program;
  const seen = `__fish_seen_subcommand_from ${commands.map((each) => each.name).join(" ")}`;
  const first = commands.length === 0 ? "true" : `not ${seen}`;
  const names = commands.map(
    (each) => `complete -c ${name} -n '${first}' -a ${each.name} -d ${quoted(each.summary)}`,
  );
  const options = [program, ...commands].flatMap((each) => {
    const condition = each === program ? first : `__fish_seen_subcommand_from ${each.name}`;
    const start = `complete -c ${name} -n '${condition}'`;
    const words = each.words.length === 0 ? [] : [`${start} -a '${each.words.join(" ")}'`];
    return [
      ...words,
      ...each.options.map(({ short, long, about, value }) => {
        const spellings = `${short === undefined ? "" : `-s ${short} `}-l ${long}`;
        return `${start} ${spellings}${fishValue(value)} -d ${quoted(about)}`;
      }),
    ];
  });
  return `complete -c ${name} -f\n${[...names, ...options].join("\n")}\n`;
}

function fishValue(value: CompletableOption["value"]): string {
  if (value === undefined) return "";
  if (value === "path") return " -r -F";
  return value === "text" ? " -x" : ` -x -a '${value.join(" ")}'`;
}

function powershell(program: CompletableProgram): string {
  const { name, commands } = program;
  const list = (words: readonly string[]): string => words.map(quotedTwice).join(", ");
  const values = new Map<string, readonly string[]>();
  for (const option of [program, ...commands].flatMap(({ options }) => options)) {
    if (typeof option.value !== "object") continue;
    for (const each of spellingsOf(option)) values.set(each, option.value);
  }
  return `Register-ArgumentCompleter -Native -CommandName ${name} -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${commands.map((each) => `    '${each.name}' = @(${list(wordsOf(each))})`).join("\n")}
    '' = @(${list([...commands.map((each) => each.name), ...wordsOf(program)])})
  }
  $values = @{
${[...values].map(([flag, words]) => `    '${flag}' = @(${list(words)})`).join("\n")}
  }
  $typed = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $before = if ($wordToComplete) { $typed[-2] } else { $typed[-1] }
  $command = if ($typed.Count -gt 1 -and $words.ContainsKey($typed[1])) { $typed[1] } else { '' }
  $found = if ($before -and $values.ContainsKey($before)) { $values[$before] } else { $words[$command] }
  $found | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function quotedTwice(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
