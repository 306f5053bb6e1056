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

/** An error with facts that a program may want. */
class FactualError<Facts extends object> extends MigrationError {
  constructor(message: string, facts: Facts & ErrorOptions) {
    super(message, "cause" in facts ? { cause: facts.cause } : undefined);
    const { cause: _, ...own } = facts;
    Object.assign(this, own);
  }
}

/**
 * A contract rejected what a helper sent. `data` is the revert data, which the matchers `revertedWith` and
 * `revertedWithCustomError` read.
 *
 * @example
 * await expect(governance.proposeScheme({ scheme: ZeroAddress })).to.be.revertedWith("scheme cannot be zero");
 */
export class RefusedError extends FactualError<Pick<RefusedError, "data">> {
  override readonly name = "RefusedError";
  /** Hex with 0x. */
  declare readonly data: string;
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
export class InsufficientFundsError extends FactualError<
  Pick<InsufficientFundsError, "account" | "balance" | "needed">
> {
  override readonly name = "InsufficientFundsError";
  declare readonly account: string;
  /** In wei. */
  declare readonly balance: bigint;
  /** What it may need, in wei. */
  declare readonly needed: bigint;
}

/** The chain asks for a higher price than transactions may pay. */
export class FeeCapError extends FactualError<
  Pick<FeeCapError, "cap" | "price" | "step" | "paid">
> {
  override readonly name = "FeeCapError";
  /** The highest price that a transaction may pay, in wei per gas. */
  declare readonly cap: bigint;
  /** The price that the chain asks for, in wei per gas. */
  declare readonly price: bigint;
  /** The step that is pending at the cap; undefined if nothing was signed yet. */
  declare readonly step?: string;
  /** The highest price that its transaction pays, in wei per gas. */
  declare readonly paid?: bigint;
}

/** The account has sent steps of a migration before, there is no journal of them, and nobody can be asked. */
export class SentBeforeError extends FactualError<Pick<SentBeforeError, "account" | "steps">> {
  override readonly name = "SentBeforeError";
  declare readonly account: string;
  /** Their names, in order. */
  declare readonly steps: readonly string[];
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
export class WrongChainError extends FactualError<Pick<WrongChainError, "found" | "wanted">> {
  override readonly name = "WrongChainError";
  /** Chain IDs. They are the same if only the first blocks differ. */
  declare readonly found: number;
  declare readonly wanted: number;
}

/** The journal beside this migration's result file belongs to another migration. */
export class OtherMigrationError extends FactualError<Pick<OtherMigrationError, "journal">> {
  override readonly name = "OtherMigrationError";
  /** Path of the journal. */
  declare readonly journal: string;
}

/** The result file has a DAO on this chain that was created from the same inputs. */
export class DaoExistsError extends FactualError<Pick<DaoExistsError, "dao" | "avatar">> {
  override readonly name = "DaoExistsError";
  /** The name of that DAO. */
  declare readonly dao: string;
  declare readonly avatar: string;
}

/** A signer refused to sign a step, or signed something other than requested. */
export class SigningError extends MigrationError {
  override readonly name = "SigningError";
}
