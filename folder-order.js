// @ts-check
/**
 * The floors from top to bottom, each with its rooms from top to bottom. A floor imports only from
 * those below it, and so does a room. `npm run lint` checks it (.dependency-cruiser.js);
 * CONTRIBUTING.md says what each folder is for.
 *
 * @type {readonly (readonly [folder: string, ...rooms: readonly string[]])[]}
 */
export const FLOORS = [
  ["tasks"],
  ["src/interfaces", "plugin", "library", "cli", "commands"],
  ["fixtures", "viem", "existing", "governance"],
  ["src/test-chain", "command", "server", "database", "state", "recording"],
  ["src/output", "report", "terminal", "narration", "describe", "document"],
  ["src/operations", "run", "verify", "change", "simulate", "export", "check", "connection"],
  ["src/engine", "execution", "migration", "inspect", "governance"],
  ["src/foundation", "params", "result", "bindings", "arc", "chain", "support"],
  ["src/voice"],
];

/**
 * Rooms that have an order inside, in the same way.
 *
 * @type {readonly (readonly [folder: string, ...rooms: readonly string[]])[]}
 */
export const ROOMS = [
  ["src/interfaces/plugin", "hooks"],
  ["src/output/report", "parts", "picture"],
  ["src/operations/run", "init"],
  ["src/operations/change", "report", "carry", "decide"],
  [
    "src/operations/simulate",
    "threats",
    "report",
    "others",
    "repeating",
    "carrying",
    "drafts",
    "verdicts",
    "tracing",
    "passing",
    "chain",
  ],
  ["src/operations/check", "report", "rules", "facts"],
  ["src/engine/execution", "deployers", "fork", "sending", "journal", "steps"],
  [
    "src/engine/inspect",
    "compare",
    "control",
    "storage",
    "proposals",
    "schemes",
    "assets",
    "organization",
    "reading",
  ],
  ["src/foundation/params", "resolve", "file"],
  ["src/foundation/result", "deployments"],
  ["src/foundation/arc", "compilation", "source"],
  ["src/foundation/chain", "edr", "logs", "proofs"],
];

/** The only files directly in `src/`. They describe the package and may import everything. */
export const LOOSE_FILES = ["src/index.ts", "src/type-extensions.ts"];

/**
 * What `fixtures/` may import from `src/`: a change to one of these files can change what contract
 * tests see. Prefer one of them to a longer list.
 */
export const FIXTURES_USE = [
  "src/foundation/arc/artifact.ts",
  "src/foundation/arc/field-name.ts",
  "src/foundation/arc/known-code.ts",
  "src/foundation/arc/open-release.ts",
  "src/foundation/arc/permissions.ts",
  "src/foundation/arc/shared-schemes.ts",
  "src/foundation/arc/versions.ts",
  "src/foundation/arc/voting-machines.ts",
  "src/foundation/chain/failure-reason.ts",
  "src/foundation/chain/logs/log.ts",
  "src/foundation/chain/logs/read-logs.ts",
  "src/foundation/chain/provider.ts",
  "src/foundation/chain/test-mnemonic.ts",
  "src/foundation/chain/rpc-client.ts",
  "src/operations/change/change.ts",
  "src/operations/connection/defaults.ts",
  "src/operations/connection/hooks.ts",
  "src/operations/connection/isolation.ts",
  "src/operations/connection/running-fixture.ts",
  "src/engine/execution/deployers/simulated-network.ts",
  "src/engine/governance/ballot.ts",
  "src/engine/governance/collect-votes.ts",
  "src/engine/governance/function-call.ts",
  "src/engine/governance/machine-events.ts",
  "src/engine/governance/majority-and-boost.ts",
  "src/engine/governance/proposal-kinds.ts",
  "src/engine/governance/proposal-state.ts",
  "src/engine/governance/redeem-and-execute.ts",
  "src/engine/governance/vote-and-stake.ts",
  "src/engine/inspect/custom-schemes.ts",
  "src/engine/inspect/description.ts",
  "src/engine/inspect/inspect-dao.ts",
  "src/engine/inspect/organization/not-an-arc-dao-error.ts",
  "src/engine/inspect/reading/attempt.ts",
  "src/engine/inspect/reading/contract.ts",
  "src/engine/inspect/reading/identify.ts",
  "src/engine/inspect/reading/sequence.ts",
  "src/engine/migration/demo-stakes.ts",
  "src/engine/migration/materials.ts",
  "src/foundation/params/artifact-set.ts",
  "src/foundation/params/example.ts",
  "src/foundation/params/file/migration-parameters.ts",
  "src/foundation/params/parameters.ts",
  "src/foundation/params/which-parameters.ts",
  "src/foundation/result/result.ts",
  "src/operations/run/apply-change.ts",
  "src/operations/run/build-files.ts",
  "src/operations/run/prepare.ts",
  "src/operations/run/simulated.ts",
  "src/foundation/support/errors.ts",
  "src/foundation/support/formats.ts",
  "src/foundation/support/nearest.ts",
  "src/foundation/support/once.ts",
  "src/foundation/support/peers.ts",
  "src/foundation/support/shown.ts",
  "src/foundation/support/turns.ts",
  "src/test-chain/accounts.ts",
  "src/test-chain/connection.ts",
  "src/test-chain/known-options.ts",
  "src/test-chain/migrate.ts",
  "src/test-chain/options.ts",
  "src/test-chain/provider.ts",
  "src/test-chain/server/server.ts",
];
