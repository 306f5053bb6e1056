import { AbiCoder, getAddress, Interface } from "ethers";

import type { ArcRelease } from "../arc/artifact.js";
import { identifyCode, newestOf } from "../arc/known-code.js";
import { lookalikeOf, type Lookalike } from "../arc/lookalikes.js";
import { readLogs } from "../chain/logs/read-logs.js";
import type { Eip1193Provider } from "../chain/provider.js";
import { MigrationError } from "../support/errors.js";
import { proxyAt } from "./proxy.js";
import type { Target } from "./targets.js";

/** Contracts that are registered with a controller and that the release does not have. */
const UNKNOWN_SCHEME = "a scheme that is not Arc's";

/**
 * The contracts of a DAO that no result knows of, as the chain tells of them: avatar, token, reputation,
 * controller, and the schemes that are registered.
 * @throws MigrationError where there is no avatar, or one of a DAO that is not Arc's
 */
export async function findDao(
  avatar: string,
  release: ArcRelease,
  provider: Eip1193Provider,
  onNote: (message: string) => void,
): Promise<readonly Target[]> {
  const reader = new Reader(provider);
  const [token, reputation, controller] = await Promise.all([
    reader.address(avatar, "nativeToken()"),
    reader.address(avatar, "nativeReputation()"),
    reader.address(avatar, "owner()"),
  ]).catch((error: unknown) => {
    throw new MigrationError(
      `There is no avatar at ${avatar}: it does not say what its token, reputation and controller are. ` +
        "For another contract, say which it should be (--contract).",
      { cause: error },
    );
  });
  const arcVersion = release.version;
  const controllerCode = await reader.code(controller);
  const other = await reader.lookalike(controller, controllerCode);
  if (other?.isOtherDao === true) {
    throw new MigrationError(
      `The DAO of the avatar at ${avatar} is not one of Arc: its controller at ${controller} is ` +
        `${other.contract} of ${other.project}, whose functions mean something else. ` +
        "Only DAOs made with a release of @daostack/arc can be verified.",
    );
  }
  const isUniversal =
    release.has("UController") && identifyCode(controllerCode)?.contract === "UController";
  const controllerName = isUniversal ? "UController" : "Controller";
  const target = (name: string, place: string, address: string): Target => ({
    name,
    place,
    address,
    arcVersion,
  });
  const targets = [
    target("Avatar", "Avatar", getAddress(avatar)),
    target("DAOToken", "NativeToken", token),
    target("Reputation", "NativeReputation", reputation),
    target(controllerName, "Controller", controller),
  ];
  const schemes = await reader
    .schemes(controller, avatar, new Interface(release.artifact(controllerName).abi as never))
    .catch((error: unknown) => {
      onNote(
        `The registered schemes are not known, as the node does not give old events: ${(error as Error).message}`,
      );
      return [];
    });
  for (const scheme of schemes) {
    targets.push(schemeTarget(scheme, await reader.code(scheme), release));
  }
  return targets;
}

/** A DAO often has schemes of later releases than its own. */
function schemeTarget(address: string, code: string, { version }: ArcRelease): Target {
  const known = identifyCode(code);
  const name = known?.contract ?? lookalikeOf(code)?.contract ?? UNKNOWN_SCHEME;
  const arcVersion =
    known === undefined || known.releases.includes(version) ? version : newestOf(known);
  return { name, place: `Schemes.${name}`, address, arcVersion };
}

class Reader {
  readonly #provider: Eip1193Provider;

  constructor(provider: Eip1193Provider) {
    this.#provider = provider;
  }

  async code(address: string): Promise<string> {
    return String(
      await this.#provider.request({ method: "eth_getCode", params: [address, "latest"] }),
    );
  }

  /** What it is instead of Arc's, by its own code or, of a proxy, by what it calls. */
  async lookalike(address: string, code: string): Promise<Lookalike | undefined> {
    const proxy = await proxyAt(address, code, this.#provider);
    return lookalikeOf(proxy === undefined ? code : await this.code(proxy.implementation));
  }

  async address(of: string, signature: string): Promise<string> {
    const data = new Interface([`function ${signature}`]).encodeFunctionData(signature);
    const [address] = AbiCoder.defaultAbiCoder().decode(["address"], await this.#call(of, data));
    return getAddress(String(address));
  }

  /** Those that were registered once and still are, each once. */
  async schemes(controller: string, avatar: string, abi: Interface): Promise<readonly string[]> {
    const event = abi.getEvent("RegisterScheme")!;
    const logs = await readLogs(this.#provider, {
      address: controller,
      topics: [event.topicHash],
      fromBlock: 0,
      toBlock: Number(await this.#provider.request({ method: "eth_blockNumber" })),
    });
    const schemes = new Set(
      logs.map(({ topics, data }) =>
        String(abi.decodeEventLog(event, data, topics).getValue("_scheme")),
      ),
    );
    const registered: string[] = [];
    for (const scheme of schemes) {
      const data = abi.encodeFunctionData("isSchemeRegistered", [scheme, avatar]);
      if (BigInt(await this.#call(controller, data)) === 1n) registered.push(scheme);
    }
    return registered;
  }

  async #call(to: string, data: string): Promise<string> {
    return String(
      await this.#provider.request({ method: "eth_call", params: [{ to, data }, "latest"] }),
    );
  }
}
