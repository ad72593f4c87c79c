import type { BundleFile, Finding } from '@assay/audit';

/**
 * `assay-ignore EXE-01 until=2030-01-31 reason="our own installer"` in a comment on the line of a finding or the line
 * above it. The skill's author writes it, so it cannot change the verdict. It only excludes a finding from `--fail-on`,
 * and neither a CRITICAL finding nor one that makes the skill UNSAFE can be excluded.
 */
export type Suppression = {
  readonly file: string;
  readonly line: number;
  readonly ruleId: string;
  readonly until: string | null;
  readonly reason: string | null;
};

const SUPPRESSION_STATES = ['applied', 'expired', 'no-reason', 'no-expiry', 'not-allowed', 'unused'] as const;
export type SuppressionState = (typeof SUPPRESSION_STATES)[number];

const SUPPRESSION_LIMITS = { fileBytesMax: 4 * 1024 * 1024, perFileMax: 200, reasonCharsMax: 200 } as const;

const MARK = 'assay-ignore';
const COMMENT = /assay-ignore[ \t]+([A-Z]{2,4}-\d{2})(.{0,400})/;

export function findSuppressions(files: readonly BundleFile[]): Suppression[] {
  return files
    .map(({ path, bytes }) => ({ path, buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }))
    .filter(({ buffer }) => buffer.length <= SUPPRESSION_LIMITS.fileBytesMax && buffer.includes(MARK))
    .flatMap(({ path, buffer }) => inText(path, buffer.toString('utf8')));
}

const inText = (file: string, text: string): Suppression[] =>
  text
    .split('\n')
    .flatMap((line, index) => inLine(file, line, index + 1))
    .slice(0, SUPPRESSION_LIMITS.perFileMax);

function inLine(file: string, text: string, line: number): Suppression[] {
  const [, ruleId, attributes = ''] = COMMENT.exec(text) ?? [];
  if (ruleId === undefined) return [];
  const reason = /\breason="([^"]*)"/.exec(attributes)?.[1]?.trim() ?? '';
  const until = /\buntil=(\d{4}-\d{2}-\d{2})\b/.exec(attributes)?.[1] ?? '';
  return [
    {
      file,
      line,
      ruleId,
      until: isDate(until) ? until : null,
      reason: reason === '' ? null : reason.slice(0, SUPPRESSION_LIMITS.reasonCharsMax),
    },
  ];
}

/** 2030-02-31 has the form of a date but is not valid. */
const isDate = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

export const isCovered = (finding: Finding, { file, line, ruleId }: Suppression): boolean =>
  finding.ruleId === ruleId &&
  finding.file === file &&
  (finding.range.startLine === line || finding.range.startLine === line + 1);

/** `covered` are the findings at its location; `mayHide` says whether a finding can be suppressed. */
export function decideState(
  { until, reason }: Suppression,
  covered: readonly Finding[],
  mayHide: (finding: Finding) => boolean,
  today: string,
): SuppressionState {
  if (reason === null) return 'no-reason';
  if (until === null) return 'no-expiry';
  if (until < today) return 'expired';
  if (covered.length === 0) return 'unused';
  return covered.every(mayHide) ? 'applied' : 'not-allowed';
}
