import { expect } from "chai";
import fc from "fast-check";

import { IssueList, ParametersError } from "../../../src/foundation/params/file/issues.js";
import { parseParameters } from "../../../src/foundation/params/file/read-file.js";
import { parametersArbitrary } from "./arbitrary-parameters.js";
import { defined, resolve, without } from "./support.js";

/** Where a file for Kovan may have its parameters: at its top level or in a section. */
const sectionArbitrary = fc.constantFrom("", "default", "kovan");

/** Returns a file with the parameters in this section, next to sections that are not used. */
function placed(parameters: object, section: string): Record<string, unknown> {
  return section === ""
    ? { ...parameters, mainnet: { orgName: 7 } }
    : { $schema: "x", ropsten: 7, [section]: parameters };
}

const RUNS = process.env.ALL_CASES === undefined ? 60 : 200;

describe("any parameters file", () => {
  it("that is valid resolves to exactly what it says, without an issue", async () => {
    await fc.assert(
      fc.asyncProperty(
        parametersArbitrary(),
        sectionArbitrary,
        async ({ raw, expected }, section) => {
          const text = JSON.stringify(placed(raw, section));
          const file = parseParameters(text, new IssueList());
          const { parameters, warnings } = await resolve(file, { network: "kovan" });
          expect(warnings).to.deep.equal([]);
          // What contracts become is listed in golden documents.
          expect(
            defined(without(parameters, "standAloneContracts", "customSchemes")),
          ).to.deep.equal(expected);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("or any other input resolves or is refused with a list of mistakes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.anything({ withBigInt: true, withMap: true, withDate: true, withNullPrototype: true }),
          fc.record(
            Object.fromEntries(KEYS.map((key) => [key, fc.anything({ withBigInt: true })])),
            { requiredKeys: [] },
          ),
        ),
        async (raw) => {
          const { errors, resolved } = await outcome(raw);
          expect(resolved).to.equal(errors.length === 0);
        },
      ),
      { numRuns: 2 * RUNS },
    );
  });

  it("with any value in any place resolves or is refused with a list of mistakes", async () => {
    await fc.assert(
      fc.asyncProperty(
        parametersArbitrary({ maxFounders: 3 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        fc.anything({ withBigInt: true }),
        async ({ raw }, steps, value) => {
          const changed = structuredClone(raw) as Record<string, unknown>;
          putAt(changed, steps, value);
          const { errors, resolved } = await outcome(changed);
          expect(resolved).to.equal(errors.length === 0);
        },
      ),
      { numRuns: 2 * RUNS },
    );
  });
});

const KEYS = [
  "orgName",
  "arcVersion",
  "founders",
  "VotingMachinesParams",
  "schemes",
  "GenericScheme",
  "SchemeRegistrar",
  "StandAloneContracts",
  "CustomSchemes",
  "default",
  "kovan",
];

/** Replaces the value at the end of a path that is chosen by numbers. */
function putAt(
  value: Record<string, unknown>,
  steps: readonly number[],
  replacement: unknown,
): void {
  let place = value;
  for (const [i, step] of steps.entries()) {
    const keys = Object.keys(place);
    const key = keys[step % Math.max(keys.length, 1)];
    if (key === undefined) return;
    const inner = place[key];
    if (i === steps.length - 1 || typeof inner !== "object" || inner === null) {
      place[key] = replacement;
      return;
    }
    place = inner as Record<string, unknown>;
  }
}

/** Returns the mistakes; rethrows all errors except a list of mistakes. */
async function outcome(raw: unknown) {
  try {
    await resolve(raw, { network: "kovan" });
    return { resolved: true, errors: [] };
  } catch (error) {
    if (!(error instanceof ParametersError)) throw error;
    return { resolved: false, errors: error.issues };
  }
}
