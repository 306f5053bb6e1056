import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";

import daoMigration from "../../../src/index.js";
import { rejection } from "../../rejection.js";

/** Returns the runtime environment of a project with this `dao` key. */
async function projectWith(dao: unknown) {
  const config = { plugins: [daoMigration], dao } as Parameters<
    typeof createHardhatRuntimeEnvironment
  >[0];
  return await createHardhatRuntimeEnvironment(config);
}

describe("the key dao of hardhat.config", () => {
  const DEFAULTS = {
    ...{ arcVersion: undefined, params: undefined, voice: undefined },
    output: "migration.json",
    customAbis: "custom-abis",
    allowUnrehearsed: false,
    check: { silenced: [] },
    networks: {},
    avatars: {},
  };

  it("may be left out", async () => {
    expect((await projectWith(undefined)).config.dao).to.deep.equal(DEFAULTS);
  });

  it("keeps what is given", async () => {
    const dao = {
      arcVersion: "rc.40",
      params: "dao.json",
      output: "out.json",
      customAbis: "abis",
      allowUnrehearsed: true,
      check: { silenced: [{ rule: "names", reason: "an old name" }] },
      networks: {},
      avatars: { mainnetFork: "0x519b70055af55A007110B4Ff99b0eA33071c720a" },
    };
    expect((await projectWith(dao)).config.dao).to.deep.equal({ ...dao, voice: undefined });
    const { config } = await projectWith({ arcVersion: "rc.40", output: undefined });
    expect(config.dao).to.deep.equal({ ...DEFAULTS, arcVersion: "rc.40" });
  });

  for (const [what, dao, wanted] of [
    [
      "a misspelt key",
      { arcVersoin: "rc.57" },
      ["config.dao.arcVersoin", "Did you mean arcVersion?"],
    ],
    [
      "an unknown key",
      { gasPrice: 5 },
      [
        "config.dao.gasPrice",
        "The keys are arcVersion, params, output, customAbis, allowUnrehearsed, check, networks, avatars, voice.",
      ],
    ],
    [
      "a misspelt key of a network",
      { networks: { 42161: { expolrer: "https://arbiscan.io" } } },
      ["config.dao.networks.42161.expolrer", "Did you mean explorer?"],
    ],
    [
      "an unknown key of a silence",
      { check: { silenced: [{ rule: "names", reason: "an old name", params: "x" }] } },
      ["config.dao.check.silenced.0.params", "The keys are rule, where, reason."],
    ],
    ["an unknown key of check", { check: { output: 1 } }, ["The keys are silenced."]],
    [
      "a silence without a reason",
      { check: { silenced: [{ rule: "names" }] } },
      ["config.dao.check.silenced.0.reason"],
    ],
    [
      "an avatar that is no address",
      { avatars: { mainnetFork: "0x519b70055af55A007110B4Ff99b0eA33071c720A" } },
      ["config.dao.avatars.mainnetFork", "Expected an address", "a valid checksum"],
    ],
    ["an empty path", { output: "" }, ["config.dao.output: Expected a path."]],
    [
      "a network by its name",
      { networks: { mainnet: {} } },
      ["config.dao.networks.mainnet: Expected a chain ID, such as 42161."],
    ],
    [
      "a network with the name of another",
      { networks: { 11155111: { name: "mainnet" } } },
      ["config.dao.networks.11155111.name", "mainnet is the chain with ID 1."],
    ],
    [
      "a token by its symbol",
      { networks: { 1: { stakingToken: "GEN" } } },
      ["config.dao.networks.1.stakingToken: Expected deploy, or an address"],
    ],
    [
      "an owner that is no address",
      { networks: { 1: { registryOwner: "me" } } },
      ["config.dao.networks.1.registryOwner: Expected an address"],
    ],
    [
      "a key that is no text",
      { voice: { apiKey: 5 } },
      ["config.dao.voice.apiKey", "configVariable"],
    ],
    ["a number", { arcVersion: 57 }, ["config.dao.arcVersion"]],
    ["a list", [], ["config.dao"]],
    ["an unknown release", { arcVersion: "rc.58" }, ["config.dao.arcVersion", "rc.57"]],
  ] as [string, unknown, string[]][]) {
    it(`is refused with ${what}`, async () => {
      const { message } = await rejection(projectWith(dao));
      for (const part of ["Invalid config", ...wanted]) expect(message).to.include(part);
    });
  }

  it("adds the hardforks of chains that forks need, and leaves a project's own as they are", async () => {
    const { config } = await createHardhatRuntimeEnvironment({
      plugins: [daoMigration],
      chainDescriptors: {
        77: { name: "Own", hardforkHistory: { shanghai: { blockNumber: 5 } } },
        42: { name: "Named only" },
      },
    });
    const historyOf = (id: bigint) => [
      ...(config.chainDescriptors.get(id)?.hardforkHistory?.keys() ?? []),
    ];
    for (const id of [4n, 100n, 1337n, 31337n])
      expect(historyOf(id), String(id)).to.deep.equal(["prague"]);
    expect(historyOf(77n)).to.deep.equal(["shanghai"]);
    expect(config.chainDescriptors.get(42n)?.name).to.equal("Named only");
    expect(historyOf(42n)).to.deep.equal(["prague"]);
    expect(config.chainDescriptors.get(100n)?.blockExplorers).to.not.deep.equal({});
  });
});
