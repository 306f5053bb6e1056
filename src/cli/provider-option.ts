import { Option } from "commander";

import { DEFAULTS } from "../run/defaults.js";

/** `--provider`, for every command that talks to a node. */
export function providerOption(): Option {
  return new Option("-p, --provider <url>", "URL of a node: http, https, ws or wss")
    .default(DEFAULTS.provider)
    .env("DAO_MIGRATE_PROVIDER");
}
