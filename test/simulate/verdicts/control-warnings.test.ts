import { expect } from "chai";

import type { ContractDescription, Inspection } from "../../../src/inspect/description.js";
import { describePermissions } from "../../../src/arc/permissions.js";
import type { Simulation, SimulationWarning } from "../../../src/simulate/simulation.js";
import { controlWarnings } from "../../../src/simulate/verdicts/control-warnings.js";
import { account, scheme, sampleInspection } from "../../inspect/sample-inspection.js";

type Requests = Simulation["proposal"]["requests"];

const before = sampleInspection();
const NOTHING = { notRead: "the node does not answer" };
const STRANGER = account(77);
const NEW = { address: account(80), code: "arc", name: "UpgradeScheme" } as const;
const CALLS: Requests = { kind: "calls", calls: [] };

function warnings(
  changes: Partial<Inspection>,
  requests: Requests = CALLS,
): readonly SimulationWarning[] {
  const after = { ...before, ...changes };
  const rest = { obstacle: undefined, redeemed: [], stages: [] };
  return controlWarnings(requests, { before, after, ...rest });
}

/** Returns the warnings if a new scheme gains permissions. */
function gains(
  contract: ContractDescription,
  bytes: string,
  requests?: Requests,
): readonly SimulationWarning[] {
  return warnings({ schemes: [...before.schemes, scheme(contract, bytes)] }, requests);
}

function registers(contract: ContractDescription, bytes: string): Requests {
  const paramsHash = `0x${"12".repeat(32)}`;
  return {
    kind: "registerScheme",
    scheme: contract,
    paramsHash,
    permissions: describePermissions(bytes),
  };
}

describe("controlWarnings", () => {
  it("says nothing if nobody gains anything", () => {
    expect(warnings({})).to.deep.equal([]);
    expect(
      warnings({ schemes: before.schemes.map((each) => scheme(each.contract, "0x00000001")) }),
    ).to.deep.equal([]);
  });

  it("does not conclude anything if the DAO's state afterwards is not read", () => {
    const rest = { obstacle: undefined, redeemed: [], stages: [] };
    const [only, ...others] = controlWarnings(CALLS, { before, after: NOTHING, ...rest });
    expect(others).to.deep.equal([]);
    expect(only).to.deep.include({
      id: "control",
      status: "inconclusive",
      what: "The DAO's state afterwards could not be read: the node does not answer.",
      todo: "Do not pass it until you know who would control the DAO.",
    });
  });

  it("warns of an account that gains permissions, even if the proposal says so", () => {
    const contract = { address: STRANGER, code: "account" } as const;
    const [only, ...others] = gains(contract, "0x0000001f", registers(contract, "0x0000001f"));
    expect(others).to.deep.equal([]);
    expect(only!.id).to.equal("account-gains-permissions");
    expect(only!.what).to.match(
      new RegExp(
        `^The account ${STRANGER} gains 0x0000001f \\(mint and burn .+; call any .+\\)\\.$`,
      ),
    );
    expect(only!.todo).to.match(/^Vote against it/);
  });

  it("warns of unknown code, with what it looks like", () => {
    const contract = { address: STRANGER, code: "unknown" } as const;
    const [plain] = gains(contract, "0x00000001");
    expect(plain!.id).to.equal("unknown-code-gains-permissions");
    expect(plain!.what).to.match(
      new RegExp(`^Unknown code at ${STRANGER} gains 0x00000001 \\(.+\\)\\.$`),
    );
    expect(plain!.check).to.include(`dao-migrate verify ${STRANGER}`);
    const [alike] = gains({ ...contract, looksLike: "a proxy" }, "0x00000001");
    expect(alike!.what).to.match(/\)\. It looks like a proxy\.$/);
  });

  it("names only what a scheme gains, not what it had", () => {
    const [first, ...rest] = before.schemes;
    const [only] = warnings({ schemes: [scheme(first!.contract, "0x00000011"), ...rest] });
    expect(only).to.deep.include({ id: "scheme-gains-permissions", status: "warning" });
    expect(only!.what).to.equal(
      `ContributionReward ${first!.contract.address} gains 0x00000010 (call any contract in the DAO's name).`,
    );
  });

  it("says whether the proposal asks for it", () => {
    const why = (requests: Requests) => gains(NEW, "0x00000003", requests)[0]!.why;
    expect(why(CALLS)).to.equal(
      "The proposal does not say so: it results from a call that it makes.",
    );
    expect(why(NOTHING)).to.equal(
      "The proposal does not say so: it results from a call that it makes.",
    );
    expect(why(registers(NEW, "0x00000003"))).to.match(/^From then on, its proposals can do this/);
    expect(why({ kind: "upgradeController", controller: NEW })).to.match(
      /^It is registered with the DAO's new controller\. From then on/,
    );
  });

  it("does not warn of a requested Arc scheme that gains no more than being registered", () => {
    expect(gains(NEW, "0x00000001", registers(NEW, "0x00000000"))).to.deep.equal([]);
    expect(gains(NEW, "0x00000001")).to.have.length(1);
  });

  it("warns of permissions whose highest bit is set, too", () => {
    for (const bytes of ["0x8000001f", "0xffffffff"]) {
      const [only] = gains(NEW, bytes, registers(NEW, bytes));
      expect(only!.id).to.equal("scheme-gains-permissions");
      expect(only!.what).to.match(
        new RegExp(`gains ${bytes} \\(mint and burn .+ no meaning in Arc's controllers\\)\\.$`),
      );
    }
  });

  it("does not count what a scheme that is no longer registered once had", () => {
    const former = { ...scheme(NEW, "0x0000001f"), registered: false };
    expect(warnings({ schemes: [...before.schemes, former] })).to.deep.equal([]);
  });

  it("warns if something of the DAO changes hands", () => {
    const { token, reputation, controller } = before;
    for (const [part, changes] of [
      ["The avatar's controller", { controller: { ...controller, address: STRANGER } }],
      ["The owner of the token", { token: { ...token, owner: STRANGER } }],
      ["The owner of the reputation", { reputation: { ...reputation, owner: STRANGER } }],
    ] as const) {
      const [only, ...others] = warnings(changes);
      expect(others).to.deep.equal([]);
      expect(only!.id).to.equal("controller-changes-hands");
      expect(only!.what).to.equal(`${part} changes from ${controller.address} to ${STRANGER}.`);
      expect(only!.check).to.equal(`What is at ${STRANGER}, and who controls it.`);
    }
  });

  it("does not pass over an owner that is not read afterwards", () => {
    const [only, ...others] = warnings({ token: { ...before.token, owner: NOTHING } });
    expect(others).to.deep.equal([]);
    expect(only).to.deep.include({
      id: "control",
      status: "inconclusive",
      what: `The owner of the token afterwards could not be read: the node does not answer. Before, it was ${before.controller.address}.`,
    });
  });
});
