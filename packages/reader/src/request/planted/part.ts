/** Values that differ between planted products. None of them decides whether the product is bad. */
export type Values = {
  readonly host: string;
  readonly mail: string;
  readonly account: string;
  readonly brand: string;
  readonly person: string;
  readonly days: number;
};

/**
 * One act in two versions that fit any subject. `mark` occurs in every bad version and in no good one. A scripted
 * reader in tests relies on it.
 */
type ActPair<Subject> = {
  readonly mark: string;
  readonly bad: (subject: Subject, values: Values) => string;
  readonly good: (subject: Subject, values: Values) => string;
};

export type PlantedBank<Subject> = {
  readonly subjects: readonly Subject[];
  readonly acts: readonly ActPair<Subject>[];
  readonly write: (subject: Subject, act: string) => string;
};
