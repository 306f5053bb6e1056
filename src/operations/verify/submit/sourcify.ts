import type { Submission } from "../submission.js";
import {
  AT_WORK,
  type ExplorerAnswer,
  ExplorerHttp,
  type ExplorerOptions,
  type ExplorerVerdict,
} from "./explorer-http.js";

export const SOURCIFY_URL = "https://sourcify.dev/server";

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
    return await this.#http.untilDone(async () => {
      const answer = await this.#http.request({ path });
      const { isJobCompleted, contract, error } = answer.body as {
        readonly isJobCompleted?: unknown;
        readonly contract?: { readonly match?: unknown };
        readonly error?: { readonly customCode?: unknown; readonly message?: unknown };
      };
      if (answer.status !== 200) return this.#failed(answer);
      if (isJobCompleted !== true) return undefined;
      const match = contract?.match;
      if (isMatch(match)) return { status: "verified", message: String(match) };
      if (error?.customCode === "already_verified") return { status: "already verified" };
      return this.#http.failed(typeof error?.message === "string" ? error.message : "no match");
    });
  }

  /** Somebody else, or an earlier run, has submitted the same contract. */
  async #untilVerified(submission: Submission): Promise<ExplorerVerdict> {
    return await this.#http.untilDone(async () =>
      (await this.isVerified(submission)) ? { status: "verified" } : undefined,
    );
  }

  #failed({ status, body }: ExplorerAnswer): ExplorerVerdict {
    const message = typeof body["message"] === "string" ? body["message"] : "no reason given";
    return this.#http.failed(`HTTP ${status}: ${message}`);
  }
}

function isMatch(value: unknown): boolean {
  return value === "exact_match" || value === "match";
}
