import { MigrationError } from "../../support/errors.js";

/** What is at the address is not an Arc avatar, or not one whose controller can be read. */
export class NotAnArcDaoError extends MigrationError {
  override readonly name = "NotAnArcDaoError";
}
