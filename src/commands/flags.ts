import { DEFAULTS } from "../run/defaults.js";
import { flag, LIBRARY, SHOWN } from "./flag.js";

/** Every option, once. A command picks from these, and adapts the words where it means something more special. */
export const flags = {
  avatar: flag("address", "address of the DAO's avatar (default: the DAO of the result file)"),
  provider: flag("provider", "URL of a node: http, https, ws or wss", {
    short: "p",
    value: "url",
    also: ["rpc-url", "url"],
    default: DEFAULTS.provider,
    env: "DAO_MIGRATE_PROVIDER",
    doors: ["command", "library"],
  }),
  result: flag("file", "result file to read", { default: DEFAULTS.output, configured: "output" }),
  section: flag(
    "section",
    "which DAO of the result file: dao or test (default: dao, otherwise test)",
    { value: "name", choices: ["dao", "test"] },
  ),
  block: flag("block", "read everything at this block (default: the latest)"),
  fromBlock: flag(
    "block",
    "read events from this block on, for example the avatar's; earlier ones are missing",
  ),
  chainId: flag("chainId", "fail on any other chain"),
  params: flag("params", `migration parameters (default: ./${DEFAULTS.params}, or an example)`, {
    short: "i",
  }),
  arcVersion: flag(
    "release",
    "Arc release, if the parameters do not set it (default: from the result file, or the code)",
    { short: "a", configured: "arcVersion" },
  ),
  customAbis: flag(
    "folder",
    `build files of contracts that are not Arc's (default: ${DEFAULTS.customAbis})`,
    { short: "c", also: ["custom-abis-location"], configured: "customAbis" },
  ),
  silenced: flag("silences", "JSON list of findings to silence: { rule, where, reason }"),
  quiet: flag("switch", "print only what was requested, and errors: no progress and no summary", {
    short: "q",
    doors: SHOWN,
  }),
  json: flag("switch", "print the result as JSON", { doors: SHOWN }),
  sarif: flag("written", "also write the findings as SARIF 2.1.0", { doors: SHOWN }),
  junit: flag("written", "also write the rules as JUnit XML", { doors: SHOWN }),
  since: flag(
    "text",
    "show what changed since this block, or since the inspection in this file (output of --json)",
    { value: "block or file", doors: SHOWN },
  ),
  until: flag(
    "file",
    "with a file in --since: show what changed until the inspection in this file, without a node",
    { doors: SHOWN },
  ),
  failOnChange: flag("switch", "with --since: exit with 1 if anything changed", { doors: SHOWN }),
  signal: flag("signal", "stops the reading", { doors: LIBRARY }),
  onProgress: flag("onMessage", "called with what is being read, as a phrase", { doors: LIBRARY }),
  onNote: flag("onMessage", "called with notes, such as that a release is fetched", {
    doors: LIBRARY,
  }),
  cacheDir: flag(
    "folder",
    "folder that caches the logs of final blocks (default: the user's cache folder)",
    { doors: LIBRARY },
  ),
  abis: flag("abis", "ABIs of contracts that proposals call, by address, to decode their calls", {
    doors: LIBRARY,
  }),
};

const { avatar, provider, result, section, block, fromBlock, chainId } = flags;
const { signal, onProgress, onNote, cacheDir, quiet, json } = flags;

/** Of every command that talks to a chain. */
export const connecting = { provider, chainId, quiet, json, signal, onProgress, onNote };

/** Of every command that reads a DAO. */
export const reading = {
  ...{ avatar, result, section, block, fromBlock },
  ...connecting,
  cacheDir,
};
