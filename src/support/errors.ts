/**
 * A mistake or a circumstance the user can do something about. The message says what was found,
 * what was wanted and what to do next; it is shown without a stack.
 */
export class MigrationError extends Error {
  override readonly name: string = "MigrationError";
}

/** A mistake in how a command was used, rather than in what it was given. */
export class UsageError extends MigrationError {
  override readonly name = "UsageError";
}
