import type { SubmitWishes } from "../change/submitting/submit-moves.js";

/** Which DAO to change, and how to make its proposals. */
export interface ChangeWishes extends SubmitWishes {
  /** The proposals' description, such as the hash of a file on IPFS. */
  readonly description?: string;
  /** Address of the DAO's avatar. Default: the DAO of the result file. */
  readonly avatar?: string;
  /** Deploys and proposes a controller of the file's release if the DAO has another one. */
  readonly newController?: boolean;
  /** Which DAO of the result file. */
  readonly section?: string;
  /** Also proposes changes after which nothing could register schemes. */
  readonly force?: boolean;
}
