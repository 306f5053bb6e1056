import { expect } from "chai";

import { ADDRESS, saidOf } from "./support.js";

const founders = [{ address: ADDRESS, tokens: 1 }];
const HIDDEN = { orgName: "Top", default: { orgName: "All", noTrack: true } };

describe("what is said about the general parameters", () => {
  const CASES: [what: string, raw: unknown, said: string[], arcVersion?: string][] = [
    [
      "wrong names and switches",
      {
        orgName: "",
        tokenName: 7,
        tokenSymbol: "a\ud800",
        useDaoCreator: 1,
        unregisterOwner: "no",
        useUController: null,
        noTrack: 0,
      },
      [
        'orgName: it is empty; found ""; wanted a non-empty string',
        "tokenName: it has the wrong type; found 7; wanted a non-empty string",
        'tokenSymbol: it contains half a character (a lone surrogate); found "a\\ud800"; wanted a non-empty string',
        'unregisterOwner: it has the wrong type; found "no"; wanted true or false',
        "useUController: it has the wrong type; found null; wanted true or false",
        "useDaoCreator: it has the wrong type; found 1; wanted true or false",
        "noTrack: it has the wrong type; found 0; wanted true or false",
      ],
    ],
    [
      "keys that mean nothing",
      { unregisterOwnr: true, colour: 1, ["x".repeat(70)]: 1 },
      [
        'unregisterOwnr: unknown key; found the key "unregisterOwnr"; wanted the key "unregisterOwner"',
        'Warning: colour: unknown key, it has no effect; found the key "colour"; wanted a key of the specification',
        'Warning: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: unknown key, it has no effect; found the key "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; wanted a key of the specification',
      ],
    ],
    [
      "a universal controller that the release lacks",
      { useUController: true },
      [
        "Warning: useUController: Arc 0.0.1-rc.57 has no UController, so the DAO gets its own controller; found true; wanted false, or a release with UController",
      ],
    ],
    [
      "noTrack with DaoCreator",
      { noTrack: true, useDaoCreator: true, founders },
      [
        "Warning: noTrack: DaoCreator tracks the DAO anyway; found true; wanted useDaoCreator: false",
      ],
    ],
    [
      "a release that is not text",
      { arcVersion: 7 },
      ["arcVersion: it has the wrong type; found 7; wanted a non-empty string"],
    ],
    [
      "a release of blanks",
      { arcVersion: " " },
      [
        'arcVersion: Arc release " " does not exist. Expected a version such as 0.0.1-rc.57 or rc.57; there are 62, from 0.0.0-alpha.29 to 0.0.1-rc.57.; found " "; wanted an available release of Arc',
        'arcVersion: it is empty; found " "; wanted a non-empty string',
      ],
    ],
    [
      "a number",
      7,
      [": it is not an object; found 7; wanted an object with the parameters of a DAO"],
    ],
    [
      "lists that are nested deeply",
      { founders: JSON.parse("[".repeat(40) + "]".repeat(40)) as unknown },
      [
        "founders: it is nested too deeply; found a list of one; wanted at most 32 levels",
        "founders[0]: it is not an object; found a list of one; wanted an object with address, tokens, reputation",
      ],
    ],
    [
      "too many keys",
      { schemes: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`k${i}`, false])) },
      ["schemes: it has too many keys; found an object with 1001 keys; wanted at most 1000 keys"],
    ],
    [
      "a section that is not an object",
      { private: [], default: { orgName: "x" } },
      ["private: a section must be an object; found a list of 0; wanted an object of parameters"],
    ],
    [
      "a misspelled section",
      { mainet: {} },
      ['mainet: unknown key; found the key "mainet"; wanted the key "mainnet"'],
    ],
    [
      "a name that the section default hides",
      HIDDEN,
      ['Warning: orgName: it is hidden by default.orgName; found "Top"; wanted one of the two'],
    ],
  ];
  for (const [what, raw, said, arcVersion = "rc.57"] of CASES) {
    it(`is complete for ${what}`, async () => {
      expect(await saidOf(raw, { arcVersion })).to.deep.equal(said);
    });
  }
});
