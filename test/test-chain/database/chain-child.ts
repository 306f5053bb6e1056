import { openMigratedChain } from "../../../src/test-chain/open.js";
import type { MigratedChain, TestChainOptions } from "../../../src/test-chain/options.js";

// Runs one persisted chain at a time, for tests that kill it. Answers each message with one of the same ID.

type Message = { readonly id: number } & (
  | { readonly open: TestChainOptions }
  | { readonly close: true }
  | { readonly method: string; readonly params: unknown[] }
);

let chain: MigratedChain | undefined;

async function answer(message: Message): Promise<unknown> {
  if ("open" in message) {
    chain = await openMigratedChain(message.open);
    return true;
  }
  if ("close" in message) {
    await chain?.close();
    return true;
  }
  return await chain?.provider.request(message);
}

process.on("message", (message: Message) => {
  const { id } = message;
  answer(message).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: (error as Error).message }),
  );
});
