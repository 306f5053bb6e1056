/**
 * A mistake or a circumstance the user can do something about. The message says what was found,
 * what was wanted and what to do next; it is shown without a stack.
 */
export class MigrationError extends Error {
  override readonly name: string = "MigrationError";
}
