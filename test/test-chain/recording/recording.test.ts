import { expect } from "chai";

import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { openConnection } from "../../../src/test-chain/connection.js";
import { migrateContents } from "../../../src/test-chain/migrate.js";
import { migrateRecording } from "../../../src/test-chain/recording/record.js";
import { replay, type Recording } from "../../../src/test-chain/recording/recording.js";
import { rejection } from "../../rejection.js";
import { closing } from "../../closing.js";

interface Block {
  readonly transactions: readonly { readonly to: string | null; readonly input: string }[];
}

/** Returns every transaction of a chain, the logs, and the code of the contracts that emitted them. */
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
    const connection = await openConnection({});
    const made = (await migrateRecording(connection.provider, {})).recording;
    await connection.close();
    recording = JSON.parse(JSON.stringify(made)) as Recording;
  });

  it("has the transactions, events and code of a migrated one, block by block", async () => {
    await using replayed = closing(await openConnection({}));
    await using migrated = closing(await openConnection({}));
    await replay(replayed.provider, recording);
    const result = await migrateContents(migrated.provider, {});
    const { base, dao, test } = result;
    expect(recording.sections).to.deep.equal({ base, dao, test });
    const { calls, ...rest } = await contents(replayed.provider);
    const expected = await contents(migrated.provider);
    expect(calls).to.have.lengthOf(expected.calls.length).and.to.have.length.above(80);
    expect({ calls, ...rest }).to.deep.equal(expected);
  });

  const changes: Readonly<Record<string, (whole: Recording) => Recording>> = {
    "the last transaction is missing": (whole) => ({
      ...whole,
      requests: whole.requests.slice(0, -1),
    }),
    "time passes once more": (whole) => ({
      ...whole,
      requests: [...whole.requests, { method: "evm_mine", params: [] }],
    }),
    "it is of accounts that are not there": (whole) => ({ ...whole, end: "00" }),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`is refused if ${what}`, async () => {
      await using connection = closing(await openConnection({}));
      const changed = change(recording);
      expect(await rejection(replay(connection.provider, changed))).to.be.an("error");
    });
  }
});
