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

/**
 * A contract rejected what a helper sent. `data` is the revert data, which the matchers `revertedWith` and
 * `revertedWithCustomError` read.
 *
 * @example
 * await expect(governance.proposeScheme({ scheme: ZeroAddress })).to.be.revertedWith("scheme cannot be zero");
 */
export class RefusedError extends MigrationError {
  override readonly name = "RefusedError";
  /** Hex with 0x. */
  readonly data: string;

  constructor(
    message: string,
    { data, cause }: { readonly data: string; readonly cause: unknown },
  ) {
    super(message, { cause });
    this.data = data;
  }
}

/** A command was used the wrong way, such as with an unknown option. */
export class UsageError extends MigrationError {
  override readonly name = "UsageError";
}

/** The user saw what would be sent, and declined. */
export class DeclinedError extends MigrationError {
  override readonly name = "DeclinedError";

  constructor() {
    super("Declined. No new transactions were sent.");
  }
}

/** A migration was stopped from outside, between two steps. */
export class InterruptionError extends MigrationError {
  override readonly name = "InterruptionError";

  constructor(
    message = "Interrupted. The journal records what was sent: run the same command again to resume.",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The deploying account has less than the migration may cost. */
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

/** The chain asks for a higher price than transactions may pay. */
export class FeeCapError extends MigrationError {
  override readonly name = "FeeCapError";
  /** The highest price that a transaction may pay, in wei per gas. */
  readonly cap: bigint;
  /** The price that the chain asks for, in wei per gas. */
  readonly price: bigint;
  /** The step that is pending at the cap; undefined if nothing was signed yet. */
  readonly step: string | undefined;
  /** The highest price that its transaction pays, in wei per gas. */
  readonly paid: bigint | undefined;

  constructor(
    message: string,
    {
      cap,
      price,
      step,
      paid,
    }: Pick<FeeCapError, "cap" | "price"> & Partial<Pick<FeeCapError, "step" | "paid">>,
  ) {
    super(message);
    this.cap = cap;
    this.price = price;
    this.step = step;
    this.paid = paid;
  }
}

/** The account has sent steps of a migration before, there is no journal of them, and nobody can be asked. */
export class SentBeforeError extends MigrationError {
  override readonly name = "SentBeforeError";
  readonly account: string;
  /** Their names, in order. */
  readonly steps: readonly string[];

  constructor(message: string, { account, steps }: Pick<SentBeforeError, "account" | "steps">) {
    super(message);
    this.account = account;
    this.steps = steps;
  }
}

/** The chain differs from its rehearsal, and nobody agreed to continue. */
export class DivergenceError extends MigrationError {
  override readonly name = "DivergenceError";
  /** What is different. */
  readonly reason: string;

  constructor(reason: string) {
    super(
      `Stopped because the chain differs from the rehearsal: ${reason}. No new transactions were sent. The journal is ` +
        "kept: the same command rehearses the remaining steps, shows them and resumes. Another account may have come first, as " +
        "anyone may vote, execute or redeem; if nothing on the chain explains the difference, compare with another node first.",
    );
    this.reason = reason;
  }
}

/** The chain cannot be rehearsed, and nobody agreed to send steps without a rehearsal. */
export class NotRehearsedError extends MigrationError {
  override readonly name = "NotRehearsedError";
  /** The node's answer. */
  readonly reason: string;

  constructor(reason: string) {
    super(
      `The migration cannot be rehearsed on this chain (${reason}), so its effects and cost are not known in advance. No ` +
        "new transactions were sent. Use another node, or pass --allow-unrehearsed (or set allowUnrehearsed in " +
        "hardhat.config) to send one step at a time.",
    );
    this.reason = reason;
  }
}

/** The provider talks to another chain than at the start. */
export class WrongChainError extends MigrationError {
  override readonly name = "WrongChainError";
  /** Chain IDs. They are the same if only the first blocks differ. */
  readonly found: number;
  readonly wanted: number;

  constructor(message: string, { found, wanted }: Pick<WrongChainError, "found" | "wanted">) {
    super(message);
    this.found = found;
    this.wanted = wanted;
  }
}

/** The journal beside this migration's result file belongs to another migration. */
export class OtherMigrationError extends MigrationError {
  override readonly name = "OtherMigrationError";
  /** Path of the journal. */
  readonly journal: string;

  constructor(message: string, { journal }: Pick<OtherMigrationError, "journal">) {
    super(message);
    this.journal = journal;
  }
}

/** The result file has a DAO on this chain that was created from the same inputs. */
export class DaoExistsError extends MigrationError {
  override readonly name = "DaoExistsError";
  /** The name of that DAO. */
  readonly dao: string;
  readonly avatar: string;

  constructor(message: string, { dao, avatar }: Pick<DaoExistsError, "dao" | "avatar">) {
    super(message);
    this.dao = dao;
    this.avatar = avatar;
  }
}

/** A signer refused to sign a step, or signed something other than requested. */
export class SigningError extends MigrationError {
  override readonly name = "SigningError";
}
