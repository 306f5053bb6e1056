import fc from "fast-check";

/** Where a file for kovan may hold its parameters: at its top level or in a section. */
export const sectionArbitrary = fc.constantFrom("", "default", "kovan");

/** The file with its parameters in this section, beside sections that do not count. */
export function placed(parameters: object, section: string): Record<string, unknown> {
  return section === ""
    ? { ...parameters, mainnet: { orgName: 7 } }
    : { $schema: "x", ropsten: 7, [section]: parameters };
}
