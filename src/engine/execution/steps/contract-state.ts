import { ZeroAddress } from "ethers";

import { selectorOf } from "../../../foundation/arc/abi.js";
import type { Artifact } from "../../../foundation/arc/artifact.js";
import { answerOf, CallRefused } from "../../../foundation/chain/call-refused.js";
import { ask, type Eip1193Provider } from "../../../foundation/chain/provider.js";
import { codeHash, type ContractState, type StateValue } from "./plan.js";

/**
 * Reads the state of a contract on a fork. Leaves out functions that the contract refuses.
 * @param isPassing whether a result is a time or a block number of the fork, which will be another one on the chain
 */
export async function stateOf(
  fork: Eip1193Provider,
  address: string,
  { contractName, abi }: Artifact,
  isPassing: (result: string) => boolean,
): Promise<ContractState> {
  const getters = abi.filter(
    ({ type, inputs = [], outputs = [], stateMutability = "" }) =>
      type === "function" &&
      inputs.length === 0 &&
      outputs.length > 0 &&
      ["view", "pure"].includes(stateMutability),
  );
  const values = await Promise.all(
    getters.map(async (entry): Promise<StateValue[]> => {
      const data = selectorOf(entry);
      const result = await call(fork, address, data);
      if (result === REFUSED || isPassing(result)) return [];
      return [{ name: entry.name ?? "", data, result }];
    }),
  );
  return { address, contractName, code: await hashAt(fork, address), values: values.flat() };
}

/**
 * How a contract on the chain differs from its state in the rehearsal, in words; undefined if it does not.
 * @param block a block's number: the nodes behind one address may be at different heights
 */
export async function differenceFrom(
  { address, contractName, code, values }: ContractState,
  chain: Eip1193Provider,
  block = "latest",
): Promise<string | undefined> {
  const [found, ...results] = await Promise.all([
    // A node that does not have the block yet says so; it is asked again later.
    hashAt(chain, address, block).catch(async () => await hashAt(chain, address)),
    ...values.map(async ({ data }) => await call(chain, address, data, block)),
  ]);
  const what = `${contractName} ${address}`;
  if (found !== code) return `${what} has different code`;
  const index = values.findIndex(({ result }, place) => results[place] !== result);
  const wrong = values[index];
  return (
    wrong && `${what} returns ${results[index]} for ${wrong.name}(), instead of ${wrong.result}`
  );
}

const REFUSED = "an error";

/** The result in lower case, or that the contract gives none. Errors are the node's. */
async function call(
  provider: Eip1193Provider,
  to: string,
  data: string,
  block = "latest",
): Promise<string> {
  // Without a sender, development nodes take their first account, for whom isOwner() may be true.
  const call = { from: ZeroAddress, to, data };
  return await answerOf(ask(provider, "eth_call", call, block)).then(
    (answer) => answer.toLowerCase(),
    (error: unknown) => {
      if (error instanceof CallRefused) return REFUSED;
      throw error;
    },
  );
}

async function hashAt(
  provider: Eip1193Provider,
  address: string,
  block = "latest",
): Promise<string> {
  return codeHash(await ask(provider, "eth_getCode", address, block));
}
