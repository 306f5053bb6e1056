import { ADDRESS, itSays, type SaidCase } from "./support.js";

const founders = [{ address: ADDRESS, tokens: 1 }];
const HIDDEN = { orgName: "Top", default: { orgName: "All", noTrack: true } };

describe("what is said about the general parameters", () => {
  const CASES: SaidCase[] = [
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
    ],
    ["keys that mean nothing", { unregisterOwnr: true, colour: 1, ["x".repeat(70)]: 1 }],
    ["a universal controller that the release lacks", { useUController: true }],
    ["noTrack with DaoCreator", { noTrack: true, useDaoCreator: true, founders }],
    ["a release that is not text", { arcVersion: 7 }],
    ["a release of blanks", { arcVersion: " " }],
    ["a number", 7],
    [
      "lists that are nested deeply",
      { founders: JSON.parse("[".repeat(40) + "]".repeat(40)) as unknown },
    ],
    [
      "too many keys",
      { schemes: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`k${i}`, false])) },
    ],
    ["a section that is not an object", { private: [], default: { orgName: "x" } }],
    ["a misspelled section", { mainet: {} }],
    ["a name that the section default hides", HIDDEN],
  ];
  itSays(import.meta.dirname, "load-parameters.txt", CASES);
});
