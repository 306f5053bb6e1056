import { nodeAccounts } from "../../chain/node-accounts.js";
import { checksummed } from "../../chain/checksummed.js";
import type { Eip1193Provider } from "../../chain/provider.js";
import type { MigrationEvent } from "../../execution/steps/event.js";
import { nextEndOfUse } from "../../params/times.js";
import type { MigrationResult } from "../../result/result.js";
import { noteOf } from "../../terminal/event-notes.js";
import { kindOf } from "../methods.js";
import { migrateContents } from "../migrate.js";
import { splitOptions, type TestChainOptions } from "../options.js";
import { parametersText } from "../parameters-text.js";
import { endOf } from "./end.js";
import type { Recorded, Recording } from "./recording.js";

/** Migrates a chain that is being opened, and records the migration. */
export async function migrateRecording(
  opening: Promise<{ readonly provider: Eip1193Provider }>,
  options: TestChainOptions,
): Promise<{ readonly result: MigrationResult; readonly recording: Recording }> {
  const { contents } = splitOptions(options);
  const opened = opening.then(({ provider }) => recording(provider));
  const notes: string[] = [];
  const onEvent = (event: MigrationEvent): void => {
    const note = noteOf(event);
    if (note === undefined) return;
    contents.onNote?.(note);
    // Other notes, such as on fetching a release, only concern this run.
    if (event.type !== "note") notes.push(note);
  };
  const recorder = opened.then((own) => ({ provider: own.recorder }));
  // Nothing awaits it if the parameters are wrong.
  recorder.catch(() => {});
  const { result, prepared } = await migrateContents(recorder, options, onEvent);
  const [{ provider }, { requests }] = await Promise.all([opening, opened]);
  const accounts = await nodeAccounts(provider);
  const { base, dao, test } = result;
  const until = prepared.dao === undefined ? Infinity : nextEndOfUse(prepared.dao.parameters);
  return {
    result,
    recording: {
      requests: requests.map(({ method, params }) => ({ method, params })),
      sections: { ...(base && { base }), ...(dao && { dao }), ...(test && { test }) },
      params: await parametersText(contents, () => Promise.resolve(accounts)),
      accounts: checksummed(accounts),
      notes,
      ...(Number.isFinite(until) && { until }),
      end: await endOf(provider, hashesOf(requests)),
    },
  };
}

/** A request that changed the chain, with its answer. */
export interface Made extends Recorded {
  readonly result: unknown;
}

/** Hashes of the transactions, in order. */
function hashesOf(made: readonly Made[]): readonly unknown[] {
  return made.filter(({ method }) => method.startsWith("eth_send")).map(({ result }) => result);
}

/** Forwards requests, and records those that change the chain, in order. */
export function recording(provider: Eip1193Provider): {
  readonly recorder: Eip1193Provider;
  readonly requests: readonly Made[];
} {
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
