import { resolve } from "node:path";
import { defaultCacheDir } from "../../support/cache-folder.js";

/** How releases, sources and compilers are found. */
export interface OpenOptions {
  /** Where fetched releases are kept; see `defaultCacheDir`. */
  readonly cacheDir?: string;
  /** The user's project, whose installed `@daostack/arc` counts. Default: the current folder. */
  readonly projectRoot?: string;
  /** Fetch nothing: what is neither installed, carried nor cached is an error. */
  readonly offline?: boolean;
  /** Told before something is fetched, when it takes long or cannot be kept, and what is not used and why. */
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
