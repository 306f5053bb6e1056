import { Wallet } from "ethers";

import { openConnection } from "../connection.js";
import { migrateContents } from "../migrate.js";
import { TEST_CHAIN_KEYS } from "../options.js";
import { recording, signed } from "./record.js";
import type { Recording } from "./recording.js";

/** Migrates a chain with default options and records the transactions. */
export async function recordTestChain(): Promise<Recording> {
  const connection = await openConnection({});
  try {
    const { recorder, requests } = recording(connection.provider);
    const { base, dao, test } = await migrateContents(Promise.resolve({ provider: recorder }), {});
    if (!base || !dao || !test) throw new Error("The migration has no base, DAO or demo test.");
    const wallets = TEST_CHAIN_KEYS.map((key) => new Wallet(key));
    return {
      requests: await signed(connection.provider, requests, wallets),
      sections: { base, dao, test },
    };
  } finally {
    await connection.close();
  }
}
