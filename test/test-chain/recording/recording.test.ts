import { expect } from "chai";
import type { Wallet } from "ethers";

import { openConnection } from "../../../src/test-chain/connection.js";
import { migrateContents } from "../../../src/test-chain/migrate.js";
import { TEST_CHAIN_KEYS } from "../../../src/test-chain/options.js";
import { recordTestChain } from "../../../src/test-chain/recording/record-test-chain.js";
import {
  packRecording,
  replay,
  unpackRecording,
} from "../../../src/test-chain/recording/recording.js";
import type { Recording } from "../../../src/test-chain/recording/recording.js";
import type { Eip1193Provider } from "../../../src/chain/provider.js";
import { TEST_MNEMONIC, walletsOf } from "../../../src/chain/test-accounts.js";
import { rejection } from "../../rejection.js";

interface Block {
  readonly transactions: readonly { readonly to: string | null; readonly input: string }[];
}

/** Every transaction of a chain, and the code and logs that they left. */
async function contents(provider: Eip1193Provider) {
  const ask = async <T>(method: string, ...params: unknown[]) =>
    (await provider.request({ method, params })) as T;
  const last = Number(await ask("eth_blockNumber"));
  const calls: unknown[] = [];
  const storage: unknown[] = [];
  for (let number = 0; number <= last; number++) {
    const block = await ask<Block>("eth_getBlockByNumber", `0x${number.toString(16)}`, true);
    for (const { to, input } of block.transactions) calls.push([number, to, input]);
  }
  const logs = await ask<{ address: string; topics: string[]; data: string }[]>("eth_getLogs", {
    fromBlock: "0x0",
  });
  for (const address of new Set(logs.map((log) => log.address))) {
    storage.push([address, await ask("eth_getCode", address, "latest")]);
  }
  return { last, calls, storage, logs: logs.map(({ address, topics }) => [address, topics]) };
}

describe("a recorded test chain", () => {
  let recording: Recording;

  before(async () => {
    recording = await unpackRecording(await packRecording(await recordTestChain()));
  });

  it("has the transactions, events and code of a migrated one, block by block", async () => {
    const [replayed, migrated] = [await openConnection({}), await openConnection({})];
    try {
      await replay(replayed.provider, recording);
      const { base, dao, test } = await migrateContents(Promise.resolve(migrated), {});
      expect(recording.sections).to.deep.equal({ base, dao, test });
      const { calls, ...rest } = await contents(replayed.provider);
      const expected = await contents(migrated.provider);
      expect(calls).to.have.lengthOf(expected.calls.length).and.to.have.length.above(80);
      expect({ calls, ...rest }).to.deep.equal(expected);
    } finally {
      await replayed.close();
      await migrated.close();
    }
  });

  it("is refused if a transaction fails or is missing", async () => {
    const [all, connection] = [recording.requests, await openConnection({})];
    try {
      const without = { ...recording, requests: all.filter((_, index) => index !== 3) };
      // After a gap in the nonces, nothing is mined.
      expect(await rejection(replay(connection.provider, without))).to.be.an("error");
    } finally {
      await connection.close();
    }
  });

  it("is signed by the first ten accounts of the predecessor's mnemonic", () => {
    const keys = walletsOf(TEST_MNEMONIC, 10).map((wallet) => (wallet as Wallet).privateKey);
    expect(TEST_CHAIN_KEYS).to.deep.equal(keys);
  });
});
