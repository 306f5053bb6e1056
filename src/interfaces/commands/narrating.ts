import { join } from "node:path";

import { whichRelease } from "../../foundation/arc/which-release.js";
import { identifyChain } from "../../foundation/chain/identity.js";
import { inspectDao } from "../../engine/inspect/inspect-dao.js";
import { lacking, ResultFile } from "../../foundation/result/file.js";
import type { OrganizationResult, ResultSections } from "../../foundation/result/result.js";
import { MigrationError, UsageError } from "../../foundation/support/errors.js";
import { readGivenText } from "../../foundation/support/read-given.js";
import { makeOutputFolder, writeWhole } from "../../foundation/support/write-file.js";
import type { NarratedSegment, Narration } from "../../output/narration/narrate.js";
import { storyOfDao } from "../../output/narration/story.js";
import type { Voice, VoiceClient } from "../../voice/client.js";
import { VoiceError } from "../../voice/errors.js";
import { prepareMigration, type MigrationInputs } from "../../operations/run/prepare.js";
import { openDeployer, migratePrepared } from "../../operations/run/simulated.js";
import type { Context, VoiceService } from "./command.js";
import type { OptionsOf } from "./flag.js";
import type { connecting, flags } from "./flags.js";
import { buildFiles } from "../../operations/run/build-files.js";
import { parametersOf } from "./reading.js";

type Options = OptionsOf<
  typeof connecting &
    Pick<typeof flags, "result" | "section" | "block" | "folder" | "script" | "voice" | "join">
>;

/** What was written and spoken. */
export interface NarratedDao {
  /** The script that was written, if none was given. */
  readonly script?: string;
  /** Variables of the environment that are not set, so that nothing was spoken. */
  readonly missing?: readonly string[];
  readonly narration?: Narration;
}

const SCRIPT = "narration.txt";
const CREDENTIALS = ["baseUrl", "clientKey", "apiKey"] as const;

export async function listVoices(service?: VoiceService): Promise<readonly Voice[]> {
  try {
    return await (await clientOf(service)).tts.listVoices();
  } catch (error) {
    throw explained(error);
  }
}

/** The variable of the environment with an option of the voice client, such as VOICE_CLIENT_KEY. */
function variableOf(option: string): string {
  return `VOICE_${option.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`;
}

async function clientOf(service: VoiceService = {}): Promise<VoiceClient> {
  const { VoiceClient } = await import("../../voice/client.js");
  const [clientKey, apiKey] = [await service.clientKey?.(), await service.apiKey?.()];
  return new VoiceClient({ ...service, clientKey, apiKey });
}

/** Writes a DAO's story as a script, and has it spoken if a voice was named. */
export async function narrateDao(options: Options, context: Context): Promise<NarratedDao> {
  const { folder = "", voice } = options;
  const service = context.config.voice;
  const { text, script } = await scriptOf(options, context);
  if (voice === undefined) return { script };
  const missing = CREDENTIALS.filter((option) => service?.[option] === undefined)
    .map(variableOf)
    .filter((variable) => !process.env[variable]);
  if (missing.length > 0) return { script, missing };
  const { narrate } = await import("../../output/narration/narrate.js");
  const how = { voiceId: voice, folder, isJoined: options.join === true };
  const note = ({ file, durationSeconds }: NarratedSegment, isNew: boolean): void =>
    context.progress.note(`${file}  ${durationSeconds.toFixed(1)} s${isNew ? "" : "  (existing)"}`);
  try {
    return { script, narration: await narrate(await clientOf(service), text, how, note) };
  } catch (error) {
    throw explained(error);
  }
}

/** For an error of the voice client: what is wrong in the words of the command, and where to find it. */
function explained(error: unknown): unknown {
  const isExplained = error instanceof MigrationError;
  const cause = isExplained ? error.cause : error;
  if (!(cause instanceof VoiceError)) return error;
  const { kind, message } = cause;
  if (kind === "unknown voice")
    return new UsageError(`${message} List all with --list-voices.`, { cause });
  const [setting] = /^\w+(Url|Key)\b/.exec(message) ?? [];
  if (!isExplained && kind === "input" && setting !== undefined) {
    const where = `It is read from ${variableOf(setting)}, or from dao.voice in hardhat.config.ts.`;
    return new UsageError(`${message} ${where}`, { cause });
  }
  return isExplained ? error : new MigrationError(message, { cause });
}

/** The script written by hand, or the DAO's story, which is written to the folder. */
async function scriptOf(
  options: Options,
  context: Context,
): Promise<{ readonly text: string; readonly script?: string }> {
  const { script, folder = "" } = options;
  if (script !== undefined) {
    const advice = "Pass a text file with --script, or omit it to have the DAO's story written.";
    return { text: await readGivenText(script, "The script", advice) };
  }
  const text = await storyOf(options, context);
  const advice = "Pass another folder with --folder.";
  await makeOutputFolder(folder, advice);
  const path = join(folder, SCRIPT);
  await writeWhole(path, text, { advice });
  return { text, script: path };
}

async function storyOf(options: Options, context: Context): Promise<string> {
  const { section, block, chainId, result = "" } = options;
  const { config, projectRoot } = context;
  const { provider, inProcess = false, connection } = await context.connect(options);
  const { networks } = config;
  const network = await identifyChain(provider, inProcess, { networks, chainId });
  let sections: ResultSections;
  if (inProcess && connection !== undefined) {
    // A simulated network starts empty, so the project's DAO and the demo are migrated to have a story to tell.
    const { arcVersion, customAbis } = config;
    const inputs: MigrationInputs = {
      ...{ sections: ["base", "dao", "test"], arcVersion, customAbis, projectRoot },
      params: await parametersOf({}, context),
    };
    const prepared = await prepareMigration(inputs, network.name, {});
    const deployer = await openDeployer(connection);
    sections = (await migratePrepared(connection, deployer, prepared)).made;
  } else {
    const arcVersion = whichRelease(config.arcVersion);
    ({ sections } = await ResultFile.read(result, network, arcVersion));
  }
  const dao = describedDao(sections, section, result);
  const names = new Map(dao.Schemes.map(({ address, alias, name }) => [address, alias ?? name]));
  const builds = async () => await buildFiles(projectRoot, config.customAbis).all();
  return storyOfDao(await inspectDao(provider, dao.Avatar, { block, builds }), network, names);
}

/** Chooses the demo, whose proposals make a story, unless the user asked for the DAO or there is no demo. */
function describedDao(
  { dao, test }: ResultSections,
  section: string | undefined,
  path: string,
): OrganizationResult {
  const found = section === "dao" ? dao : section === "test" ? test : (test ?? dao);
  if (found !== undefined) return found;
  throw new MigrationError(
    `${lacking(path, `no ${section ?? "DAO"}`)} Migrate one first, with dao:migrate or dao:demo, and run this ` +
      "task on the same network.",
  );
}
