import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { homeFolder } from "../../support/user-folders.js";

/** What programs need to run at all, and to reach the network with the user's settings. */
const SYSTEM =
  /^(path|home|userprofile|homedrive|homepath|appdata|localappdata|programdata|systemroot|systemdrive|windir|comspec|pathext|temp|tmp|tmpdir|user|username|logname|lang|lc_all|lc_ctype|tz|prefix|destdir|https?_proxy|no_proxy|all_proxy|ssl_cert_(file|dir)|node_extra_ca_certs|node_tls_reject_unauthorized|node_use_(system_ca|env_proxy)|(volta|nodenv|asdf|nvm|fnm|n)_(home|root|dir|data_dir|prefix|multishell_path))$/i;

/** npm's settings for reaching a registry. No other setting may change what is fetched. */
const NPM_SETTINGS =
  /^npm_config_(@.*|\/\/.*|_.*|registry|(https?_)?proxy|noproxy|ca|cafile|cert|certfile|key|keyfile|strict_ssl|userconfig|globalconfig|prefix|cache|offline|prefer_(offline|online)|fetch_\w+|maxsockets|local_address)$/i;

/** Node options about the network. Others could load code from the current folder. */
const NODE_OPTIONS =
  /^--(use-(system|openssl|bundled)-ca|dns-result-order=.*|tls-.*|openssl-.*|(no-)?network-family-autoselection.*|max-http-header-size=.*)$/;

/** Our own variables. No child process ever sees them, even if its settings name them. */
const OWN = /^DAO_MIGRATE_/i;

/** The environment of a child process, and the values in it that must not be shown. */
export interface NpmEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly secrets: readonly string[];
}

/**
 * The environment that npm gets. It is an allow-list, because a `.npmrc` can insert any variable that npm sees into a
 * URL and so send it away. The user's own settings (`~/.npmrc`, npm's global one, `npm_config_...`) are kept, with the
 * variables that those files name, such as `${NPM_TOKEN}`.
 *
 * If npm itself started this process, it has copied the project's `.npmrc` into `npm_config_...` variables in lower
 * case. In a project that has such a file, these are left out.
 * @param environment of this process
 * @param projectRoot the user's project, whose `.npmrc` is ignored
 */
export function npmEnvironment(
  environment: NodeJS.ProcessEnv,
  projectRoot: string,
): NpmEnvironment {
  const home = homeFolder();
  const fromProject =
    isStartedByNpm(environment) && hasProjectSettings(environment, projectRoot, home);
  const settings = settingsFiles(environment, home, fromProject);
  const named = new Set(settings.flatMap(variablesIn));

  const env: NodeJS.ProcessEnv = {};
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || OWN.test(name)) continue;
    const isSetting = NPM_SETTINGS.test(name) && !(fromProject && name.startsWith("npm_config_"));
    if (SYSTEM.test(name) || isSetting || named.has(name)) env[name] = value;
    const isSecret = named.has(name) || /^npm_config_(_|\/\/|.*password|.*token|key$)/i.test(name);
    // A short value is no secret, and hiding it would remove letters from every message.
    if (env[name] !== undefined && isSecret && !SYSTEM.test(name) && value.length > 5) {
      secrets.push(value);
    }
  }
  const options = environment["NODE_OPTIONS"]?.split(/\s+/).filter((one) => NODE_OPTIONS.test(one));
  if (options !== undefined && options.length > 0) env["NODE_OPTIONS"] = options.join(" ");
  return { env, secrets };
}

/** Whether the project, or a folder above it, has npm settings other than the user's own. */
export function hasProjectSettings(
  environment: NodeJS.ProcessEnv,
  projectRoot: string,
  home: string = homeFolder(),
): boolean {
  const own = settingsFiles(environment, home, true);
  const folders = [environment["npm_config_local_prefix"] ?? projectRoot, projectRoot];
  for (let folder = projectRoot; folder !== dirname(folder);) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders
    .map((folder) => join(folder, ".npmrc"))
    .some((file) => !own.includes(file) && existsSync(file));
}

function isStartedByNpm(environment: NodeJS.ProcessEnv): boolean {
  return ["npm_execpath", "npm_lifecycle_event", "npm_command"].some(
    (name) => environment[name] !== undefined,
  );
}

/**
 * The files with the user's and the machine's npm settings.
 * @param fromProject whether npm may have set `npm_config_...` from a project
 */
function settingsFiles(
  environment: NodeJS.ProcessEnv,
  home: string,
  fromProject: boolean,
): string[] {
  const moved = (name: string): string | undefined =>
    environment[`NPM_CONFIG_${name.toUpperCase()}`] ??
    (fromProject ? undefined : environment[`npm_config_${name}`]);
  const prefix = environment["PREFIX"] ?? dirname(dirname(process.execPath));
  return [
    moved("userconfig") ?? join(home, ".npmrc"),
    moved("globalconfig") ?? join(prefix, "etc", "npmrc"),
  ];
}

function variablesIn(file: string): string[] {
  try {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(/\$\{([^${}?]+)\??\}/g)].map(([, name = ""]) => name);
  } catch {
    return [];
  }
}
