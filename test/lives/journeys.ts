import { expect } from "chai";
import { id as topicOf } from "ethers";

import { BuildFiles } from "../../src/foundation/arc/build-files.js";
import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import { DEFAULT_ARC_VERSION } from "../../src/foundation/arc/versions.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { resolveParameters } from "../../src/foundation/params/load-parameters.js";
import type { MigrationResult } from "../../src/foundation/result/result.js";
import type { LiveInputs } from "../../src/operations/run/live-inputs.js";
import { expectDao, expectOrganization, expectScheme } from "../engine/migration/expect-dao.js";
import { reader } from "../simulated-chain.js";
import { parametersOf } from "./people.js";
import { DEMO_MNEMONIC } from "./remember.js";
import { DEPLOYER, type World, type WorldState } from "./world.js";

/** What the user of a life wants. */
interface Journey {
  readonly inputs: (world: World) => Pick<LiveInputs, "sections" | "params"> & Partial<LiveInputs>;
  /** What is in the result file before. */
  readonly given: (world: World) => object;
  /** Holds what was made against what was wanted, as the chain says. */
  readonly expect: (
    world: World,
    state: WorldState,
    provider: Eip1193Provider,
    result: MigrationResult,
  ) => Promise<void>;
}

const dao = (forges: boolean): Journey => ({
  inputs: ({ base }) => ({
    sections: ["dao"],
    params: parametersOf(forges),
    stakingToken: base.DAOToken,
  }),
  given: ({ base }) => ({ base }),
  expect: async ({ base, release }, _state, provider, result) => {
    const { parameters } = await resolveParameters(parametersOf(forges), {
      network: "private",
      arcVersion: DEFAULT_ARC_VERSION,
      openRelease: async (version) => await openArcRelease(version),
      builds: new BuildFiles({ customAbis: "custom-abis" }),
    });
    await expectDao({ provider }, release, base, parameters, result.dao!, DEPLOYER.address);
  },
});

const base: Journey = {
  inputs: () => ({ sections: ["base"], params: {}, stakingToken: "deploy" }),
  given: () => ({}),
  expect: async ({ base, release }, _state, provider, result) => {
    const { arcVersion: _, ...contracts } = result.base!;
    const made = Object.entries(contracts);
    expect([...made.map(([name]) => name), "arcVersion"]).to.have.members(Object.keys(base));
    expect(new Set(made.map(([, address]) => address))).to.have.length(made.length);
    const codeOf = async (address: unknown) =>
      await provider.request({ method: "eth_getCode", params: [address, "latest"] });
    for (const [name, address] of made)
      expect(await codeOf(address), name).to.equal(await codeOf(Reflect.get(base, name)));
    const owner = await reader({ provider }, release)(
      "DAORegistry",
      result.base!.DAORegistry,
      "owner",
    );
    expect(owner).to.equal(DEPLOYER.address);
  },
};

const demo: Journey = {
  inputs: ({ base }) => ({
    sections: ["test"],
    params: {},
    stakingToken: base.DAOToken,
    testMnemonic: DEMO_MNEMONIC,
  }),
  given: ({ base }) => ({ base }),
  expect: async ({ base, release }, _state, provider, result) => {
    const read = reader({ provider }, release);
    const test = result.test!;
    await expectOrganization(read, test, "Controller");
    for (const scheme of test.Schemes) await expectScheme(read, "Controller", test, scheme);
    const states = [test.queuedProposalId, test.executedProposalId].map(
      async (id) => await read("GenesisProtocol", base.GenesisProtocol, "state", id),
    );
    expect(await Promise.all(states)).to.deep.equal([3n, 2n]);
  },
};

const PROPOSED = topicOf(
  "NewSchemeProposal(address,bytes32,address,address,bytes32,bytes4,string)",
);

const propose: Journey = {
  inputs: ({ base, dao }) => {
    const wanted = parametersOf(true, "Lived in");
    const schemes = { ...wanted.schemes, UpgradeScheme: true };
    return {
      sections: [],
      params: { ...wanted, schemes, UpgradeScheme: [{ voteParams: 0 }] },
      stakingToken: base.DAOToken,
      change: { avatar: dao.Avatar },
    };
  },
  given: ({ base, dao }) => ({ base, dao }),
  expect: async (_world, state) => {
    const proposals: string[] = [];
    for (let each: WorldState | undefined = state; each !== undefined; each = each.parent)
      proposals.push(
        ...each.effect.logs.flatMap(({ topics }) => topics.filter((topic) => topic === PROPOSED)),
      );
    expect(proposals).to.have.length(1);
    await Promise.resolve();
  },
};

export const JOURNEYS = { forge: dao(true), assemble: dao(false), base, demo, propose } as const;
