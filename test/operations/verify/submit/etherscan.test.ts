import { expect } from "chai";

import { Etherscan } from "../../../../src/operations/verify/submit/etherscan.js";
import { rejection } from "../../../rejection.js";
import { SUBMISSION, submitTo, type Answer } from "./explorer-server.js";

const KEY = "ETHERSCANKEYOFATEST1234567890";
const OPEN: Answer = [200, { status: "1", message: "OK", result: [{ SourceCode: "" }] }];

function ok(result: string): Answer {
  return [200, { status: "1", message: "OK", result }];
}

function notOk(result: string): Answer {
  return [200, { status: "0", message: "NOTOK", result }];
}

const LIMIT = notOk("Max rate limit reached, please use API Key for higher rate limit");

interface Answers {
  readonly getsourcecode?: readonly Answer[];
  readonly verifysourcecode?: readonly Answer[];
  readonly checkverifystatus?: readonly Answer[];
}

async function submit(answers: Answers, kind: { hasChainIds: boolean; apiKey?: string }) {
  return await submitTo(
    (options) => new Etherscan({ ...options, ...kind }),
    ({ query }) => query.get("action") ?? "",
    { getsourcecode: [OPEN], ...answers },
  );
}

const ETHERSCAN = { hasChainIds: true, apiKey: KEY };
const BLOCKSCOUT = { hasChainIds: false };

describe("Etherscan", () => {
  it("submits what version 2 of its API requires, and waits for the job", async () => {
    const { outcome, asked, notes } = await submit(
      {
        verifysourcecode: [ok("a7lpxkm9kpcpicx7daftmjifrfhiuhf5vqqnawhkfhzfrcpnxj")],
        checkverifystatus: [
          notOk("Pending in queue"),
          notOk("Pending in queue"),
          ok("Pass - Verified"),
        ],
      },
      ETHERSCAN,
    );
    expect(outcome.status).to.equal("verified");
    const posted = asked.find(({ method }) => method === "POST")!;
    expect(Object.fromEntries(posted.query)).to.deep.equal({
      chainid: "100",
      module: "contract",
      action: "verifysourcecode",
      apikey: KEY,
    });
    const form = new URLSearchParams(posted.body);
    expect(Object.fromEntries(form)).to.deep.equal({
      contractaddress: SUBMISSION.address,
      sourceCode: JSON.stringify(SUBMISSION.input),
      codeformat: "solidity-standard-json-input",
      contractname: SUBMISSION.identifier,
      compilerversion: "v0.5.17+commit.d19bba13",
      constructorArguments: SUBMISSION.creation.arguments,
      constructorArguements: SUBMISSION.creation.arguments,
      licenseType: "5",
    });
    expect(asked.at(-1)?.query.get("guid")).to.match(/^a7lpx/);
    expect(notes).to.not.include(KEY);
  });

  it("counts verified contracts as done", async () => {
    const before = await submit(
      { getsourcecode: [[200, { status: "1", result: [{ SourceCode: "contract A {}" }] }]] },
      ETHERSCAN,
    );
    expect(before.outcome.status).to.equal("already verified");
    expect(before.asked).to.have.length(1);
    const said = notOk("Contract source code already verified");
    const meanwhile = await submit({ verifysourcecode: [said] }, ETHERSCAN);
    expect(meanwhile.outcome.status).to.equal("already verified");
    const late = { verifysourcecode: [ok("guid")], checkverifystatus: [notOk("Already Verified")] };
    expect((await submit(late, ETHERSCAN)).outcome.status).to.equal("already verified");
  });

  it("waits if the rate is limited, and until the explorer sees a new contract", async () => {
    const { outcome, notes } = await submit(
      {
        getsourcecode: [LIMIT, notOk("Max calls per sec rate limit reached (3/sec)"), OPEN],
        verifysourcecode: [LIMIT, notOk("Unable to locate ContractCode at 0x5FbD"), ok("guid")],
        checkverifystatus: [LIMIT, ok("Pass - Verified")],
      },
      ETHERSCAN,
    );
    expect(outcome.status).to.equal("verified");
    expect(notes.match(/limits the rate of requests/g)).to.have.length(4);
  });

  it("reports why it failed, without the key", async () => {
    const failed = await submit(
      {
        verifysourcecode: [ok("guid")],
        checkverifystatus: [notOk(`Fail - Unable to verify (apikey=${KEY})\u001b[2J`)],
      },
      ETHERSCAN,
    );
    expect(failed.outcome.status).to.equal("failed");
    expect(failed.outcome.message).to.match(/^Fail - Unable to verify/);
    expect(JSON.stringify(failed.outcome)).to.not.include(KEY).and.not.include("\\u001b");
  });

  it("stops if the key or the chain is refused", async () => {
    for (const said of [
      "Invalid API Key",
      "Missing or unsupported chainid parameter (required for v2 api)",
    ]) {
      const error = await rejection(submit({ getsourcecode: [notOk(said)] }, ETHERSCAN));
      expect(error.message)
        .to.match(/refused: .*Check ETHERSCAN_API_KEY/)
        .and.not.include(KEY);
    }
  });

  it("sends no key unencrypted to another machine", () => {
    const options = { ...ETHERSCAN, url: "http://explorer.example/api" };
    expect(() => new Etherscan(options)).to.throw(
      /The API key would be sent to explorer\.example unencrypted/,
    );
    expect(() => new Etherscan({ ...options, url: "nonsense" })).to.throw(/is not a URL/);
  });
});

describe("Blockscout", () => {
  it("accepts the same, without a chain ID and without a key", async () => {
    const { outcome, asked } = await submit(
      {
        getsourcecode: [notOk("Contract source code not verified")],
        verifysourcecode: [ok("5fbdb2315678afecb367f032d93f642f64180aa365000000")],
        checkverifystatus: [ok("Pending in queue"), ok("Pass - Verified")],
      },
      BLOCKSCOUT,
    );
    expect(outcome.status).to.equal("verified");
    for (const { query } of asked) expect([...query.keys()]).to.not.include.members(["chainid"]);
    expect(asked.some(({ query }) => query.has("apikey"))).to.equal(false);
  });

  it("counts verified contracts as done, and reports a failure", async () => {
    const already = notOk("Smart-contract already verified.");
    expect((await submit({ verifysourcecode: [already] }, BLOCKSCOUT)).outcome.status).to.equal(
      "already verified",
    );
    const failing = {
      verifysourcecode: [ok("id")],
      checkverifystatus: [ok("Fail - Unable to verify")],
    };
    expect((await submit(failing, BLOCKSCOUT)).outcome).to.deep.include({
      status: "failed",
      message: "Fail - Unable to verify",
    });
  });
});
