import type { Etherscan } from "../../../../src/operations/verify/submit/etherscan.js";
import type {
  ExplorerOptions,
  SubmissionOutcome,
} from "../../../../src/operations/verify/submit/explorer-http.js";
import type { Sourcify } from "../../../../src/operations/verify/submit/sourcify.js";
import { submitAll } from "../../../../src/operations/verify/submit/submit.js";
import type { Submission } from "../../../../src/operations/verify/submission.js";
import { openAnswering } from "../../../open-server.js";

/** A contract to submit to an explorer. */
export const SUBMISSION: Submission = {
  name: "Avatar",
  address: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  chainId: 100,
  source: {
    from: "@daostack/arc@0.0.1-rc.57",
    file: "contracts/controller/Avatar.sol",
    contractName: "Avatar",
    compiler: "0.5.17+commit.d19bba13",
    input: {},
    bytecode: "0x6080",
  },
  input: { language: "Solidity", sources: { "A.sol": { content: "contract A {}" } }, settings: {} },
  identifier: "contracts/controller/Avatar.sol:Avatar",
  creation: { transaction: `0x${"ab".repeat(32)}`, arguments: "00".repeat(31) + "07" },
};

/** A request to the explorer. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** An explorer's answer: status, body and headers. */
export type Answer = readonly [status: number, body: unknown, headers?: Record<string, string>];

/** Starts a fake explorer that answers with a function, and records the requests. */
export async function openExplorerServer(answer: (asked: Asked) => Answer) {
  const asked: Asked[] = [];
  const { url, close } = await openAnswering((body, request) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "", "http://explorer");
    asked.push({ method: request.method ?? "", path, query, body });
    const [status, content, headers] = answer(asked.at(-1)!);
    return { status, body: content, headers };
  });
  return { url, asked, close };
}

/**
 * Submits the contract to a fake explorer.
 * @param answers for each kind of request; the last answer repeats
 */
export async function submitTo(
  open: (options: ExplorerOptions) => Etherscan | Sourcify,
  kindOf: (asked: Asked) => string,
  answers: Readonly<Record<string, readonly Answer[]>>,
): Promise<{ outcome: SubmissionOutcome; asked: readonly Asked[]; notes: string }> {
  const used = new Map<string, number>();
  const server = await openExplorerServer((asked) => {
    const kind = kindOf(asked);
    const list = answers[kind] ?? [[500, "no such path"] as const];
    const index = used.get(kind) ?? 0;
    used.set(kind, index + 1);
    return list[Math.min(index, list.length - 1)]!;
  });
  const notes: string[] = [];
  const onNote = (note: string) => notes.push(note);
  try {
    const explorer = open({ url: `${server.url}/v2/api`, pollInterval: 1, backoff: 1, onNote });
    const [outcome] = await submitAll([SUBMISSION], explorer, onNote);
    return { outcome: outcome!, asked: server.asked, notes: notes.join("\n") };
  } finally {
    await server.close();
  }
}
