/** Where truffle and Arc's Hardhat builds put build files, relative to the package's root. */
export const BUILD_FOLDER = "build/contracts/";

/** Whether a path relative to the package's root, with forward slashes, is a contract's build file. */
export function isBuildFile(path: string): boolean {
  return (
    path.startsWith(BUILD_FOLDER) &&
    path.endsWith(".json") &&
    !path.endsWith(".dbg.json") &&
    !path.includes("/build-info/")
  );
}

/** Whether a build file is directly in the folder. Hardhat nests those of dependencies. */
export function isFlat(path: string): boolean {
  return !path.slice(BUILD_FOLDER.length).includes("/");
}
