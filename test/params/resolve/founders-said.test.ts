import { expect } from "chai";

import { ADDRESS, OTHER_ADDRESS, saidOf, ZERO_ADDRESS } from "../support.js";

const HALF = String(2n ** 127n / 10n ** 18n + 1n);
const ALL = String(2n ** 256n / 10n ** 18n);

describe("what is said about founders", () => {
  const CASES: [what: string, raw: unknown, said: string[], arcVersion?: string][] = [
    [
      "an object in place of a list",
      { founders: { address: ADDRESS } },
      ["founders: it is not a list; found an object with address; wanted a list of founders"],
    ],
    [
      "none at all, with DaoCreator",
      { useDaoCreator: true },
      [
        "founders: DaoCreator needs at least one founder; found nothing; wanted at least one founder, or useDaoCreator: false",
      ],
    ],
    [
      "an empty list, with DaoCreator",
      { useDaoCreator: true, founders: [] },
      [
        "founders: DaoCreator needs at least one founder; found a list of 0; wanted at least one founder, or useDaoCreator: false",
      ],
    ],
    [
      "a number, with DaoCreator",
      { useDaoCreator: true, founders: 7 },
      ["founders: it is not a list; found 7; wanted a list of founders"],
    ],
    [
      "values that are no amounts or addresses",
      {
        founders: [
          { address: ADDRESS.replace("F8bf", "f8bf"), tokens: -1, reputation: "many" },
          { tokens: 1 },
          "0x",
          { address: ADDRESS, token: 1, reputation: null },
          { address: OTHER_ADDRESS, reputation: "0.0000000000000000001" },
        ],
      },
      [
        'founders[0].address: the checksum of the address is wrong; found "0x90f8bf6A479f320ead074411a4B0e7944Ea8c9C1"; wanted 0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1 if the letters are right and only their case is not',
        'founders[0].tokens: an amount cannot be negative; found -1; wanted an amount in whole tokens with up to 18 decimals, as a number or a string ("0.5")',
        'founders[0].reputation: it is not a number; found "many"; wanted an amount in whole tokens with up to 18 decimals, as a number or a string ("0.5")',
        "founders[1].address: it is missing; found nothing; wanted an address: 0x and 40 hex digits",
        'founders[2]: it is not an object; found "0x"; wanted an object with address, tokens, reputation',
        'founders[3].token: unknown key; found the key "token"; wanted the key "tokens"',
        'founders[3].reputation: it has the wrong type; found null; wanted an amount in whole tokens with up to 18 decimals, as a number or a string ("0.5")',
        'founders[4].reputation: it has 19 decimals, more than 18; found "0.0000000000000000001"; wanted an amount in whole tokens with up to 18 decimals, as a number or a string ("0.5")',
        'Warning: founders[3]: the founder gets nothing; found "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"; wanted tokens or reputation above 0',
        'Warning: founders[4]: the founder gets nothing; found "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0"; wanted tokens or reputation above 0',
      ],
    ],
    [
      "the zero address",
      { founders: [{ address: ZERO_ADDRESS, reputation: 1 }] },
      [
        'founders[0].address: nothing can be minted to the zero address; found "0x0000000000000000000000000000000000000000"; wanted the address of an account',
      ],
    ],
    [
      "more reputation than fits",
      {
        founders: [
          { address: ADDRESS, reputation: HALF },
          { address: OTHER_ADDRESS, reputation: HALF, tokens: HALF },
        ],
      },
      [
        "founders: the reputation of all founders together exceed what the contract can store; found 340282366920938463464000000000000000000; wanted less than 340282366920938463463374607431768211456 wei in total",
      ],
    ],
    [
      "more tokens than fit",
      {
        founders: [
          { address: ADDRESS, tokens: ALL, reputation: 1 },
          { address: OTHER_ADDRESS, tokens: 1 },
        ],
      },
      [
        "founders: the tokens of all founders together exceed what the contract can store; found 115792089237316195423570985008687907853269984665640564039458000000000000000000; wanted less than 115792089237316195423570985008687907853269984665640564039457584007913129639936 wei in total",
      ],
    ],
    [
      "one who is listed three times, and one who gets nothing",
      {
        founders: [
          { address: OTHER_ADDRESS, tokens: 0 },
          { address: ADDRESS, tokens: 1 },
          { address: ADDRESS, tokens: 1 },
          { address: ADDRESS, tokens: 1 },
        ],
      },
      [
        'Warning: founders[2]: already listed as founders[1]; the amounts are added; found "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"; wanted each founder once',
        'Warning: founders[3]: already listed as founders[1]; the amounts are added; found "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"; wanted each founder once',
        'Warning: founders[0]: the founder gets nothing; found "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0"; wanted tokens or reputation above 0',
      ],
    ],
  ];
  for (const [what, raw, said, arcVersion = "rc.57"] of CASES) {
    it(`is complete for ${what}`, async () => {
      expect(await saidOf(raw, { arcVersion })).to.deep.equal(said);
    });
  }
});
