/** Values that differ from one planted product to the next; none of them decides whether it is bad. */
export type Values = {
  readonly host: string;
  readonly mail: string;
  readonly account: string;
  readonly brand: string;
  readonly person: string;
  readonly days: number;
};

/**
 * One act in two versions, written into any subject. `mark` stands in every bad version and in no good one: a scripted
 * reader in tests goes by it.
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
