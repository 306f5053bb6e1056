// @ts-check
/**
 * The folders from top to bottom. A folder imports only from those below it, and so do the rooms
 * inside a folder. `npm run lint` checks it (.dependency-cruiser.js); CONTRIBUTING.md says what
 * each folder is for.
 *
 * @type {readonly (readonly [folder: string, ...rooms: readonly string[]])[]}
 */
export const FOLDER_ORDER = [
  ["tasks"],
  ["src/plugin", "hooks", "init"],
  ["fixtures", "viem", "existing", "governance"],
  ["src/library"],
  ["src/cli"],
  ["src/test-chain", "command", "server", "database", "recording"],
  ["src/report", "parts", "picture", "making"],
  ["src/terminal"],
  ["src/connection"],
  ["src/run"],
  ["src/verify", "submit"],
  ["src/change", "report", "trying", "submitting", "deciding", "making", "finding"],
  [
    "src/simulate",
    "report",
    "others",
    "drafts",
    "carrying",
    "verdicts",
    "telling",
    "passing",
    "chain",
  ],
  ["src/execution", "deployers", "fork", "sending", "journal", "steps"],
  ["src/export"],
  ["src/check", "report", "rules", "facts"],
  ["src/migration"],
  [
    "src/inspect",
    "compare",
    "control",
    "proposals",
    "schemes",
    "organization",
    "assets",
    "reading",
  ],
  ["src/params", "resolve", "file"],
  ["src/result", "deployments"],
  ["src/bindings"],
  ["src/arc", "compilation", "source"],
  ["src/chain", "logs"],
  ["src/document"],
  ["src/support"],
  ["src/voice", "testing", "narration", "stream", "audio", "http"],
];

/** The only files directly in `src/`. They describe the package and may import everything. */
export const LOOSE_FILES = ["src/index.ts", "src/type-extensions.ts"];

/**
 * What `fixtures/` may import from `src/`: a change to one of these files can change what contract
 * tests see. Prefer one of them to a longer list.
 */
export const FIXTURES_USE = [
  "src/arc/abi.ts",
  "src/arc/artifact.ts",
  "src/arc/build-folder.ts",
  "src/arc/features.ts",
  "src/arc/field-name.ts",
  "src/arc/genesis-protocol.ts",
  "src/arc/known-abis.ts",
  "src/arc/open-release.ts",
  "src/arc/versions.ts",
  "src/chain/failure-reason.ts",
  "src/chain/identity.ts",
  "src/chain/node-accounts.ts",
  "src/chain/provider.ts",
  "src/chain/public-accounts.ts",
  "src/chain/rpc-client.ts",
  "src/change/change.ts",
  "src/connection/chains.ts",
  "src/connection/defaults.ts",
  "src/connection/isolation.ts",
  "src/connection/name-contracts.ts",
  "src/connection/stack-traces.ts",
  "src/execution/deployers/direct-deployer.ts",
  "src/execution/deployers/simulated-network.ts",
  "src/inspect/custom-schemes.ts",
  "src/inspect/description.ts",
  "src/inspect/inspect-dao.ts",
  "src/inspect/organization/not-an-arc-dao-error.ts",
  "src/migration/deployer.ts",
  "src/migration/organization.ts",
  "src/params/artifact-set.ts",
  "src/params/example.ts",
  "src/params/file/migration-parameters.ts",
  "src/params/parameters.ts",
  "src/result/result.ts",
  "src/run/apply-change.ts",
  "src/run/defaults.ts",
  "src/run/parameters-source.ts",
  "src/run/prepare.ts",
  "src/run/simulated.ts",
  "src/support/errors.ts",
  "src/support/nearest.ts",
  "src/support/package.ts",
  "src/support/peers.ts",
  "src/test-chain/connection.ts",
  "src/test-chain/known-options.ts",
  "src/test-chain/migrate.ts",
  "src/test-chain/options.ts",
  "src/test-chain/provider.ts",
  "src/test-chain/server/server.ts",
];
