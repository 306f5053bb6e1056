import { toBeHex, toQuantity } from "ethers";
import { z } from "zod/v4";

import { type Eip1193Provider, nodeAccounts } from "../../foundation/chain/provider.js";
import { identifyChain } from "../../foundation/chain/identity.js";
import { checksummed } from "../../foundation/chain/same-address.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { problemIn, readSchema } from "../../foundation/support/json-schema.js";
import { readGivenText } from "../../foundation/support/read-given.js";
import { openConnection } from "../connection.js";
import { networkToMigrate, type MigratedChain, type TestChainOptions } from "../options.js";
import { migrateNew } from "../recording/record.js";
import { chainWith, type Recording } from "../recording/recording.js";

/** What a state file has in addition to anvil's format: which DAO the state contains. */
export const CONTENTS = "dao-test-chain";

const bytes = z.string().regex(/^0x([0-9a-f]{2})*$/i);
const quantity = z.union([z.string().regex(/^0x[0-9a-f]{1,64}$/i), z.number().int().nonnegative()]);
const upTo = (most: bigint) => quantity.refine((value) => BigInt(value) <= most, "too large");
/** EDR starts the empty blocks below it that many seconds earlier; no chain has as many today. */
const HEIGHT = upTo(2n ** 30n);
const address = z.string().regex(/^0x[0-9a-f]{40}$/i);
/** What a chain of another version, or an editor, wrote is checked as a result file is. */
const sections = z
  .looseObject({ base: z.looseObject({}), dao: z.looseObject({}) })
  .superRefine((own, context) => {
    const result = { network: "private", chainId: 1, ...own };
    const problem = problemIn(result, readSchema("migration.schema.json"));
    if (problem === undefined) return;
    context.addIssue({ code: "custom", message: problem.message, path: problem.path.split(".") });
  })
  .transform((own) => own as unknown as Contents["sections"]);

/** The parts of anvil's format that count here; anvil's blocks and transactions are not read. */
const STATE = z.object({
  block: z.object({ number: HEIGHT, timestamp: upTo(2n ** 40n) }),
  accounts: z.record(
    address,
    z.object({
      nonce: upTo(2n ** 64n - 1n),
      balance: quantity,
      code: bytes.default("0x"),
      storage: z.record(quantity, quantity).default({}),
    }),
  ),
  best_block_number: HEIGHT.nullish(),
  [CONTENTS]: z.object({ sections, params: z.string() }).optional(),
});

export type State = z.infer<typeof STATE>;
export type Contents = Pick<Recording, "sections" | "params">;

/** @throws MigrationError if the file cannot be read or is not a state of anvil or of a test chain */
export async function readState(file: string): Promise<State> {
  const advice = "Pass a file that anvil or dao-test-chain wrote with --dump-state.";
  const text = await readGivenText(file, "The state", advice);
  try {
    return STATE.parse(JSON.parse(text));
  } catch (error) {
    const [{ path = [], message } = error as Error & { path?: [] }] =
      error instanceof z.ZodError ? error.issues : [];
    const why = [path.join("."), message].filter((text) => text !== "").join(": ");
    throw new MigrationError(`${file} is not a state in anvil's format (${why}). ${advice}`, {
      cause: error,
    });
  }
}

/** Opens a chain with a state. Migrates on it, unless a test chain with a DAO wrote the file. */
export async function openFromState(
  state: State,
  options: TestChainOptions,
): Promise<MigratedChain> {
  const head = Number(state.best_block_number ?? state.block.number);
  const seconds = Math.max(Number(state.block.timestamp), Math.floor(Date.now() / 1000));
  // The blocks before the state are empty, each a second after the one before.
  const initialDate = new Date(Number(options.initialDate ?? seconds * 1000) - head * 1000);
  const connection = await openConnection({ ...networkToMigrate(options), initialDate });
  const { provider } = connection;
  try {
    await setState(provider, state, head);
    const contents = state[CONTENTS];
    if (contents === undefined) {
      return await migrateNew(Promise.resolve(connection), options, undefined);
    }
    // They may be others than those of the chain that wrote the file.
    const accounts = checksummed(await nodeAccounts(provider));
    const identity = await identifyChain(provider, true);
    return chainWith(connection, identity, { ...contents, accounts });
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function setState(provider: Eip1193Provider, state: State, head: number): Promise<void> {
  const set = async (what: string, ...params: unknown[]) =>
    await provider.request({ method: `hardhat_${what}`, params });
  for (const [owner, { nonce, balance, code, storage }] of Object.entries(state.accounts)) {
    await set("setBalance", owner, toQuantity(balance));
    if (Number(nonce) > 0) await set("setNonce", owner, toQuantity(nonce));
    if (code !== "0x") await set("setCode", owner, code);
    for (const [slot, value] of Object.entries(storage)) {
      await set("setStorageAt", owner, toQuantity(slot), toBeHex(value, 32));
    }
  }
  await set("mine", toQuantity(head));
}
