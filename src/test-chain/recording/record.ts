import { checksummed } from "../../foundation/chain/same-address.js";
import { type Eip1193Provider, nodeAccounts } from "../../foundation/chain/provider.js";
import type { MigrationEvent } from "../../engine/execution/steps/event.js";
import { kindOf } from "../../foundation/chain/simulated-methods.js";
import type { MigrationResult } from "../../foundation/result/result.js";
import { noteOf } from "../../output/describe/event-notes.js";
import type { OpenChain } from "../connection.js";
import { migrateContents, parametersText } from "../migrate.js";
import type { MigratedChain, TestChainOptions } from "../options.js";
import { endOf, type Recorded, type Recording } from "./recording.js";
import type { Found } from "./recordings.js";

/**
 * Migrates a chain that has no recording.
 * @param opening the chain, which may still be opening while the inputs are read
 * @param keep saves the recording; undefined if there can be none
 */
export async function migrateNew(
  opening: Promise<OpenChain>,
  options: TestChainOptions,
  keep: Found["keep"],
): Promise<MigratedChain> {
  const opened: Eip1193Provider = {
    request: async (request) => await (await opening).provider.request(request),
  };
  const { result, recording } =
    keep === undefined
      ? { result: await migrateContents(opened, options), recording: undefined }
      : await migrateRecording(opened, options);
  const connection = await opening;
  const { provider } = connection;
  const addresses = async () => await nodeAccounts(provider);
  // Runs while the chain is already in use. If saving fails, the next start records again.
  const keeping = recording && keep?.(recording).catch(() => {});
  return {
    provider,
    result,
    accounts: async () => recording?.accounts ?? checksummed(await addresses()),
    params: async () => recording?.params ?? (await parametersText(options, addresses)),
    close: async () => {
      await keeping;
      await connection.close();
    },
  };
}

export async function migrateRecording(
  provider: Eip1193Provider,
  options: TestChainOptions,
): Promise<{ readonly result: MigrationResult; readonly recording: Recording }> {
  const { recorder, requests } = recording(provider);
  const notes: string[] = [];
  const onEvent = (event: MigrationEvent): void => {
    const note = noteOf(event);
    if (note === undefined) return;
    options.onNote?.(note);
    // Other notes, such as on fetching a release, only concern this run.
    if (event.type !== "note") notes.push(note);
  };
  const result = await migrateContents(recorder, options, onEvent);
  const accounts = await nodeAccounts(provider);
  const { base, dao, test } = result;
  return {
    result,
    recording: {
      requests: requests.map(({ method, params }) => ({ method, params })),
      sections: { base, dao, test },
      params: await parametersText(options, () => Promise.resolve(accounts)),
      accounts: checksummed(accounts),
      notes,
      end: await endOf(provider, hashesOf(requests)),
    },
  };
}

/** A request that changed the chain, with its answer. */
export interface Made extends Recorded {
  readonly result: unknown;
}

function hashesOf(made: readonly Made[]): readonly unknown[] {
  return made.filter(({ method }) => method.startsWith("eth_send")).map(({ result }) => result);
}

/** Forwards requests, and records those that change the chain, in order. */
export function recording(provider: Eip1193Provider) {
  const requests: Made[] = [];
  const recorder: Eip1193Provider = {
    async request({ method, params = [] }) {
      const result = await provider.request({ method, params });
      if (kindOf(method) !== "read") requests.push({ method, params, result });
      return result;
    },
  };
  return { recorder, requests };
}
