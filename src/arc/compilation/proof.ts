/** What scripts/prove-sources.mjs found when it compiled a release's contracts. */
export interface Proof {
  /** The package whose sources most of the contracts come from. */
  readonly sources: string;
  /** How many contracts compile to exactly the published code. */
  readonly exact: number;
  /** Contracts whose sources are in other packages: names by package. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Contracts that compile to the published code but for the hash of their metadata. */
  readonly equal?: string;
  /** Contracts whose code no published sources compile to. */
  readonly missing?: string;
}
