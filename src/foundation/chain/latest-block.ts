import { MigrationError } from "../support/errors.js";
import { FORMATS } from "../support/formats.js";
import { RETRIES } from "./incomplete-answers.js";
import { RetryableError, withRetries } from "./retry.js";
import { ask, type Eip1193Provider } from "./provider.js";
import type { RpcBlock } from "./rpc-types.js";

/**
 * Reads the latest block of a chain.
 * @param retries how often to ask again if the node returns no block
 * @throws MigrationError if the node returns none, or something that is not a block
 */
export async function latestBlock(
  provider: Eip1193Provider,
  retries = RETRIES.latestBlock,
): Promise<RpcBlock> {
  const attempt = async () => {
    const block = await ask(provider, "eth_getBlockByNumber", "latest", false);
    if (!isBlock(block)) throw new RetryableError("no block");
    const { baseFeePerGas, ...legacy } = block;
    // Some nodes of legacy chains return null.
    return typeof baseFeePerGas === "string" ? block : legacy;
  };
  return await withRetries(attempt, retries, () => {
    return new MigrationError(
      "The node does not return its latest block (eth_getBlockByNumber): expected number, timestamp and gasLimit. " +
        "Nothing more was sent. Run the same command again once the node is in sync, or use another node.",
    );
  });
}

function isBlock(answer: unknown): answer is RpcBlock {
  if (typeof answer !== "object" || answer === null) return false;
  const { number, timestamp, gasLimit, baseFeePerGas } = answer as Partial<RpcBlock>;
  const wanted = [number, timestamp, gasLimit, baseFeePerGas ?? "0x0"];
  return wanted.every((value) => typeof value === "string" && FORMATS.Quantity.test(value));
}
