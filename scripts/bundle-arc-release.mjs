// Writes the default Arc release into dist/arc, where the built package looks first (see
// src/foundation/arc/source/release-source.ts). The build runs it after tsc.
import { fileURLToPath } from "node:url";
import "./typescript.mjs";

const { ReleaseSource } = await import("../src/foundation/arc/source/release-source.ts");

try {
  const folder = fileURLToPath(new URL("../dist/arc", import.meta.url));
  await new ReleaseSource().carry(folder, { onFetch: (message) => console.log(message) });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
