// @ts-check
import { ReleaseError } from "./networks.mjs";

export const USAGE = `Usage: npm run release -- [--dry-run] [--no-provenance] [arguments of dao-migrate]

Publishes the package and the image from main. With arguments of dao-migrate, it first migrates on
the networks of .env (see .env.example) and commits the addresses, which the package then knows.

  --dry-run         does everything but send, publish and push
  --no-provenance   accepts a package without provenance, as outside a CI

DOCKER_IMAGE is the name of the image, such as <organisation>/<image>; DOCKER_BASE is its base image,
with a digest.`;

const OURS =
  /^npm_config_(dry_run|params|provider|force|restart|arc_version|gas_?price|disable_confs|custom_abis|confirmations|private_key|mnemonic)$/;

/**
 * Without `--` before them, npm uses arguments as its own settings and passes none on: a dry run would publish.
 *
 * @param {NodeJS.ProcessEnv} environment
 */
export function requireNothingSwallowed(environment) {
  const withoutProvenance = ["", "false"].includes(environment["npm_config_provenance"] ?? "true");
  const setting = withoutProvenance
    ? "npm_config_no_provenance"
    : Object.keys(environment).find((name) => OURS.test(name));
  if (setting === undefined) return;
  const flag = setting.slice("npm_config_".length).replaceAll("_", "-");
  throw new ReleaseError(
    `npm took --${flag} for a setting of its own. Put -- before the arguments: npm run release -- --${flag}`,
  );
}
