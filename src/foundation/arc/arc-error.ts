import { MigrationError } from "../support/errors.js";

/** Something is wrong with an Arc release: it is unknown, unreachable, altered, or lacks a contract. */
export class ArcError extends MigrationError {
  override readonly name: string = "ArcError";
}
