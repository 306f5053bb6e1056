import { GENESIS_PROTOCOL } from "./support.js";

/** A change that adds a mistake or an oddity to valid parameters. */
export interface Mutation {
  readonly name: string;
  readonly kind: "error" | "warning";
  /** True if the issue is reported at the top level, whichever section the parameters are in. */
  readonly atTop?: boolean;
  /**
   * Changes the parameters.
   * @param seed selects one of several places
   * @returns the path of the issue, or undefined if these parameters have no such place
   */
  apply(raw: Raw, seed: number): string | undefined;
}

type Raw = Record<string, unknown>;

interface Place {
  readonly value: Raw;
  readonly path: string;
}

/** Returns one of the list elements that fit, or undefined if none does. */
function element(
  raw: Raw,
  key: string,
  seed: number,
  fits: (element: Raw) => boolean = () => true,
): Place | undefined {
  const places = ((raw[key] ?? []) as Raw[])
    .map((value, i) => ({ value, path: `${key}[${i}]` }))
    .filter(({ value }) => fits(value));
  return places[seed % Math.max(places.length, 1)];
}

/**
 * Returns a mutation that sets a field in one element of a list.
 * @param below the rest of the path, below the field
 */
function setIn(
  list: string,
  field: string,
  value: unknown,
  fits?: (element: Raw) => boolean,
  below = "",
): Mutation {
  return {
    name: `${list}[].${field}: ${JSON.stringify(value)}`,
    kind: "error",
    apply: (raw, seed) => {
      const chosen = element(raw, list, seed, fits);
      if (chosen === undefined) return undefined;
      chosen.value[field] = value;
      return `${chosen.path}.${field}${below}`;
    },
  };
}

function setAtTop(key: string, value: unknown): Mutation {
  return {
    name: `${key}: ${JSON.stringify(value)}`,
    kind: "error",
    apply: (raw) => {
      raw[key] = value;
      return key;
    },
  };
}

const isNamed = (name: string) => (entry: Raw) => entry["name"] === name;

const isSet = (entry: Raw) => !("votingParamsHash" in entry);

/** Returns the custom schemes with their paths, from either form. */
function customSchemes(raw: Raw): Place[] {
  const section = raw["CustomSchemes"] as Raw[] | Record<string, Raw[]>;
  return Array.isArray(section)
    ? section.map((value, i) => ({ value, path: `CustomSchemes[${i}]` }))
    : Object.entries(section).flatMap(([key, list]) =>
        list.map((value, i) => ({ value, path: `CustomSchemes.${key}[${i}]` })),
      );
}

function customMutation(name: string, change: (value: Raw, path: string) => string | undefined) {
  return {
    name: `custom scheme: ${name}`,
    kind: "error" as const,
    apply: (raw: Raw, seed: number) => {
      const schemes = customSchemes(raw);
      const chosen = schemes[seed % Math.max(schemes.length, 1)];
      return chosen && change(chosen.value, chosen.path);
    },
  };
}

const GP_NUMBERS = Object.keys(GENESIS_PROTOCOL).filter((field) => field !== "voteOnBehalf");

const SECTIONS = ["SchemeRegistrar", "ContributionReward", "GenericScheme", "UpgradeScheme"];

export const MUTATIONS: readonly Mutation[] = [
  setAtTop("orgName", ""),
  setAtTop("tokenSymbol", 7),
  setAtTop("unregisterOwner", "true"),
  setAtTop("useDaoCreator", 1),
  setAtTop("founders", {}),
  setAtTop("VotingMachinesParams", {}),
  setAtTop("arcVersion", "0.0.1-rc.58"),
  setAtTop("unregisterOwnr", true),
  setAtTop("Founders", []),
  setIn("founders", "address", "0x90f8bf6a479f320ead074411a4b0e7944ea8c9c"),
  setIn("founders", "address", "0x90f8bf6A479f320ead074411a4B0e7944Ea8c9C1"),
  setIn("founders", "address", "0x0000000000000000000000000000000000000000"),
  setIn("founders", "tokens", -1),
  setIn("founders", "tokens", "0.0000000000000000001"),
  setIn("founders", "reputation", "1e70"),
  setIn("founders", "reputation", 12345678901234567000),
  setIn("founders", "reputaton", 1),
  ...GP_NUMBERS.flatMap((field) => [
    setIn("VotingMachinesParams", field, "-1", isSet),
    setIn("VotingMachinesParams", field, undefined, isSet),
  ]),
  setIn("VotingMachinesParams", "queuedVoteRequiredPercentage", 49, isSet),
  setIn("VotingMachinesParams", "thresholdConst", 1000, isSet),
  setIn(
    "VotingMachinesParams",
    "boostedVotePeriodLimit",
    0,
    (entry) => isSet(entry) && BigInt(entry["quietEndingPeriod"] as string) > 0n,
  ),
  setIn("VotingMachinesParams", "minimumDaoBounty", 0, isSet),
  setIn("VotingMachinesParams", "daoBountyConst", 0, isSet),
  setIn("VotingMachinesParams", "voteOnBehalf", "nobody", isSet),
  setIn("VotingMachinesParams", "votingParamsHash", "0x12", (entry) => !isSet(entry)),
  setIn("StandAloneContracts", "name", "NoSuchContract"),
  setIn(
    "StandAloneContracts",
    "params",
    [{ StandAloneContract: 99 }],
    isNamed("Competition"),
    "[0]",
  ),
  setIn("StandAloneContracts", "params", ["x", "y"], isNamed("DAOToken")),
  {
    name: "a founder twice",
    kind: "warning",
    apply: (raw, seed) => {
      const chosen = element(raw, "founders", seed);
      const founders = raw["founders"] as Raw[];
      if (chosen === undefined) return undefined;
      founders.push({ ...chosen.value });
      return `founders[${founders.length - 1}]`;
    },
  },
  {
    name: "a founder with nothing",
    kind: "warning",
    apply: (raw) => {
      const founders = raw["founders"] as Raw[];
      founders.push({ address: "0x000000000000000000000000000000000000dead" });
      return `founders[${founders.length - 1}]`;
    },
  },
  {
    name: "an unknown key",
    kind: "warning",
    apply: (raw) => {
      raw["remarks"] = "none";
      return "remarks";
    },
  },
  {
    name: "a scheme that is not among the five",
    kind: "error",
    apply: (raw) => {
      raw["schemes"] = { ...(raw["schemes"] as Raw), ReputationFromToken: true };
      return "schemes.ReputationFromToken";
    },
  },
  {
    name: "a section of a scheme that is switched off",
    kind: "warning",
    apply: (raw, seed) => {
      const scheme = SECTIONS[seed % SECTIONS.length] ?? "";
      if ((raw["schemes"] as Raw)[scheme] === true) return undefined;
      raw[scheme] = [{}];
      return scheme;
    },
  },
  {
    name: "a scheme without its section",
    kind: "warning",
    atTop: true,
    apply: (raw, seed) => {
      const scheme = SECTIONS.filter((name) => name !== "GenericScheme")[seed % 3] ?? "";
      delete raw[scheme];
      raw["schemes"] = { ...(raw["schemes"] as Raw), [scheme]: true };
      return scheme;
    },
  },
  {
    name: "vote parameters out of range",
    kind: "error",
    apply: (raw) => {
      raw["schemes"] = { ...(raw["schemes"] as Raw), UpgradeScheme: true };
      raw["UpgradeScheme"] = { voteParams: (raw["VotingMachinesParams"] as Raw[]).length };
      return "UpgradeScheme.voteParams";
    },
  },
  {
    name: "a function that does not exist",
    kind: "error",
    apply: (raw, seed) => {
      const chosen = element(raw, "StandAloneContracts", seed, isNamed("Wallet"));
      if (chosen === undefined) return undefined;
      chosen.value["runFunctions"] = [{ functionName: "transferOwnershp", params: [] }];
      return `${chosen.path}.runFunctions[0].functionName`;
    },
  },
  customMutation("permissions cut", (value, path) => {
    value["permissions"] = String(value["permissions"]).slice(0, -1);
    return `${path}.permissions`;
  }),
  customMutation("an argument less", (value, path) => {
    value["params"] = (value["params"] as unknown[]).slice(1);
    return `${path}.params`;
  }),
  customMutation("an argument of nothing", (value, path) => {
    const params = value["params"] as unknown[];
    value["params"] = [null, ...params.slice(1)];
    return `${path}.params[0]`;
  }),
  customMutation("an address out of range", (value, path) => {
    value["address"] = { StandAloneContract: 99 };
    return `${path}.address`;
  }),
];
