import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { NetworkConnection } from "hardhat/types/network";

import { DEFAULT_ARC_VERSION, resolveArcVersion } from "../arc/versions.js";
import { identifyChain, requireChainId, type ChainIdentity } from "../chain/identity.js";
import type { NetworkName, NetworkSettings } from "../chain/networks.js";
import type { Eip1193Provider } from "../chain/provider.js";
import { inspectDao } from "../inspect/inspect-dao.js";
import { ResultFile } from "../result/file.js";
import type { OrganizationResult, ResultSections } from "../result/result.js";
import { MigrationError, UsageError } from "../support/errors.js";
import { writeWhole } from "../support/write-file.js";
import type { Narration } from "../narration/narrate.js";
import { tellStory } from "../narration/story.js";
import type { Voice, VoiceClient } from "../voice/client.js";
import { VoiceError } from "../voice/errors.js";
import type { VoiceClientOptions } from "../voice/options.js";
import { parametersSource } from "./parameters-source.js";
import { prepareMigration } from "./prepare.js";
import { openDeployer, migratePrepared } from "./simulated.js";

/** Which DAO to narrate, and how. Paths are absolute. */
export interface NarrateInputs {
  readonly provider: Eip1193Provider;
  /** The connection to a network that is simulated in this process. */
  readonly simulated?: NetworkConnection;
  readonly networks?: Readonly<Record<number, NetworkSettings>>;
  /** Fail on any other chain. */
  readonly chainId?: number;
  /** Default: the latest. */
  readonly block?: number;
  /** The result file. */
  readonly output: string;
  /** dao or test. */
  readonly section?: string;
  readonly folder: string;
  /** A script written by hand. */
  readonly script?: string;
  /** ID of a voice. Default: the script is only written. */
  readonly voice?: number;
  readonly join?: boolean;
  /** Of the simulated network's migration. */
  readonly params?: string;
  readonly arcVersion?: string;
  readonly customAbis?: string;
  readonly projectRoot: string;
  /** URL and keys of the voice service. Default: from the environment. */
  readonly service?: VoiceService;
  readonly onNote: (message: string) => void;
}

/** A client's options, with keys that are only requested when they are needed. */
export type VoiceService = Omit<VoiceClientOptions, "clientKey" | "apiKey"> & {
  readonly clientKey?: () => Promise<string>;
  readonly apiKey?: () => Promise<string>;
};

/** What was written and spoken. */
export interface NarratedDao {
  /** The script that was written, if none was given. */
  readonly script?: string;
  /** Variables of the environment that are not set, so that nothing was spoken. */
  readonly missing?: readonly string[];
  readonly narration?: Narration;
}

const SCRIPT = "narration.txt";
const CREDENTIALS = [
  { option: "baseUrl", variable: "VOICE_BASE_URL" },
  { option: "clientKey", variable: "VOICE_CLIENT_KEY" },
  { option: "apiKey", variable: "VOICE_API_KEY" },
] as const;

/** The voices of the service. */
export async function listVoices(service?: VoiceService): Promise<readonly Voice[]> {
  return await (await clientOf(service)).tts.listVoices();
}

async function clientOf(service: VoiceService = {}): Promise<VoiceClient> {
  const { VoiceClient } = await import("../voice/client.js");
  const [clientKey, apiKey] = [await service.clientKey?.(), await service.apiKey?.()];
  return new VoiceClient({ ...service, clientKey, apiKey });
}

/** Writes a DAO's story as a script, and has it spoken if a voice was named. */
export async function narrateDao(inputs: NarrateInputs): Promise<NarratedDao> {
  const { folder, service, voice, onNote } = inputs;
  const { text, script } = await scriptOf(inputs);
  if (voice === undefined) return { script };
  const missing = CREDENTIALS.filter(
    ({ option, variable }) => service?.[option] === undefined && !process.env[variable],
  ).map(({ variable }) => variable);
  if (missing.length > 0) return { script, missing };
  const { narrate } = await import("../narration/narrate.js");
  const how = { voiceId: voice, folder, isJoined: inputs.join === true };
  const narration = await narrate(await clientOf(service), text, how, (segment, isNew) => {
    const { file, durationSeconds } = segment;
    onNote(`${file}  ${durationSeconds.toFixed(1)} s${isNew ? "" : "  (existing)"}`);
  }).catch(sayWhichVoices);
  return { script, narration };
}

/** For an unknown voice, adds where to find the existing ones. */
function sayWhichVoices(error: unknown): never {
  const cause = error instanceof MigrationError ? error.cause : undefined;
  if (!(cause instanceof VoiceError && cause.kind === "unknown voice")) throw error;
  throw new UsageError(`${cause.message} List all with --list-voices.`, { cause });
}

/** The script written by hand, or the DAO's story, which is written to the folder. */
async function scriptOf(
  inputs: NarrateInputs,
): Promise<{ readonly text: string; readonly script?: string }> {
  const { script, folder } = inputs;
  if (script !== undefined) return { text: await readScript(script) };
  const text = await storyOf(inputs);
  await mkdir(folder, { recursive: true });
  const path = join(folder, SCRIPT);
  await writeWhole(path, text, { advice: "Pass another folder with --folder." });
  return { text, script: path };
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

async function storyOf(inputs: NarrateInputs): Promise<string> {
  const { provider, simulated, networks, section, output, block } = inputs;
  const network = await identifyChain(provider, simulated !== undefined, { networks });
  requireChainId(network, inputs.chainId);
  const sections =
    simulated === undefined
      ? await sectionsOf(inputs, network)
      : await migrateHere(simulated, network.name, inputs);
  const dao = daoToTell(sections, section, output);
  const names = new Map(dao.Schemes.map(({ address, alias, name }) => [address, alias ?? name]));
  return tellStory(await inspectDao(provider, dao.Avatar, { block }), network, names);
}

async function sectionsOf(
  { output, arcVersion = DEFAULT_ARC_VERSION }: NarrateInputs,
  chain: ChainIdentity,
): Promise<ResultSections> {
  return (await ResultFile.read(output, chain, resolveArcVersion(arcVersion))).sections;
}

/** A simulated network starts empty, so the project's DAO and the demo are migrated to have a story to tell. */
async function migrateHere(
  connection: NetworkConnection,
  network: NetworkName,
  { arcVersion, params: configured, customAbis, projectRoot }: NarrateInputs,
): Promise<ResultSections> {
  const prepared = await prepareMigration(
    {
      sections: ["base", "dao", "test"],
      arcVersion,
      params: await parametersSource({ configured, projectRoot }),
      customAbis,
      projectRoot,
    },
    network,
    {},
  );
  const { made } = await migratePrepared(connection, await openDeployer(connection), prepared);
  return made;
}

/** Chooses the demo, whose proposals make a story, unless the user asked for the DAO or there is no demo. */
function daoToTell(
  { dao, test }: ResultSections,
  section: string | undefined,
  path: string,
): OrganizationResult {
  const found = section === "dao" ? dao : section === "test" ? test : (test ?? dao);
  if (found !== undefined) return found;
  throw new MigrationError(
    `${path} has no ${section ?? "DAO"} on this chain. Migrate one first, with dao:migrate or dao:demo, and run this ` +
      "task on the same network.",
  );
}
