// Fetches every Arc release into the user's cache, and the sources and compiler of a small contract, so that tests do
// not wait for the network.
import "./typescript.mjs";

const AT_ONCE = 3;

const load = (path) => import(`../src/foundation/${path}.ts`);
const { openArcRelease } = await load("arc/open-release");
const { ARC_VERSIONS } = await load("arc/versions");
const { defaultCacheDir } = await load("support/user-folders");
const { COMPILERS, SourceLibrary } = await load("arc/compilation/source-packages");
const { Compiler } = await load("arc/compilation/compiler");
const { REGISTRY_CONTRACT, REGISTRY_PACKAGE } = await load("arc/source/packages");

const started = performance.now();
let fetched = 0;
const waiting = [...ARC_VERSIONS];

const options = {
  onFetch: (message) => {
    fetched += 1;
    console.log(message);
  },
};

async function openNext() {
  for (let version = waiting.shift(); version !== undefined; version = waiting.shift()) {
    await openArcRelease(version, options);
  }
}

try {
  await Promise.all(Array.from({ length: AT_ONCE }, openNext));
  await new SourceLibrary(options).find(REGISTRY_PACKAGE, REGISTRY_CONTRACT);
  await (await Compiler.open(COMPILERS[REGISTRY_PACKAGE], options)).close();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${ARC_VERSIONS.length} Arc releases in ${defaultCacheDir()} (${fetched} fetched, ${seconds} s)`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
