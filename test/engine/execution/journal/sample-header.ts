import { textOf, type JournalHeader } from "../../../../src/engine/execution/journal/lines.js";
import { INPUTS } from "../../../../src/engine/execution/journal/whose-journal.js";

export const INPUT_HASHES = Object.fromEntries(
  Object.keys(INPUTS).map((name) => [name, `hash of ${name}`]),
);

/** Returns the header of a journal on a development chain, unless `changes` says otherwise. */
export function sampleHeader(changes: Partial<JournalHeader> = {}): JournalHeader {
  return {
    chainId: 1337,
    genesis: `0x${"01".repeat(32)}`,
    account: "0x0000000000000000000000000000000000000001",
    inputs: INPUT_HASHES,
    transactionGasLimit: 16_777_216n,
    fundingGasPrice: 1_000n,
    firstBlock: 7,
    reusable: {},
    movesClock: true,
    nonces: {},
    mayHaveEarlier: true,
    begunByRestart: false,
    ...changes,
  };
}

/** The line of a journal's file with this header. */
export function headerLine(changes: Partial<JournalHeader> = {}): string {
  return textOf({ kind: "header", ...sampleHeader(changes) });
}
