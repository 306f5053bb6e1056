import { MigrationError } from "../support/errors.js";

/** What can go wrong with an Arc release: unknown, unreachable, tampered with, without a contract. */
export class ArcError extends MigrationError {
  override readonly name: string = "ArcError";
}
