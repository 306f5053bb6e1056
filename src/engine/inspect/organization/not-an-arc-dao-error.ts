import { MigrationError } from "../../../foundation/support/errors.js";

/** The contract at the address is not an Arc avatar, or its controller cannot be read. */
export class NotAnArcDaoError extends MigrationError {
  override readonly name = "NotAnArcDaoError";
}
