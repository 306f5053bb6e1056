import { MigrationError } from "../../support/errors.js";

/** A migration that was stopped from outside, between two steps. Its journal holds what was sent. */
export class Interruption extends MigrationError {
  override readonly name = "Interruption";
}
