/**
 * An error that the user can fix. Its message says what was found, what was expected and what to do
 * next. It is shown without a stack.
 */
export class MigrationError extends Error {
  override readonly name: string = "MigrationError";
}

/** A command was used the wrong way, such as with an unknown option. */
export class UsageError extends MigrationError {
  override readonly name = "UsageError";
}
