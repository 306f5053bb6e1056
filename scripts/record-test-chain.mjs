// @ts-check
// Writes dist/test-chain/recording.bin: the migration of a test chain with default options as signed
// transactions, from which the built package starts such a chain (see src/test-chain/recording/recording.ts). Run by the
// build, after tsc.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";

const load = (/** @type {string} */ path) =>
  tsImport(`../src/test-chain/recording/${path}`, import.meta.url);
const { recordTestChain } = await load("record-test-chain.ts");
const { packRecording } = await load("recording.ts");

const folder = fileURLToPath(new URL("../dist/test-chain/", import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}recording.bin`, await packRecording(await recordTestChain()));
