import { TestChainServer } from "../../../src/test-chain/server/server.js";

/** The recorded demo DAO, served. */
interface ServedDemo {
  readonly url: string;
  readonly avatar: string;
  /** ID of a pending proposal. */
  readonly queued: string;
}

/** Serves the recorded demo DAO, which takes no time to create, to the tests of a suite. */
export function useDemo(): ServedDemo {
  const server = new TestChainServer();
  const demo = {} as { -readonly [Field in keyof ServedDemo]: string };
  before(async () => {
    demo.url = `http://127.0.0.1:${(await server.listen(0)).port}`;
    const { test } = await server.result();
    demo.avatar = test!.Avatar;
    demo.queued = test!.queuedProposalId!;
  });
  after(async () => {
    await server.close();
  });
  return demo;
}
