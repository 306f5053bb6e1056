/** What scripts/prove-sources.mjs found when it compiled a release's contracts. */
export interface Proof {
  /** The package with the sources of most contracts. */
  readonly sources: string;
  /** Number of contracts that compile to exactly the published code. */
  readonly exact: number;
  /** Contracts whose sources are in other packages: names by package. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Contracts that compile to the published code except for the metadata hash. */
  readonly equal?: string;
  /** Contracts whose code no published sources compile to. */
  readonly missing?: string;
}
