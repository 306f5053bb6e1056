import { expect } from "chai";

import {
  decideController,
  keepChangeOrReplace,
} from "../../../../src/operations/change/decide/keep-change-or-replace.js";

const at = (digit: string) => `0x${digit.repeat(40)}`;
const [MULTI_CALL, CALLER, RIGHT_CODE] = [at("a"), at("b"), "0.0.1-rc.57"];

/** A DAO with a scheme that is a stand-alone contract of the file, and another one that refers to it. */
function decide({ code = "arc" }: { readonly code?: string }) {
  const wanted = (index: number, name: string, values: readonly object[]) => ({
    ...{ name, index, values, path: ["CustomSchemes", index], contractNames: [name] },
    ...{ release: RIGHT_CODE, permissions: "0x00000011", votes: {}, calls: [] },
  });
  const scheme = (address: string, name: string, values: object, own = "arc") => ({
    contract: { address, name, code: own, releases: own === "arc" ? [RIGHT_CODE] : [] },
    permissions: { bytes: "0x00000011" },
    parameters: { kept: "own", values, votes: {}, refersTo: [] },
    ...{ registered: true, history: [{}], paramsHash: `0x${"0".repeat(64)}` },
  });
  const target = { name: "target", argument: { standAloneContract: 0 }, path: ["target"] };
  const matches = [
    {
      wanted: wanted(0, "Caller", [target]),
      scheme: scheme(CALLER, "Caller", { target: MULTI_CALL }),
    },
    { wanted: wanted(1, "MultiCall", []), scheme: scheme(MULTI_CALL, "MultiCall", {}, code) },
  ];
  const facts = {
    matches,
    inspection: {
      ...{ avatar: { address: at("1") }, controller: { address: at("2") } },
      ...{
        token: { contract: { address: at("3") } },
        reputation: { contract: { address: at("4") } },
      },
    },
    recorded: { StandAloneContracts: [{ name: "MultiCall", address: MULTI_CALL }] },
    customCode: {},
  };
  const parameters = {
    schemes: {},
    standAloneContracts: [{ name: "MultiCall" }],
    customSchemes: [{ name: "Caller" }, { name: "MultiCall", address: { standAloneContract: 0 } }],
  };
  const standAlone = {
    there: new Map([[0, { name: "MultiCall", address: MULTI_CALL }]]),
    ...{ missing: new Set<number>(), isListed: true, unproven: new Set<number>() },
  };
  type Terms = Parameters<typeof keepChangeOrReplace>;
  const decided = keepChangeOrReplace(
    facts as unknown as Terms[0],
    { parameters } as unknown as Terms[1],
    standAlone,
  );
  return {
    kept: [...decided.kept.keys()],
    changed: [...decided.changed.keys()],
    missing: [...standAlone.missing],
    why: decided.differences.get(0)?.join(),
  };
}

describe("keepChangeOrReplace", () => {
  it("keeps what is as in the file", () => {
    expect(decide({})).to.deep.equal({ kept: [0, 1], changed: [], missing: [], why: undefined });
  });

  it("replaces a scheme of one DAO that differs, and the schemes that refer to it", () => {
    expect(decide({ code: "unknown" })).to.deep.equal({
      ...{ kept: [], changed: [], missing: [0] },
      why: "Caller: target is StandAloneContracts[0] in the file, which must be deployed.",
    });
  });
});

describe("decideController", () => {
  const upgrading = { contract: { name: "UpgradeScheme" }, registered: true };
  const decide = (change: object = {}, wanted: object = {}, isRequested = true) => {
    const controller = { name: "Controller", releases: ["0.0.1-rc.33"], universal: false };
    const schemes = [{ ...upgrading, permissions: { bytes: "0x0000000b" } }];
    const facts = {
      inspection: { controller, schemes, ...change },
      wanted: { release: "0.0.1-rc.57", usesUController: false, ...wanted },
    } as unknown as Parameters<typeof decideController>[0];
    return decideController(facts, isRequested, []);
  };

  it("replaces another release's controller on request, if a scheme may", () => {
    expect(decide()).to.deep.equal({ keeps: false, made: [] });
    expect(decide({}, { release: "0.0.1-rc.33" })).to.deep.equal({ keeps: true });
    for (const [decided, why] of [
      [decide({}, {}, false), /pass --new-controller/],
      [decide({}, { usesUController: true }), /cannot move to a universal controller/],
      [decide({ schemes: [] }), /No registered UpgradeScheme.*put UpgradeScheme in the file/],
      [
        decide({ schemes: [{ ...upgrading, permissions: { bytes: "0x00000003" } }] }),
        /No registered UpgradeScheme/,
      ],
    ] as const) {
      expect(decided.keeps && decided.why).to.match(why);
    }
  });
});
