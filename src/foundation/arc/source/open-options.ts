import { resolve } from "node:path";
import { defaultCacheDir } from "../../support/user-folders.js";

/** How to find releases, sources and compilers. */
export interface OpenOptions {
  /** Where to keep fetched releases; see `defaultCacheDir`. */
  readonly cacheDir?: string;
  /** The user's project, whose npm settings are not used. Default: the current folder. */
  readonly projectRoot?: string;
  /** Fetches nothing: an error if something is not installed, in this package, or in the cache. */
  readonly offline?: boolean;
  /** Called before something is fetched, if that takes long, if it cannot be cached, and if something is not used. */
  readonly onFetch?: (message: string) => void;
}

export type Settings = Required<OpenOptions>;

export function withDefaults(options: OpenOptions): Settings {
  return {
    cacheDir: resolve(options.cacheDir ?? defaultCacheDir()),
    projectRoot: resolve(options.projectRoot ?? "."),
    offline: options.offline ?? false,
    onFetch: options.onFetch ?? (() => {}),
  };
}
