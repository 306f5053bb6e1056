import {
  CHAIN_OPTIONS,
  type ChainOption,
  type RawChainOptions,
} from "../../test-chain/command/chain-options.js";
import { command } from "./command.js";
import { camelCase, flag, type Flag } from "./flag.js";

const OPTIONS: readonly ChainOption[] = CHAIN_OPTIONS;

/** The options of the test chain, which its own command has, too; here, without their other spellings. */
const CHAIN_FLAGS: Readonly<Record<string, Flag<"secret" | "switch" | "text">>> =
  Object.fromEntries(
    OPTIONS.map(({ name, value, description, isSecret = false, repeats }) => [
      camelCase(name),
      // A seed may be as long as a mnemonic.
      flag(
        value === undefined ? "switch" : isSecret || name === "seed" ? "secret" : "text",
        description,
        { value, repeats },
      ),
    ]),
  );

/** The command `dao-test-chain`, as a task. It prints while it runs. */
export const node = command({
  name: "node",
  doors: ["task"],
  summary: "Serves a chain with Arc's base contracts, a DAO and a demo test.",
  flags: CHAIN_FLAGS,
  async run(options, { config, projectRoot }) {
    const [{ combine, readEnvironment }, { chainSettings, serve }] = await Promise.all([
      import("../../test-chain/command/chain-arguments.js"),
      import("../../test-chain/command/serve.js"),
    ]);
    const { arcVersion, params, customAbis } = config;
    const raw = combine(rawOptions(options), readEnvironment(process.env));
    await serve(chainSettings(raw, { arcVersion, params, customAbis, projectRoot }));
  },
  exits: { done: "stopped by SIGTERM, SIGINT or SIGHUP", interrupted: undefined },
});

function rawOptions(
  options: Readonly<Record<string, string | boolean | undefined>>,
): RawChainOptions {
  const given = OPTIONS.flatMap(({ name }) => {
    const value = options[camelCase(name)];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(given) as RawChainOptions;
}
