import type { Section } from "../run/prepare.js";
import { command, type Context, type Shown } from "./command.js";
import { adapted, type OptionsOf } from "./flag.js";
import { flags } from "./flags.js";
import { READ_EXITS } from "./reading.js";
import type { Sent } from "./send.js";
import { dryRunShown, sending } from "./sending.js";

const FLAGS = {
  ...sending,
  arcVersion: adapted(flags.arcVersion, {
    about: "Arc release, such as 0.0.1-rc.57 or rc.57 (default: the latest)",
  }),
  redeploy: flags.redeploy,
  force: flags.force,
  noCheck: flags.noCheck,
  check: flags.check,
  silenced: flags.silenced,
  stakingToken: flags.stakingToken,
  registryOwner: flags.registryOwner,
  onCheck: flags.onCheck,
};

type Options = OptionsOf<typeof FLAGS>;

const KEYS =
  "A key in the command line shows in your shell's history and, with npx, in the process list for as long as the " +
  "command runs. Prefer --keystore (or DAO_MIGRATE_KEYSTORE), or DAO_MIGRATE_PRIVATE_KEY or DAO_MIGRATE_MNEMONIC in " +
  "the environment. Flags override the environment. The built-in default key is public: it is refused on every network " +
  "that is not private. Flags also work in camel case, such as --gasPrice.";

export const migrate = command({
  name: "migrate",
  library: "migrate",
  summary: "Deploys Arc's base contracts and creates the DAO of a parameters file.",
  flags: FLAGS,
  examples: [
    ["", "deploy base contracts and the DAO of ./migration-params.json, on localhost:8545"],
    ["--dry-run", "show every step with its cost; send nothing"],
  ],
  remarks: KEYS,
  exits: READ_EXITS,
  run: async (options, context) =>
    await migrated(
      context.door === "library" ? ["base", "dao", "test"] : ["base", "dao"],
      options,
      context,
    ),
  show: shown,
});

export const base = command({
  name: "base",
  library: "migrateBase",
  also: ["migrate-base"],
  summary: "Deploys Arc's base contracts only.",
  flags: FLAGS,
  examples: [["base --arc-version rc.40", "deploy the base contracts of an older release"]],
  remarks: KEYS,
  exits: READ_EXITS,
  run: async (options, context) => await migrated(["base"], options, context),
  show: shown,
});

export const dao = command({
  name: "dao",
  library: "migrateDAO",
  also: ["migrate-dao"],
  summary: "Creates a DAO on existing base contracts.",
  flags: FLAGS,
  examples: [
    ["dao --params my-dao.json --provider https://node.example", "create a DAO on a live network"],
    ["dao --params my-dao.json --gas-price 1.5", "use a gas price of 1.5 GWei"],
  ],
  remarks: KEYS,
  exits: READ_EXITS,
  run: async (options, context) => await migrated(["dao"], options, context),
  show: shown,
});

export const demo = command({
  name: "demo",
  library: "migrateDemoTest",
  summary: "Creates a test DAO with live proposals on existing base contracts.",
  flags: FLAGS,
  examples: [["demo", "create a test DAO with a proposal in each state"]],
  remarks: KEYS,
  exits: READ_EXITS,
  run: async (options, context) => await migrated(["test"], options, context),
  show: shown,
});

async function migrated(
  sections: readonly Section[],
  options: Options,
  context: Context,
): Promise<Sent> {
  const { send } = await import("./send.js");
  return await send(sections, options, context);
}

function shown(sent: Sent, { result = "", quiet = false }: Options): Shown {
  const words = async () => await import("../describe/migration-run.js");
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
