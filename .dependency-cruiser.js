// @ts-check
import { FIXTURES_USE, FLOORS, LOOSE_FILES, ROOMS } from "./folder-order.js";

const folders = FLOORS.map(([folder]) => folder);

/** @param {readonly string[]} paths */
function inside(paths) {
  return `^(${paths.join("|")})/`;
}

/** @param {readonly string[]} paths */
function exactly(paths) {
  return `^(${paths.join("|")})$`;
}

/** @param {readonly string[]} order folders from top to bottom */
function onlyDownwards(order) {
  return order.slice(1).map((folder, index) => ({
    name: `${folder} imports only from below`,
    severity: /** @type {const} */ ("error"),
    from: { path: inside([folder]) },
    to: { path: inside(order.slice(0, index + 1)) },
  }));
}

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no import cycle",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      // An import that is not found would pass every rule below.
      name: "files of our own are found",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, path: "^[.]" },
    },
    ...onlyDownwards(folders),
    ...[...FLOORS, ...ROOMS].flatMap(([folder, ...rooms]) =>
      onlyDownwards(rooms.map((room) => `${folder}/${room}`)),
    ),
    {
      name: "folders do not import the package's index",
      severity: "error",
      from: { path: inside(folders) },
      to: { path: exactly(LOOSE_FILES) },
    },
    {
      name: "voice imports nothing of the rest",
      severity: "error",
      from: { path: "^src/voice/" },
      to: { path: "^(src|fixtures|tasks)/", pathNot: "^src/voice/" },
    },
    {
      name: "fixtures import only what folder-order.js lists",
      severity: "error",
      from: { path: "^fixtures/" },
      to: { path: "^src/", pathNot: exactly(FIXTURES_USE) },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    // Type imports count: who reads a file has to know what its types are.
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^src/typechain/" },
  },
};
