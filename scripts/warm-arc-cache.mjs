// Fetches every Arc release into the user's cache, and the sources and compiler of a small contract, so that tests do
// not wait for the network.
import { tsImport } from "tsx/esm/api";

const AT_ONCE = 3;

const { openArcRelease } = await tsImport("../src/arc/open-release.ts", import.meta.url);
const { ARC_VERSIONS } = await tsImport("../src/arc/versions.ts", import.meta.url);
const { defaultCacheDir } = await tsImport("../src/support/user-folders.ts", import.meta.url);

const { COMPILERS } = await tsImport("../src/arc/compilation/source-packages.ts", import.meta.url);
const { SourceLibrary } = await tsImport(
  "../src/arc/compilation/source-packages.ts",
  import.meta.url,
);
const { Compiler } = await tsImport("../src/arc/compilation/compiler.ts", import.meta.url);
const { REGISTRY_CONTRACT, REGISTRY_PACKAGE } = await tsImport(
  "../src/arc/source/packages.ts",
  import.meta.url,
);

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
