import type { SubmitWishes } from "../change/submitting/submit-moves.js";

/** Which DAO to change, and how to create its proposals. */
export interface ChangeWishes extends SubmitWishes {
  /** What proposals say of themselves, such as the hash of a file on IPFS. */
  readonly description?: string | undefined;
  /** Address of the DAO's avatar. Default: the DAO of the result file. */
  readonly avatar?: string | undefined;
  /** Makes and proposes a controller of the file's release, where the DAO has another one. */
  readonly newController?: boolean | undefined;
  /** Which DAO of the result file. */
  readonly section?: string | undefined;
  /** Proposes, too, what leaves nothing that could register schemes. */
  readonly force?: boolean | undefined;
}
