/**
 * An error that the user can fix. Its message says what was found, what was expected and what to do
 * next. It is shown without a stack.
 *
 * @example
 * try {
 *   await DaoMigration.migrate(options);
 * } catch (error) {
 *   if (!(error instanceof MigrationError)) throw error;
 *   console.error(error.message);
 * }
 */
export class MigrationError extends Error {
  override readonly name: string = "MigrationError";
}

/** A command was used the wrong way, such as with an unknown option. */
export class UsageError extends MigrationError {
  override readonly name = "UsageError";
}

/** The user was shown what would be sent, and said no. */
export class Declined extends MigrationError {
  override readonly name = "Declined";

  constructor() {
    super("Declined. No new transactions were sent.");
  }
}

/** A migration that was stopped from outside, between two steps. */
export class Interruption extends MigrationError {
  override readonly name = "Interruption";

  constructor(
    message = "Interrupted. The journal holds what was sent: run the same command again to resume.",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The deploying account owns less than the migration may cost. */
export class InsufficientFundsError extends MigrationError {
  override readonly name = "InsufficientFundsError";
  readonly account: string;
  /** In wei. */
  readonly balance: bigint;
  /** What it may need, in wei. */
  readonly needed: bigint;

  constructor(
    message: string,
    { account, balance, needed }: Pick<InsufficientFundsError, "account" | "balance" | "needed">,
  ) {
    super(message);
    this.account = account;
    this.balance = balance;
    this.needed = needed;
  }
}

/** A transaction is pending at a fee that may not be raised any more. */
export class FeeCapError extends MigrationError {
  override readonly name = "FeeCapError";
  readonly step: string;
  /** The most that the pending transaction pays, in wei a gas. */
  readonly paid: bigint;
  /** The most that it may pay, in wei a gas. */
  readonly cap: bigint;

  constructor(message: string, { step, paid, cap }: Pick<FeeCapError, "step" | "paid" | "cap">) {
    super(message);
    this.step = step;
    this.paid = paid;
    this.cap = cap;
  }
}

/** The provider talks to another chain than at the start. */
export class WrongChainError extends MigrationError {
  override readonly name = "WrongChainError";
  /** Chain IDs; both are the same where the first blocks differ. */
  readonly found: number;
  readonly wanted: number;

  constructor(message: string, { found, wanted }: Pick<WrongChainError, "found" | "wanted">) {
    super(message);
    this.found = found;
    this.wanted = wanted;
  }
}

/** A journal at the place of this migration's belongs to another one. */
export class OtherMigrationError extends MigrationError {
  override readonly name = "OtherMigrationError";
  /** Path of the journal. */
  readonly journal: string;

  constructor(message: string, { journal }: Pick<OtherMigrationError, "journal">) {
    super(message);
    this.journal = journal;
  }
}

/** A signer refused to sign a step, or signed something else than it was asked to. */
export class SigningError extends MigrationError {
  override readonly name = "SigningError";
}
