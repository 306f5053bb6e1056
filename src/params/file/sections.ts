import type { NetworkName } from "../../chain/networks.js";
import type { IssueList } from "./issues.js";
import type { PlainObject } from "./plain.js";
import { isObject } from "./plain.js";
import { flatSchema, SECTIONS } from "./schema.js";
import { checkKeys } from "./unknown-keys.js";

/**
 * The parameters that hold on one network: the top level, over it the section `default`, over it the
 * network's own section, key by key (a section replaces a whole list such as `founders`). Sections of
 * other networks are not looked at.
 */
export function mergeSections(
  file: PlainObject,
  network: NetworkName,
  issues: IssueList,
): PlainObject {
  const known = Object.keys(flatSchema.shape);
  const merged = Object.create(null) as PlainObject;
  const topLevel = { ...file };
  for (const section of SECTIONS) {
    delete topLevel[section];
  }
  delete topLevel.$schema;
  delete topLevel.$comment;
  checkKeys(topLevel, [...known, ...SECTIONS, "$schema"], [], issues);
  copyKnown(topLevel, merged, known);

  for (const section of ["default", network]) {
    const own = file[section];
    if (own === undefined) {
      continue;
    }
    if (!isObject(own)) {
      issues.error([section], own, "an object of parameters", "a section is an object");
      continue;
    }
    checkKeys(own, known, [section], issues);
    if (section === "default") {
      warnOfHidden(own, merged, issues);
    }
    copyKnown(own, merged, known);
    for (const key of Object.keys(own)) {
      issues.placeInSection(key, section);
    }
  }
  return merged;
}

function copyKnown(from: PlainObject, to: PlainObject, known: readonly string[]): void {
  for (const key of known) {
    if (Object.hasOwn(from, key)) {
      to[key] = from[key];
    }
  }
}

function warnOfHidden(own: PlainObject, merged: PlainObject, issues: IssueList): void {
  for (const key of Object.keys(own)) {
    if (Object.hasOwn(merged, key)) {
      issues.warn([key], merged[key], "one of the two", `it is hidden by default.${key}`);
    }
  }
}
