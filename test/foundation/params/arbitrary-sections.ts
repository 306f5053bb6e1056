import fc from "fast-check";

/** Where a file for Kovan may have its parameters: at its top level or in a section. */
export const sectionArbitrary = fc.constantFrom("", "default", "kovan");

/** Returns a file with the parameters in this section, next to sections that are not used. */
export function placed(parameters: object, section: string): Record<string, unknown> {
  return section === ""
    ? { ...parameters, mainnet: { orgName: 7 } }
    : { $schema: "x", ropsten: 7, [section]: parameters };
}
