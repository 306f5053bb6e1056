import { keccak256 } from "ethers";

import { RetryableError } from "./retry.js";
import { isAboutBatch, isRequestLimit } from "./node-words.js";
import {
  errorOf,
  httpRefusal,
  idOf,
  jsonOf,
  nextId,
  resultOf,
  type HttpAnswer,
} from "./rpc-answer.js";

/** The most requests in a batch. Public nodes accept 10 to 100; a smaller limit is found out. */
const LARGEST = 50;
/** The most signed transactions in a batch. */
const MOST_SENT = 20;
/** The most characters of parameters in a batch. */
const MOST_CHARACTERS = 400_000;
const SENDING = "eth_sendRawTransaction";
/**
 * Only reads may share a batch. A refused batch is sent again in parts, and it is unknown which of its requests the
 * node has executed.
 */
const READING =
  /^(eth_(get|call$|chainId$|blockNumber$|estimateGas$|gasPrice$|maxPriorityFeePerGas$)|net_|web3_)/;

export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Sends a body; throws RetryableError if there was no response. */
type Post = (body: string, method: string) => Promise<HttpAnswer>;

interface Waiting extends RpcRequest {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines concurrent requests into batches. If a node accepts no batches, or only smaller ones, its response shows
 * that, and later batches are smaller.
 */
export class RpcBatcher {
  readonly #post: Post;
  /** Sends a request outside a batch. */
  readonly #single: (request: RpcRequest) => Promise<unknown>;
  readonly #waiting: Waiting[] = [];
  /** Signed transactions waiting for their turn. */
  readonly #sends: Waiting[] = [];
  #isSending = false;
  #takesBatches = false;
  /** The node has refused a batch of transactions. */
  #sendsAlone = false;
  #largest = LARGEST;

  constructor(post: Post, single: (request: RpcRequest) => Promise<unknown>) {
    this.#post = post;
    this.#single = single;
  }

  /**
   * Makes one attempt at a request.
   * @param alone whether to send it outside a batch
   */
  async request(request: RpcRequest, alone: boolean): Promise<unknown> {
    if (request.method === SENDING) return await this.#inOrder(request);
    if (alone || this.#largest < 2 || !READING.test(request.method)) {
      return await this.#single(request);
    }
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ ...request, resolve, reject });
      // Wait, so that everything requested now, and directly by its answers, gets into the same batch.
      if (this.#waiting.length === 1) setImmediate(() => this.#sendReads(this.#waiting.splice(0)));
    });
  }

  /** Sends transactions in the order of their requests, one after the other or in one batch. */
  async #inOrder(request: RpcRequest): Promise<unknown> {
    return await new Promise((resolve, reject) => {
      this.#sends.push({ ...request, resolve, reject });
      if (this.#isSending) return;
      this.#isSending = true;
      setImmediate(() => void this.#sendAll());
    });
  }

  async #sendAll(): Promise<void> {
    for (let batch = this.#nextSends(); batch.length > 0; batch = this.#nextSends()) {
      await this.#send(batch);
    }
    this.#isSending = false;
  }

  #nextSends(): Waiting[] {
    const most = this.#takesBatches && !this.#sendsAlone ? Math.min(MOST_SENT, this.#largest) : 1;
    return taken(this.#sends, most);
  }

  async #alone(waiting: Waiting): Promise<void> {
    await this.#single(waiting).then(waiting.resolve, waiting.reject);
  }

  #sendReads(waiting: Waiting[]): void {
    while (waiting.length > 0) void this.#send(taken(waiting, Math.max(1, this.#largest)));
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    const [first, second] = batch;
    if (first === undefined) return;
    if (second === undefined) return await this.#alone(first);
    await this.#together(batch).catch((error: unknown) => {
      for (const { reject } of batch) reject(error);
    });
  }

  async #together(batch: readonly Waiting[]): Promise<void> {
    const ids = batch.map(nextId);
    const requests = batch.map(({ method, params }, index) => ({
      jsonrpc: "2.0",
      id: ids[index]!,
      method,
      params,
    }));
    const http = await this.#post(JSON.stringify(requests), `${batch.length} requests`);
    const refusal = httpRefusal(http);
    const answers = jsonOf(http.text);
    if (refusal !== undefined || !Array.isArray(answers)) {
      return await this.#refused(batch, answers);
    }
    const byId = new Map(answers.map((answer: unknown) => [idOf(answer), answer]));
    const missing: Waiting[] = [];
    for (const [index, waiting] of batch.entries()) {
      const id = ids[index]!;
      const answer: unknown = byId.get(id);
      const error = errorOf(answer);
      if (answer === undefined || (error !== undefined && isAboutBatch(error))) {
        missing.push(waiting);
      } else settle(waiting, id, answer);
    }
    this.#takesBatches ||= missing.length === 0;
    if (missing.length === 0) return;
    if (missing.length === batch.length) await this.#refused(batch, answers[0]);
    else {
      this.#largest = Math.min(this.#largest, batch.length - missing.length);
      await this.#again(missing);
    }
  }

  /** For a batch that was not answered: repeats its requests in smaller batches, or one by one. */
  async #refused(batch: readonly Waiting[], answer: unknown): Promise<void> {
    const error = errorOf(answer);
    if (error !== undefined && !isAboutBatch(error) && isRequestLimit(error)) {
      throw new RetryableError(`it is busy: ${error.message ?? ""}`, { kind: "limit" });
    }
    const isTooLarge =
      error !== undefined && /large|size|long|limit|max|more than/i.test(error.message ?? "");
    this.#largest = isTooLarge ? Math.min(this.#largest, Math.floor(batch.length / 4)) : 1;
    await this.#again(batch);
  }

  async #again(batch: readonly Waiting[]): Promise<void> {
    if (batch[0]?.method === SENDING) await this.#sendAgain(batch);
    else this.#sendReads([...batch]);
  }

  /** It is unknown what happened to these transactions: sends them one by one, if the node does not know them. */
  async #sendAgain(batch: readonly Waiting[]): Promise<void> {
    this.#sendsAlone = true;
    for (const waiting of batch) {
      const params = [keccak256(String(waiting.params[0]))];
      try {
        const known = await this.#single({ method: "eth_getTransactionByHash", params });
        if (known === null) await this.#alone(waiting);
        else waiting.resolve(params[0]);
      } catch (error) {
        waiting.reject(error);
      }
    }
  }
}

/** Takes the first requests of a queue that fit into one batch. */
function taken(queue: Waiting[], most: number): Waiting[] {
  let characters = 0;
  const fitting = queue.findIndex(({ params }, index) => {
    characters += JSON.stringify(params).length;
    return index > 0 && (index >= most || characters > MOST_CHARACTERS);
  });
  return queue.splice(0, fitting === -1 ? queue.length : fitting);
}

function settle({ method, resolve, reject }: Waiting, id: number, answer: unknown): void {
  try {
    resolve(resultOf(method, id, answer));
  } catch (error) {
    reject(error);
  }
}
