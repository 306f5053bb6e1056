import type { Submission } from "../submission.js";
import {
  AT_WORK,
  type ExplorerAnswer,
  ExplorerHttp,
  type ExplorerOptions,
  type ExplorerVerdict,
} from "./explorer-http.js";

export const SOURCIFY_URL = "https://sourcify.dev/server";

/** The most polls for a job: at 3 s each, an hour. */
const MOST_POLLS = 1200;

/** Submits sources to Sourcify, through version 2 of its API. */
export class Sourcify {
  readonly #http: ExplorerHttp;

  constructor(options: ExplorerOptions) {
    this.#http = new ExplorerHttp(options);
  }

  async isVerified({ chainId, address }: Submission): Promise<boolean> {
    const { body } = await this.#http.request({ path: `/v2/contract/${chainId}/${address}` });
    return isMatch(body["match"]);
  }

  /** @throws MigrationError if the answer is not in the API's format */
  async submit(submission: Submission): Promise<ExplorerVerdict> {
    const { chainId, address, input, identifier, source, creation } = submission;
    const answer = await this.#http.request({
      path: `/v2/verify/${chainId}/${address}`,
      json: {
        stdJsonInput: input,
        compilerVersion: source.compiler,
        contractIdentifier: identifier,
        creationTransactionHash: creation.transaction,
      },
    });
    const { verificationId, customCode } = answer.body;
    if (customCode === "already_verified") return { status: "already verified" };
    if (customCode === AT_WORK) return await this.#untilVerified(submission);
    if (answer.status !== 202 || typeof verificationId !== "string") return this.#failed(answer);
    return await this.#untilDone(verificationId);
  }

  async #untilDone(verificationId: string): Promise<ExplorerVerdict> {
    const path = `/v2/verify/${encodeURIComponent(verificationId)}`;
    for (let poll = 0; poll < MOST_POLLS; poll++) {
      const answer = await this.#http.request({ path });
      const { isJobCompleted, contract, error } = answer.body as {
        readonly isJobCompleted?: unknown;
        readonly contract?: { readonly match?: unknown };
        readonly error?: { readonly customCode?: unknown; readonly message?: unknown };
      };
      if (answer.status !== 200) return this.#failed(answer);
      if (isJobCompleted === true) {
        if (isMatch(contract?.match))
          return { status: "verified", message: String(contract?.match) };
        if (error?.customCode === "already_verified") return { status: "already verified" };
        const reason = typeof error?.message === "string" ? error.message : "no match";
        return { status: "failed", message: this.#http.clean(reason) };
      }
      await this.#http.poll();
    }
    return { status: "failed", message: "It is still working. Run the same command again later." };
  }

  /** Somebody else, or an earlier run, has submitted the same contract. */
  async #untilVerified(submission: Submission): Promise<ExplorerVerdict> {
    for (let poll = 0; poll < MOST_POLLS; poll++) {
      if (await this.isVerified(submission)) return { status: "verified" };
      await this.#http.poll();
    }
    return { status: "failed", message: "It is still working. Run the same command again later." };
  }

  #failed({ status, body }: ExplorerAnswer): ExplorerVerdict {
    const message = typeof body["message"] === "string" ? body["message"] : "no reason given";
    return { status: "failed", message: this.#http.clean(`HTTP ${status}: ${message}`) };
  }
}

function isMatch(value: unknown): boolean {
  return value === "exact_match" || value === "match";
}
