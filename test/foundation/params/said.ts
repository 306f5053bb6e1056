import { writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";

import { expect } from "chai";

import { signature } from "../../../src/foundation/arc/abi.js";
import type { AbiEntry } from "../../../src/foundation/arc/artifact.js";
import { readCases } from "../../recorded.js";
import { constructorOf, fn, withCustomAbis } from "./build-files.js";
import {
  ADDRESS,
  GENESIS_PROTOCOL,
  OTHER_ADDRESS,
  resolve,
  saidOf,
  without,
  ZERO_ADDRESS,
  type TestContext,
} from "./support.js";

const NUMBERS = [50, 1800, 600, 600, 2000, 300, 0, 1, "100000000000000000000", 10, 0];
const PARAMS = ["GenesisProtocolAddress", 0, NUMBERS, ZERO_ADDRESS, [ADDRESS], true, "hash"];
/** What the contract of a founder's reputation can store, in wei. */
const LIMIT = 2n ** 128n;
const ether = (wei: bigint) => `${wei / 10n ** 18n}.${wei % 10n ** 18n}`;

/** What cases call by name: `"$ADDRESS"`, or with changes `{ "...": "GENERIC", "alias": "Calls" }`. */
const NAMES: Readonly<Record<string, unknown>> = {
  ...{ ADDRESS, OTHER_ADDRESS, ZERO_ADDRESS, GENESIS_PROTOCOL, NUMBERS, PARAMS },
  UNDEFINED: undefined,
  VOTES: { VotingMachinesParams: [GENESIS_PROTOCOL] },
  TWO_VOTES: { VotingMachinesParams: [GENESIS_PROTOCOL, GENESIS_PROTOCOL] },
  ABSOLUTE: { AbsoluteVote: { votePerc: 50, voteOnBehalf: ZERO_ADDRESS } },
  OLDER: without(GENESIS_PROTOCOL, "minimumDaoBounty", "proposingRepReward"),
  BELOW: Object.fromEntries(Object.keys(GENESIS_PROTOCOL).map((field) => [field, "-1"])),
  GENERIC: {
    ...{ name: "GenericScheme", fromArc: true, permissions: "0x00000010" },
    params: ["GenesisProtocolAddress", { voteParams: 0 }, ADDRESS],
  },
  FACTORY: {
    ...{ schemeName: "GenericSchemeMultiCall", name: "GenericSchemeMultiCall", fromArc: true },
    ...{ fromFactory: true, params: PARAMS, permissions: "0x00000010" },
  },
  UNIVERSAL: {
    ...{ name: "VoteInOrganizationScheme", fromArc: true, isUniversal: true },
    permissions: "0x00000010",
  },
  COMPETITION: { name: "Competition", fromArc: true },
  TOKEN: { name: "DAOToken", fromArc: true, constructor: true },
  HASH: `0x${"ab".repeat(32)}`,
  LONG: "x".repeat(70),
  HALF: String(LIMIT / 2n / 10n ** 18n + 1n),
  ALL: String(2n ** 256n / 10n ** 18n),
  ...{ LIMIT: ether(LIMIT), MOST: ether(LIMIT - 1n), BEYOND: 2n ** 53n },
  NESTED: JSON.parse("[".repeat(40) + "]".repeat(40)),
  MANY_SWITCHES: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`k${i}`, false])),
  BROKEN_TEXT: "a\ud800",
};

const INITIALIZE = [fn("initialize", "address avatar")];
/** Contracts in custom-abis. */
const BUILDS: Readonly<Record<string, Parameters<typeof withCustomAbis>[0]>> = {
  SCHEMES: {
    Bare: INITIALIZE,
    Interface: JSON.stringify({ contractName: "Interface", abi: INITIALIZE }),
    Built: [...INITIALIZE, constructorOf("uint256")],
  },
  CONTRACTS: {
    Box: [
      ...[constructorOf("uint256 size"), fn("initialize", "uint256 size")],
      ...[fn("set", "uint256"), fn("set", "address"), fn("set", "uint8"), fn("set")],
    ],
    Bag: [fn("initialize", "uint256 size")],
    Lid: [fn("open")],
  },
};

/**
 * Reads cases from a golden file, and compares what they become: every mistake and warning, and, unless they are refused,
 * what differs from parameters that say nothing. A case begins with `> `, the release that it is for (default: rc.57) or
 * the name of its contracts, and parameters. `GOLDEN=write` writes what follows.
 */
export function itSays(test: string, name: string): void {
  it(`is as in ${name}.txt`, async () => {
    const file = path.join(test, "golden", `${name}.txt`);
    const texts = readCases(file).map(async ([title, text]) => {
      const [given, where = "rc.57", json = ""] = /^> (?:(\S+) )?([[{\d].*)/.exec(text) ?? [];
      const raw = valueOf(JSON.parse(json));
      const said = async (context: TestContext) =>
        [...(await saidOf(raw, context)), ...(await meaningOf(raw, context))].join("\n");
      const builds = BUILDS[where];
      const found =
        builds === undefined
          ? await said({ arcVersion: where })
          : await withCustomAbis(builds, async (customAbis) =>
              (await said({ customAbis })).replaceAll(customAbis, "custom-abis"),
            );
      return [text, `${given}\n${found}`.trim(), title] as const;
    });
    const cases = await Promise.all(texts);
    if (process.env.GOLDEN === "write" && process.env.CI === undefined) {
      writeFileSync(file, cases.map(([, found, title]) => `### ${title}\n${found}\n`).join("\n"));
    }
    for (const [text, found, title] of cases) expect(found, title).to.equal(text);
  });
}

/** Replaces names by what they stand for. */
function valueOf(json: unknown): unknown {
  if (typeof json === "string" && json.startsWith("$")) return NAMES[json.slice(1)];
  if (Array.isArray(json)) return json.map(valueOf);
  if (typeof json !== "object" || json === null) return json;
  const { "...": base, ...fields } = json as Record<string, unknown>;
  const own = Object.entries(fields).map(([key, value]) => [key, valueOf(value)]);
  return Object.assign({}, NAMES[String(base)], Object.fromEntries(own));
}

/** Returns what parameters say that others do not, one value or list entry per line; nothing if they are refused. */
async function meaningOf(raw: unknown, context: TestContext): Promise<string[]> {
  const usual = (await resolve({ VotingMachinesParams: [GENESIS_PROTOCOL] }, context)).parameters;
  const found = await resolve(raw, context).catch(() => undefined);
  return Object.entries(found?.parameters ?? {}).flatMap(([key, value]: [string, unknown]) => {
    if (isDeepStrictEqual(value, usual[key as keyof typeof usual])) return [];
    const list = key === "schemes" ? Object.entries(value!).filter(hasEntries) : [value].flat();
    return list.map((each, index) => {
      const isUsual = isDeepStrictEqual(each, usual.votingMachinesParams[0]);
      const place = list.length > 1 ? `${key}[${index}]` : key;
      return `${place} = ${isUsual ? "the usual ones" : written(each)}`;
    });
  });
}

const hasEntries = ([, list]: [string, unknown]) => (list as readonly unknown[]).length > 0;

/** JSON with ABI entries as signatures. */
function written(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === "bigint") return String(each);
    return typeof each === "object" && each !== null && "inputs" in each
      ? signature(each as AbiEntry)
      : each;
  });
}
