import { checkKeys, keysOf, sectionNames } from "./check-fields.js";
import { chainIdOf, namesOf, networkNameOf, type NetworkName } from "../../chain/networks.js";
import { Described, type IssueList } from "./issues.js";
import { OLDER_KEYS, refuseOlder } from "./older-files.js";
import { Place } from "./place.js";
import { isObject } from "../../support/is-object.js";
import type { PlainObject } from "./plain.js";
import { sectionsThatCount } from "../which-parameters.js";

/** Merges the parameters for one network; see `sectionsThatCount`. Ignores sections of other networks. */
export function mergeSections(
  file: PlainObject,
  network: NetworkName,
  issues: IssueList,
): PlainObject {
  const known = [...keysOf("DaoSection"), ...OLDER_KEYS];
  const merged = Object.create(null) as PlainObject;
  const isGeneral = (key: string) => !isSection(key, network) && !/^\$(schema|comment)$/.test(key);
  const topLevel = Object.fromEntries(Object.entries(file).filter(([key]) => isGeneral(key)));
  checkKeys(new Place(topLevel, issues), [...known, ...sectionNames(), "$schema"]);
  copyKnown(topLevel, merged, known);

  const root = new Place(file, issues);
  const own = namesOf(network).filter((name) => file[name] !== undefined);
  if (own.length > 1) {
    const names = own.map((name) => JSON.stringify(name)).join(" and ");
    const found = new Described(`the sections ${names}`);
    root.error("one of them", "both apply to this network", found);
  }
  const unlisted = Object.keys(file).filter(
    (key) => String(chainIdOf(key)) === key && networkNameOf(key) === key,
  );
  for (const key of network === "private" && own.length === 0 ? unlisted : []) {
    root.at(key).warn("the section private", "it has no effect on a development chain");
  }
  for (const section of sectionsThatCount(network)) {
    const place = root.at(section);
    const parameters = place.value;
    if (parameters === undefined) continue;
    if (!isObject(parameters)) {
      place.error("an object of parameters", "a section must be an object");
      continue;
    }
    checkKeys(place, known);
    if (section === "default") warnOfHidden(parameters, new Place(merged, issues));
    copyKnown(parameters, merged, known);
    for (const key of Object.keys(parameters)) issues.placeInSection(key, section);
  }
  refuseOlder(merged, issues);
  return merged;
}

function isSection(key: string, network: NetworkName): boolean {
  const known: readonly string[] = [...sectionNames(), ...namesOf(network)];
  return known.includes(key) || chainIdOf(key) !== undefined;
}

function copyKnown(from: PlainObject, to: PlainObject, known: readonly string[]): void {
  for (const key of known) {
    if (Object.hasOwn(from, key)) to[key] = from[key];
  }
}

function warnOfHidden(own: PlainObject, merged: Place): void {
  for (const key of Object.keys(own)) {
    const hidden = merged.at(key);
    if (hidden.value !== undefined) hidden.warn("one of the two", `it is hidden by default.${key}`);
  }
}
