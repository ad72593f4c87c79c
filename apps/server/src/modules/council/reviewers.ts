import { type Candidate, isReader, toReaderFamily } from '@assay/economy/council';
import { type InstructionsReadBy, levelAsRead, type Reviewer, readerOf, type SecurityLevel } from '@assay/protocol';
import type { SeatedPanel } from './panels.store.ts';
import type { StoredReport } from './round.answer.ts';

type Reviewed = {
  readonly report: StoredReport;
  /** In draw order. */
  readonly panels: readonly Pick<SeatedPanel, 'phase' | 'state' | 'seats'>[];
};

const ENGINE_FAMILY = 'assay';
const VERSION_CHARS_MAX = 128;
/** An operator of this service who decides from the operator queue. */
const PERSON: Reviewer = { kind: 'PERSON', family: 'operator', version: '1' };
/** Only its owner knows what a remote seat runs. */
const UNKNOWN_VERSION = 'undisclosed';

/** The participants in the verdict, each family once: the engine, remote validators, models, the deciding person. */
export function reviewersOf({ report, panels }: Reviewed): Reviewer[] {
  const engine: Reviewer = { kind: 'ENGINE', family: ENGINE_FAMILY, version: report.engine.version };
  const remote = panels
    .flatMap(({ seats }) => seats)
    .filter(({ mode, verdict }) => mode === 'REMOTE' && verdict !== null)
    .map(({ family }) => family);
  // A person who decided before the appeal is not an author of its result.
  const last = panels.at(-1);
  const hasPerson = last?.phase === 'HUMAN' && last.state === 'TALLIED';
  return [
    engine,
    ...modelsOf(report),
    ...[...new Set(remote)].sort().map((family): Reviewer => ({ kind: 'REMOTE', family, version: UNKNOWN_VERSION })),
    ...(hasPerson ? [PERSON] : []),
  ];
}

/** The models that answered, if their answers count as a reading. */
function modelsOf({ reading }: StoredReport): Reviewer[] {
  const answered = reading?.isRead ? reading.readings.filter(({ outcome }) => outcome !== 'ABSTAIN') : [];
  const byName = new Map(answered.map(({ reader }) => [`${reader.family} ${reader.model}`, reader]));
  return [...byName.values()].map(
    ({ family, model }): Reviewer => ({ kind: 'MODEL', family, version: model.slice(0, VERSION_CHARS_MAX) }),
  );
}

/** A model sits only where it has read the product. Elsewhere it would vote by the findings of others. */
export const hasRead = (report: StoredReport, candidate: Candidate): boolean =>
  !isReader(candidate) || modelsOf(report).some(({ family }) => toReaderFamily(family) === candidate.family);

/** The level of a SAFE verdict, which depends on who has read the product. */
export function levelOf(reviewed: Reviewed): SecurityLevel {
  return levelAsRead(reviewed.report.securityLevel, readerOfReview(reviewed));
}

export const readerOfReview = (reviewed: Reviewed): InstructionsReadBy => readerOf(reviewersOf(reviewed));
