// Run as a process of its own: opens a release from the packages of a test registry.
// Arguments: version, cache folder, project folder, pins as JSON. Prints what it opened as JSON.
import { ReleaseSource } from "../../../src/arc/source/release-source.js";

const [version, cacheDir, projectRoot, pins] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
];
const source = new ReleaseSource({ pins: JSON.parse(pins) as Record<string, string> });
const messages: string[] = [];
const release = await source.open(version, {
  cacheDir,
  projectRoot,
  onFetch: (message) => messages.push(message),
});
const bytecodes = release.contractNames.map((name) => release.artifact(name).bytecode);
console.log(JSON.stringify({ bytecodes, messages }));
