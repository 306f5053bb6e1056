// Runs in a child process: opens a release from the packages of a test registry, and prints it as JSON.
// Arguments: version, cache folder, project folder, pins of tarballs and contents as JSON.
import type { Pins } from "../../../../src/foundation/arc/source/packages.js";
import { ReleaseSource } from "../../../../src/foundation/arc/source/release-source.js";

const [version, cacheDir, projectRoot, pins] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
];
const source = new ReleaseSource(JSON.parse(pins) as { tarballs: Pins; contents: Pins });
const messages: string[] = [];
const release = await source.open(version, {
  cacheDir,
  projectRoot,
  onFetch: (message) => messages.push(message),
});
const bytecodes = release.contractNames.map((name) => release.artifact(name).bytecode);
console.log(JSON.stringify({ bytecodes, messages }));
