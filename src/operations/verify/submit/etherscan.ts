import { MigrationError } from "../../../foundation/support/errors.js";
import type { Submission } from "../submission.js";
import {
  type ExplorerAnswer,
  ExplorerHttp,
  type ExplorerOptions,
  type ExplorerVerdict,
} from "./explorer-http.js";

export const ETHERSCAN_URL = "https://api.etherscan.io/v2/api";

/** The most attempts until the explorer has seen a new contract. */
const MOST_LOOKS = 20;

const BUSY = /rate limit|max calls per sec/i;
const ALREADY = /already verified/i;
const REFUSED = /invalid api key|missing.*api ?key|missing or unsupported chainid/i;

interface EtherscanOptions extends ExplorerOptions {
  /** Whether one URL serves all chains, as at Etherscan. Blockscout has one for each. */
  readonly hasChainIds: boolean;
}

/** Submits sources to Etherscan, through version 2 of its API, or to Blockscout, which has the same API. */
export class Etherscan {
  readonly #http: ExplorerHttp;
  readonly #hasChainIds: boolean;

  constructor({ hasChainIds, ...options }: EtherscanOptions) {
    this.#http = new ExplorerHttp(options);
    this.#hasChainIds = hasChainIds;
  }

  /** @throws MigrationError if the service refuses the key or the chain */
  async isVerified(submission: Submission): Promise<boolean> {
    const { body } = await this.#call(submission, "getsourcecode", {
      address: submission.address,
    });
    const { status, result } = body;
    if (String(status) !== "1" || !Array.isArray(result)) return false;
    const [first] = result as readonly ({ readonly SourceCode?: unknown } | null)[];
    return typeof first?.SourceCode === "string" && first.SourceCode !== "";
  }

  /** @throws MigrationError if the answer is not in the API's format */
  async submit(submission: Submission): Promise<ExplorerVerdict> {
    const { address, input, identifier, source, creation } = submission;
    const encoded = creation.arguments ?? "";
    const form = {
      contractaddress: address,
      sourceCode: JSON.stringify(input),
      codeformat: "solidity-standard-json-input",
      contractname: identifier,
      compilerversion: `v${source.compiler}`,
      // The first name is the documented one now; the second was for years.
      constructorArguments: encoded,
      constructorArguements: encoded,
      ...(creation.arguments === undefined && { autodetectConstructorArguments: "true" }),
      licenseType: "5",
    };
    return await this.#http.untilDone(
      async () => {
        const { body } = await this.#call(submission, "verifysourcecode", {}, form);
        const said = String(body["result"] ?? body["message"]);
        if (ALREADY.test(said)) return { status: "already verified" };
        if (String(body["status"]) === "1") return await this.#untilDone(submission, said);
        return said.startsWith("Unable to locate ContractCode")
          ? undefined
          : this.#http.failed(said);
      },
      MOST_LOOKS,
      "It does not see the contract yet. Run the same command again later.",
    );
  }

  async #untilDone(submission: Submission, guid: string): Promise<ExplorerVerdict> {
    return await this.#http.untilDone(async () => {
      const { body } = await this.#call(submission, "checkverifystatus", { guid });
      const said = String(body["result"] ?? body["message"]);
      if (/^pass/i.test(said)) return { status: "verified" };
      if (ALREADY.test(said)) return { status: "already verified" };
      return /^(pending|in progress)/i.test(said) ? undefined : this.#http.failed(said);
    });
  }

  async #call(
    { chainId }: Submission,
    action: string,
    query: Readonly<Record<string, string>>,
    form?: Readonly<Record<string, string>>,
  ): Promise<ExplorerAnswer> {
    const chain: Record<string, string> = this.#hasChainIds ? { chainid: String(chainId) } : {};
    const answer = await this.#http.request(
      { query: { ...chain, module: "contract", action, ...query }, form },
      ({ body }) => BUSY.test(String(body["result"])),
    );
    const said = String(answer.body["result"]);
    if (REFUSED.test(said)) {
      throw new MigrationError(
        `${this.#http.place} refused: ${this.#http.clean(said)}. Check ETHERSCAN_API_KEY, and that the explorer has chain ` +
          `ID ${chainId}.`,
      );
    }
    return answer;
  }
}
