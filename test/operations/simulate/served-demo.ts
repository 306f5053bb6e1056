import { TestChainServer } from "../../../src/test-chain/server/server.js";

/** Serves the recorded demo DAO, which takes no time to create. `close` stops the server. */
export async function serveDemo() {
  const server = new TestChainServer();
  const { port } = await server.listen(0);
  const { test } = await server.result();
  return {
    url: `http://127.0.0.1:${port}`,
    avatar: test!.Avatar,
    /** ID of a pending proposal. */
    queued: test!.queuedProposalId,
    close: async () => await server.close(),
  };
}
