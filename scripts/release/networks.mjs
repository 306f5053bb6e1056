// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** The networks in .env, with their chain IDs. */
const CHAIN_IDS = { kovan: 42, rinkeby: 4, mainnet: 1, xdai: 100, sokol: 77 };

/** A user's mistake, shown without a stack trace. */
export class ReleaseError extends Error {}

/**
 * A live network to migrate on. Never print provider or private key.
 *
 * @typedef {{ name: string, chainId: number, provider: string, privateKey: string }} LiveNetwork
 */

/**
 * The networks in .env, or else in the environment.
 *
 * @param {string} file
 * @param {NodeJS.ProcessEnv} environment
 * @returns {LiveNetwork[]}
 */
export function liveNetworks(file, environment) {
  const values = {
    ...environment,
    ...(existsSync(file) ? nonEmpty(parseEnv(readFileSync(file, "utf8"))) : {}),
  };
  const networks = [];
  for (const [name, chainId] of Object.entries(CHAIN_IDS)) {
    const provider = values[`${name}_provider`] || undefined;
    const privateKey = values[`${name}_private_key`] || undefined;
    if (provider === undefined && privateKey === undefined) continue;
    if (provider === undefined || privateKey === undefined) {
      const missing = provider === undefined ? "provider" : "private_key";
      throw new ReleaseError(
        `${name}_${missing} is not set in .env, but the other variable of ${name} is. Set both or none.`,
      );
    }
    if (!URL.canParse(provider)) {
      throw new ReleaseError(
        `${name}_provider in .env is not the address of a node (https://...).`,
      );
    }
    networks.push({ name, chainId, provider, privateKey });
  }
  if (networks.length === 0) {
    throw new ReleaseError(
      "There are arguments for a migration, but .env has no network to migrate on. Fill in .env (see " +
        ".env.example), or release without arguments.",
    );
  }
  return networks;
}

/**
 * Checks that a node belongs to its network.
 *
 * @param {LiveNetwork} network
 */
export async function requireChain({ name, chainId, provider }) {
  const { username, password, ...address } = split(provider);
  let found;
  try {
    const response = await fetch(address.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(username && {
          authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
        }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
      signal: AbortSignal.timeout(20_000),
    });
    const answer = /** @type {{ result?: unknown }} */ (await response.json());
    found = Number(answer.result);
  } catch {
    // fetch's message may contain the URL, and the URL a key.
    throw new ReleaseError(
      `The node in ${name}_provider (${address.host}) does not answer eth_chainId.`,
    );
  }
  if (found !== chainId) {
    throw new ReleaseError(
      `The node in ${name}_provider (${address.host}) has the chain ID ${found}; ${name}'s is ${chainId}.`,
    );
  }
}

/** @param {string} address */
function split(address) {
  const url = new URL(address);
  const { username, password, host } = url;
  url.username = "";
  url.password = "";
  return {
    url,
    host,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}

/** @param {Record<string, string | undefined>} values */
function nonEmpty(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}
