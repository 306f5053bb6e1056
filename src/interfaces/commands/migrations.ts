import type { Section } from "../../operations/run/prepare.js";
import { command, type Command, type Shown, type TypedCommand } from "./command.js";
import { LIBRARY, type Door, type OptionsOf } from "./flag.js";
import { flags } from "./flags.js";
import type { Sent } from "./send.js";
import { creating, dryRunShown, sending, sendingConflicts } from "./sending.js";

const FLAGS = { ...sending, ...creating };

type Flags = typeof FLAGS;
type Options = OptionsOf<Flags>;

/** The library's migrations all take the same options (specification), even those that have no effect on one of them. */
function withoutEffect(...names: readonly (keyof Flags)[]): Flags {
  const all: Command["flags"] = FLAGS;
  return {
    ...FLAGS,
    ...Object.fromEntries(names.map((name) => [name, { ...all[name], doors: LIBRARY }])),
  };
}

function migration(
  definition: Pick<Command, "name" | "library" | "also" | "summary" | "examples">,
  own: Flags,
  sectionsAt: (door: Door) => readonly Section[],
): TypedCommand<Flags, Sent> {
  return command({
    ...definition,
    flags: own,
    conflicts: sendingConflicts,
    remarks:
      "A key in the command line shows in your shell's history and, with npx, in the process list for as long as the " +
      "command runs. Prefer --keystore (or DAO_MIGRATE_KEYSTORE), or DAO_MIGRATE_PRIVATE_KEY or DAO_MIGRATE_MNEMONIC in " +
      "the environment. Flags override the environment. The built-in default key is public: it is refused on every network " +
      "that is not private. Flags also work in camel case, such as --gasPrice.",
    async run(options, context) {
      const { send } = await import("./send.js");
      return await send(sectionsAt(context.door), options, context);
    },
    show: shown,
  });
}

export const migrate = migration(
  {
    name: "migrate",
    library: "migrate",
    summary: "Deploys Arc's base contracts and creates the DAO of a parameters file.",
    examples: [
      ["", "deploy base contracts and the DAO of ./migration-params.json, on localhost:8545"],
      ["--dry-run", "show every step with its cost; send nothing"],
      [
        "--dry-run --from ADDRESS --provider https://node.example --staking-token deploy",
        "the same on a public chain, without a key",
      ],
    ],
  },
  FLAGS,
  (door) => (door === "library" ? ["base", "dao", "test"] : ["base", "dao"]),
);

export const base = migration(
  {
    name: "base",
    library: "migrateBase",
    also: ["migrate-base"],
    summary: "Deploys Arc's base contracts only.",
    examples: [["base --arc-version rc.40", "deploy the base contracts of an older release"]],
  },
  {
    ...withoutEffect("customAbis", "noCheck", "silenced"),
    params: {
      ...flags.params,
      about: "no effect, accepted as in the specification: base contracts have no parameters",
      doors: ["command", "library"],
    },
  },
  () => ["base"],
);

export const dao = migration(
  {
    name: "dao",
    library: "migrateDAO",
    also: ["migrate-dao"],
    summary: "Creates a DAO on existing base contracts.",
    examples: [
      [
        "dao --params my-dao.json --provider https://node.example",
        "create a DAO on a live network",
      ],
      ["dao --params my-dao.json --gas-price 1.5", "use a gas price of 1.5 gwei"],
    ],
  },
  FLAGS,
  () => ["dao"],
);

export const demo = migration(
  {
    name: "demo",
    library: "migrateDemoTest",
    summary: "Creates a test DAO with live proposals on existing base contracts.",
    examples: [["demo", "create a test DAO with a proposal in each state"]],
  },
  withoutEffect("params", "customAbis"),
  () => ["test"],
);

function shown(sent: Sent, { result = "", quiet = false }: Options): Shown {
  const words = async () => await import("../../output/describe/migration-run.js");
  if ("preview" in sent) return dryRunShown(sent);
  const { result: written, figures, checks } = sent;
  const failed = checks.filter(({ report }) => report?.passed !== true);
  return {
    summary: async () => (await words()).migrationDocument(sent, result),
    // These are like errors.
    note:
      quiet && failed.length > 0 ? async () => (await words()).checksDocument(failed) : undefined,
    json: { result: written, ...figures, checks: checks.length > 0 ? checks : undefined },
  };
}
