import { mkdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";

import { DEFAULT_ARC_VERSION, resolveArcVersion } from "../arc/versions.js";
import { identifyChain } from "../chain/identity.js";
import { factsOf } from "../inspect/story-facts.js";
import { inspectDao } from "../inspect/inspect-dao.js";
import { ResultFile } from "../result/file.js";
import type { OrganizationResult, ResultSections } from "../result/result.js";
import { parametersSource } from "../run/parameters-source.js";
import { prepareMigration } from "../run/prepare.js";
import { deployerOn, migratePrepared } from "../run/simulated.js";
import { MigrationError, UsageError } from "../support/errors.js";
import { oneLine } from "../support/printable.js";
import { writeWhole } from "../support/write-file.js";
import { print } from "../terminal/output.js";
import { VoiceNotFoundError } from "../voice/errors.js";
import { tellStory } from "../voice/narration/story.js";
import { plural } from "../voice/narration/words.js";
import { asTask } from "./task-errors.js";
import { resultPath } from "./task-options.js";

export interface NarrateTaskArguments {
  readonly output: string | undefined;
  /** dao or test. */
  readonly section: string | undefined;
  readonly folder: string;
  /** Path of a script written by hand. */
  readonly script: string | undefined;
  /** ID of a voice; -1 for none. */
  readonly voice: number;
  readonly join: boolean;
  readonly listVoices: boolean;
}

const SCRIPT = "narration.txt";
const CREDENTIALS = [
  { option: "baseUrl", variable: "VOICE_BASE_URL" },
  { option: "clientKey", variable: "VOICE_CLIENT_KEY" },
  { option: "apiKey", variable: "VOICE_API_KEY" },
] as const;

/** Writes a DAO's story as a script, and has it spoken if a voice was named. */
export async function narrateTask(
  taskArguments: NarrateTaskArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<void> {
  await asTask(async () => {
    if (taskArguments.listVoices) await listVoices(hre);
    else await narrateDao(taskArguments, hre);
  });
}

async function listVoices({ config }: HardhatRuntimeEnvironment): Promise<void> {
  const { VoiceClient } = await import("../voice/client.js");
  const client = new VoiceClient(config.dao.voice);
  for (const { id, name, description } of await client.tts.listVoices()) {
    print([String(id).padStart(6), oneLine(name), oneLine(description)].filter(Boolean).join("  "));
  }
}

async function narrateDao(
  taskArguments: NarrateTaskArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<void> {
  const folder = resolve(taskArguments.folder);
  const script = await scriptOf(taskArguments, hre, folder);
  if (taskArguments.voice < 0) return;

  const { voice } = hre.config.dao;
  const missing = CREDENTIALS.filter(
    ({ option, variable }) => voice?.[option] === undefined && !process.env[variable],
  ).map(({ variable }) => variable);
  if (missing.length > 0) {
    print(
      `Nothing was spoken: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not set, nor is dao.voice in the configuration.`,
    );
    return;
  }
  const [{ VoiceClient }, { narrate }] = await Promise.all([
    import("../voice/client.js"),
    import("../voice/narration/narrate.js"),
  ]);
  const narration = await narrate(new VoiceClient(voice), script, {
    voiceId: taskArguments.voice,
    folder,
    join: taskArguments.join,
    onSegment: ({ file, durationSeconds }, made) => {
      print(`${file}  ${durationSeconds.toFixed(1)} s${made ? "" : "  (existing)"}`);
    },
  }).catch(sayWhichVoices);
  const { length } = narration.segments;
  const shown = relative(process.cwd(), folder) || ".";
  print(
    `\n${length} ${plural(length, "segment")}, ${narration.made} of them spoken now, ` +
      `${narration.durationSeconds.toFixed(1)} s in all, in ${shown}.`,
  );
}

/** For an unknown voice, adds where to find the existing ones. */
function sayWhichVoices(error: unknown): never {
  const cause = error instanceof Error && error.name === "NarrationError" ? error.cause : error;
  if (!(cause instanceof VoiceNotFoundError)) throw error;
  throw new UsageError(
    `There is no voice ${cause.voiceId}. List the available ones with: npx hardhat dao:narrate --list-voices`,
    { cause },
  );
}

/** The script written by hand, or the DAO's story, which is written to the folder. */
async function scriptOf(
  { script, output, section }: NarrateTaskArguments,
  hre: HardhatRuntimeEnvironment,
  folder: string,
): Promise<string> {
  if (script !== undefined) return await readScript(resolve(script));
  const connection = await hre.network.create();
  try {
    const story = await storyOf(connection, { output, section }, hre);
    await mkdir(folder, { recursive: true });
    const path = join(folder, SCRIPT);
    await writeWhole(path, story, { advice: "Pass another folder with --folder." });
    print(`Wrote ${relative(process.cwd(), path)}.`);
    return story;
  } finally {
    await connection.close();
  }
}

async function readScript(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new MigrationError(
      `The script ${path} cannot be read: ${(error as Error).message}. Pass a text file with --script, or omit it ` +
        "to have the DAO's story written.",
      { cause: error },
    );
  }
}

async function storyOf(
  connection: NetworkConnection,
  { output, section }: Pick<NarrateTaskArguments, "output" | "section">,
  { config }: HardhatRuntimeEnvironment,
): Promise<string> {
  const { provider, networkConfig } = connection;
  const inProcess = networkConfig.type === "edr-simulated";
  const network = await identifyChain(provider, inProcess, { networks: config.dao.networks });
  const path = resultPath(output, config);
  const sections = inProcess
    ? await migrateHere(connection, config)
    : await sectionsOf(connection, path, config.dao.arcVersion);
  const dao = daoToTell(sections, section, path);
  const names = new Map(dao.Schemes.map(({ address, alias, name }) => [address, alias ?? name]));
  return tellStory(factsOf(await inspectDao(provider, dao.Avatar), network, names));
}

async function sectionsOf(
  { provider }: NetworkConnection,
  path: string,
  arcVersion: string | undefined,
): Promise<ResultSections> {
  const chain = await identifyChain(provider, false);
  const file = await ResultFile.read(
    path,
    chain,
    resolveArcVersion(arcVersion ?? DEFAULT_ARC_VERSION),
  );
  return file.sections;
}

/** A simulated network starts empty, so the project's DAO and the demo are migrated to have a story to tell. */
async function migrateHere(
  connection: NetworkConnection,
  { dao: config, paths }: HardhatRuntimeEnvironment["config"],
): Promise<ResultSections> {
  const { name } = await identifyChain(connection.provider, true);
  const prepared = await prepareMigration(
    {
      sections: ["base", "dao", "test"],
      arcVersion: config.arcVersion,
      params: await parametersSource({ configured: config.params, projectRoot: paths.root }),
      customAbis: config.customAbis,
      projectRoot: paths.root,
    },
    name,
    {},
  );
  const { made } = await migratePrepared(connection, await deployerOn(connection), prepared);
  return made;
}

/** Chooses the demo, whose proposals make a story, unless the user asked for the DAO or there is no demo. */
function daoToTell(
  { dao, test }: ResultSections,
  section: string | undefined,
  path: string,
): OrganizationResult {
  if (section !== undefined && section !== "dao" && section !== "test") {
    throw new MigrationError(`A result has no section ${section}; expected dao or test.`);
  }
  const found = section === "dao" ? dao : section === "test" ? test : (test ?? dao);
  if (found !== undefined) return found;
  throw new MigrationError(
    `${path} has no ${section ?? "DAO"} on this chain. Migrate one first, with dao:migrate or dao:demo, and run this ` +
      "task on the same network.",
  );
}
