import type { Outcome } from '../review/outcome.ts';
import { aReport } from './report.builder.ts';

type Reviewed = Extract<Outcome, { kind: 'reviewed' }>;

export const anOutcome = (overrides: Partial<Reviewed> = {}): Reviewed => ({
  kind: 'reviewed',
  target: 'skills/sample',
  report: aReport(),
  files: [],
  gaps: [],
  durationMs: 12,
  findings: [],
  suppressed: [],
  suppressions: [],
  ignoredFiles: [],
  ...overrides,
});
