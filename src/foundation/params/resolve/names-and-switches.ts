import { checkFields } from "../file/check-fields.js";
import type { Resolution } from "./resolution.js";

const ORG_NAME = "Example DAO";

/**
 * The DAO's names and switches, such as `unregisterOwner`, with the defaults of those that are missing. A switch that the
 * release cannot follow gives a warning.
 */
export function resolveNamesAndSwitches({ root, release }: Resolution) {
  const fields = checkFields("DaoSection", root);
  const { orgName = ORG_NAME, useUController = false, useDaoCreator = false } = fields;
  const { unregisterOwner = false, noTrack = false } = fields;
  if (useUController && release !== undefined && !release.has("UController")) {
    const message = `Arc ${release.version} has no UController, so the DAO gets its own controller`;
    root.at("useUController").warn("false, or a release with UController", message);
  }
  if (useDaoCreator && noTrack && release?.has("DAOTracker") === true) {
    root.at("noTrack").warn("useDaoCreator: false", "DaoCreator tracks the DAO anyway");
  }
  return {
    orgName,
    tokenName: fields.tokenName ?? `${orgName} Token`,
    tokenSymbol: fields.tokenSymbol ?? `${initials(orgName)}T`,
    unregisterOwner,
    useUController: useUController && release?.has("UController") !== false,
    useDaoCreator,
    noTrack,
  };
}

/** The first letters of the words, in upper case. */
function initials(name: string): string {
  return name
    .trim()
    .split(/\s+/u)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");
}
