import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

import { isLoopback } from "../../foundation/chain/rpc-url.js";
import { oneLine } from "../../foundation/support/printable.js";
import type { TestChainContents } from "../options.js";

/** Top-level names that no public DNS server resolves: reserved, or only used inside networks. */
const PRIVATE_ENDINGS = ["localhost", "local", "internal", "test", "svc", "home.arpa"];
/** Pages of browser extensions, such as wallets, which the user installed. */
const EXTENSIONS = /^(chrome|moz|safari-web)-extension:/;

/** Longest name that an error repeats. */
const MOST_SHOWN = 100;

/**
 * Decides who may use a served chain. A stranger's page can reach this machine through the user's browser, but must not
 * use the chain: neither from its own origin, nor by a DNS name that resolves to this machine.
 */
export class Access {
  readonly #origins: readonly string[];
  readonly #hosts: readonly string[];

  /** @param host the host that the chain listens on */
  constructor(
    { allowOrigin = [], allowHost = [] }: Pick<TestChainContents, "allowOrigin" | "allowHost">,
    host: string,
  ) {
    this.#origins = allowOrigin.map((origin) => origin.toLowerCase().replace(/\/$/, ""));
    this.#hosts = [...allowHost, host].map((own) => own.toLowerCase());
  }

  /** Why a request is refused; undefined if it is not. */
  refusal({ headers }: Pick<IncomingMessage, "headers">): string | undefined {
    const { host, origin } = headers;
    if (host !== undefined && !this.#allowsHost(nameOf(host))) {
      return told("host", nameOf(host));
    }
    return origin === undefined || this.#allowsOrigin(origin) ? undefined : told("origin", origin);
  }

  #allowsHost(name: string): boolean {
    return isPrivateHost(name) || this.#hosts.includes("*") || this.#hosts.includes(name);
  }

  #allowsOrigin(origin: string): boolean {
    if (this.#origins.includes("*") || this.#origins.includes(origin.toLowerCase())) return true;
    if (EXTENSIONS.test(origin)) return true;
    return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
  }
}

/** Whether it is an IP address, which nobody can redirect, or a name that is not public. */
function isPrivateHost(name: string): boolean {
  if (isIP(name) !== 0 || !name.includes(".")) return true;
  return PRIVATE_ENDINGS.some((ending) => name.endsWith(`.${ending}`));
}

/** The name in a Host header, without the port and the brackets of an IPv6 address. */
function nameOf(host: string): string {
  return host
    .replace(/:\d*$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
    .toLowerCase();
}

function told(what: "host" | "origin", name: string): string {
  const shown = oneLine(name, MOST_SHOWN);
  return `The ${what} ${shown} may not use this chain. To let it, start the chain with --allow-${what} ${shown}.`;
}
