import { expect } from "chai";

import { deployerAmong, isDeployer } from "../../../../src/engine/inspect/schemes/deployer.js";
import type { RegistrationDescription } from "../../../../src/engine/inspect/description.js";
import { account, scheme } from "../sample-inspection.js";

const registered = (how: RegistrationDescription["how"]): RegistrationDescription => ({
  ...{ event: "registered", block: 1, time: 1, transaction: "0x", by: account(9), how },
});

const of = (place: number, bytes: string, how: RegistrationDescription["how"]) => ({
  ...scheme({ address: account(place), code: "account" }, bytes),
  history: [registered(how)],
});

describe("the deploying account", () => {
  it("is the account that was registered when the controller was created", () => {
    expect(isDeployer(of(1, "0x00000001", "controller"))).to.equal(true);
    expect(isDeployer(of(1, "0x0000001f", "scheme"))).to.equal(false);
    const contract = { address: account(1), code: "arc", name: "Wallet" } as const;
    expect(isDeployer({ ...of(1, "0x0000001f", "controller"), contract })).to.equal(false);
  });

  it("comes before others with all permissions, which count if no events say who it is", () => {
    const [other, deployer] = [of(1, "0x0000001f", "scheme"), of(2, "0x0000001f", "controller")];
    expect(deployerAmong([other, deployer])).to.equal(deployer);
    expect(deployerAmong([of(2, "0x0000000f", "controller"), other])).to.equal(other);
    expect(deployerAmong([of(2, "0x0000000f", "controller")])).to.equal(undefined);
  });
});
