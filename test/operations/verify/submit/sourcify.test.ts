import { expect } from "chai";

import { Sourcify } from "../../../../src/operations/verify/submit/sourcify.js";
import { rejection } from "../../../rejection.js";
import { SUBMISSION, submitTo, type Answer } from "./explorer-server.js";

const ID = "72d12273-0723-448e-a9f6-f7957128efa5";
const JOB = `/v2/verify/${ID}`;
const CONTRACT = `/v2/contract/100/${SUBMISSION.address}`;
const VERIFY = `/v2/verify/100/${SUBMISSION.address}`;
const NOWHERE = { match: null, chainId: "100", address: SUBMISSION.address };
const NOT_VERIFIED: Answer = [404, { ...NOWHERE, creationMatch: null, runtimeMatch: null }];
const ACCEPTED: Answer = [202, { verificationId: ID }];

function job(isJobCompleted: boolean, more: Record<string, unknown> = {}): Answer {
  const started = { verificationId: ID, jobStartTime: "2026", contract: NOWHERE };
  return [200, { isJobCompleted, ...started, ...more }];
}

async function submit(answers: Record<string, readonly Answer[]>) {
  return await submitTo(
    (options) => new Sourcify(options),
    ({ path }) => path.replace("/v2/api", ""),
    { [CONTRACT]: [NOT_VERIFIED], ...answers },
  );
}

describe("Sourcify", () => {
  it("submits what version 2 of its API requires, and waits for the job", async () => {
    const { outcome, asked, notes } = await submit({
      [VERIFY]: [ACCEPTED],
      [JOB]: [job(false), job(false), job(true, { contract: { match: "exact_match" } })],
    });
    expect(outcome).to.deep.include({ status: "verified", message: "exact_match" });
    const posted = asked.find(({ method }) => method === "POST")!;
    expect(JSON.parse(posted.body)).to.deep.equal({
      stdJsonInput: SUBMISSION.input,
      compilerVersion: "0.5.17+commit.d19bba13",
      contractIdentifier: SUBMISSION.identifier,
      creationTransactionHash: SUBMISSION.creation.transaction,
    });
    expect(notes).to.match(/1 of 1: Avatar at 0x5FbDB.*: verified$/);
  });

  it("counts verified contracts as done, before and after it asks", async () => {
    const before = await submit({ [CONTRACT]: [[200, { match: "match" }]] });
    expect(before.outcome.status).to.equal("already verified");
    expect(before.asked.every(({ method }) => method === "GET")).to.equal(true);
    const already = {
      customCode: "already_verified",
      message: "is already verified",
      errorId: "1",
    };
    const meanwhile = await submit({ [VERIFY]: [[409, already]] });
    expect(meanwhile.outcome.status).to.equal("already verified");
    const late = await submit({
      [VERIFY]: [ACCEPTED],
      [JOB]: [job(true, { error: already })],
    });
    expect(late.outcome.status).to.equal("already verified");
  });

  it("waits for a job of an earlier run", async () => {
    const duplicate = { customCode: "duplicate_verification_request", message: "x", errorId: "1" };
    const { outcome } = await submit({
      [CONTRACT]: [NOT_VERIFIED, NOT_VERIFIED, [200, { match: "exact_match" }]],
      [VERIFY]: [[429, duplicate]],
    });
    expect(outcome.status).to.equal("verified");
  });

  it("waits as long as the rate limit says, and survives an outage", async () => {
    const limit = { customCode: "too_many_requests", message: "Too many requests", errorId: "1" };
    const { outcome, notes } = await submit({
      [CONTRACT]: [[503, "<html>"], NOT_VERIFIED],
      [VERIFY]: [[429, limit, { "retry-after": "0" }], ACCEPTED],
      [JOB]: [[502, "bad gateway"], job(true, { contract: { match: "match" } })],
    });
    expect(outcome.status).to.equal("verified");
    expect(notes).to.match(/limits the rate of requests; trying again in 0 s/);
  });

  it("reports why it failed", async () => {
    const error = { customCode: "no_match", message: "The bytecodes\u001b[8m do not match." };
    const failed = await submit({
      [VERIFY]: [ACCEPTED],
      [JOB]: [job(true, { error })],
    });
    expect(failed.outcome.status).to.equal("failed");
    expect(failed.outcome.message).to.equal("The bytecodes\\x1b[8m do not match.");
    const chain = { customCode: "unsupported_chain", message: "The chain is not supported" };
    const refused = await submit({ [VERIFY]: [[400, chain]] });
    expect(refused.outcome).to.deep.include({
      status: "failed",
      message: "HTTP 400: The chain is not supported",
    });
  });

  it("gives up after a while, and says that the next run continues", async () => {
    const error = await rejection(submit({ [CONTRACT]: [[500, "broken"]] }));
    expect(error.message).to.match(/did not answer in 8 attempts: HTTP 500.*count as done/);
  });
});
