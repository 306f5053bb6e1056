import type { IncomingMessage, ServerResponse } from "node:http";
import { writeFile } from "node:fs/promises";
import { sha512Integrity } from "../../../../src/foundation/arc/source/fetch-tarball.js";
import { openServer, type OpenServer } from "../../../open-server.js";

export interface PublishedPackage {
  readonly tarball: Buffer;
  /** The bytes that are sent in place of the tarball, as if tampered with on the way. */
  sent?: Buffer;
  /** The integrity that the registry reports. */
  integrity?: string;
}

/** A small npm registry on the loopback interface that requires a token for every request. */
export class TestRegistry {
  readonly packages = new Map<string, PublishedPackage>();
  /** Paths of the tarballs that were sent. */
  readonly sentTarballs: string[] = [];
  /** Paths of all requests, as received. */
  readonly requests: string[] = [];
  readonly token = "token-of-the-test-registry";
  /** While this is set, requests get no answer. */
  silent = false;
  #server: OpenServer | undefined;

  get url(): string {
    return `${this.#server!.url}/`;
  }

  async start(): Promise<void> {
    this.#server = await openServer((request, response) => this.#respond(request, response));
  }

  /** Stops the server; does nothing if it is stopped already. */
  async stop(): Promise<void> {
    await this.#server!.close();
  }

  /**
   * Publishes a package.
   * @returns its pin
   */
  publish(packageSpec: string, tarball: Buffer): string {
    this.packages.set(packageSpec, { tarball });
    return sha512Integrity(tarball);
  }

  /** Writes npm settings that map the `@daostack` scope to this registry, as in a company. */
  async writeNpmrc(file: string, token = this.token): Promise<void> {
    const address = this.url.slice("http:".length);
    await writeFile(
      file,
      `@daostack:registry=${this.url}\n${address}:_authToken=${token}\nfetch-retries=0\n`,
    );
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request.url ?? "");
    if (this.silent) return;
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      response.writeHead(401, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: "a token is wanted" }));
      return;
    }
    this.#answer(decodeURIComponent(request.url ?? ""), response);
  }

  #answer(path: string, response: ServerResponse): void {
    const tarball = /^\/tarballs\/(.+)\.tgz$/.exec(path);
    if (tarball !== null) {
      const found = this.packages.get(tarball[1]!);
      this.sentTarballs.push(tarball[1]!);
      response.end(found?.sent ?? found?.tarball);
      return;
    }
    const name = path.slice(1);
    const versions = [...this.packages].filter(([spec]) => spec.startsWith(`${name}@`));
    response.writeHead(versions.length === 0 ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(versions.length === 0 ? {} : this.#packument(name, versions)));
  }

  #packument(name: string, versions: [string, PublishedPackage][]): unknown {
    const described = versions.map(([spec, published]) => {
      const version = spec.slice(spec.lastIndexOf("@") + 1);
      const integrity = published.integrity ?? sha512Integrity(published.tarball);
      const tarball = `${this.url}tarballs/${encodeURIComponent(spec)}.tgz`;
      return [version, { name, version, dist: { tarball, integrity } }] as const;
    });
    return {
      name,
      "dist-tags": { latest: described.at(-1)![0] },
      versions: Object.fromEntries(described),
    };
  }
}
