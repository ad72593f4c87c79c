import type { Bundle, Report, UndecidedReason } from '@assay/audit';
import { REVEALED_FINDINGS_MAX, type ReportedFinding, SEVERITIES, type Severity, toFinding } from '@assay/protocol';
import type { Judgement } from './votes.ts';

export type BundleFile = Bundle['files'][number];
type Reviewed = { readonly report: Report; readonly entry: string; readonly files: readonly BundleFile[] };

/** A vote, or the reason for an abstention: unread content is neither SAFE nor UNSAFE. */
export type VoteDecision =
  | { readonly kind: 'vote'; readonly judgement: Judgement }
  | { readonly kind: 'abstain'; readonly why: string };

/** Converts the report, including the models' readings, into a vote. Pure. */
export function decideVote({ report, entry, files }: Reviewed): VoteDecision {
  const findings = orderFindings(report).map((finding) => toReported(finding, files));
  if (report.reviewResult === 'UNSAFE') return vote('UNSAFE', withPlace(findings, entry));
  if (report.reviewResult === 'UNDECIDED') return { kind: 'abstain', why: whyUndecided(report) };
  return vote('SAFE', findings);
}

const vote = (verdict: Judgement['verdict'], findings: readonly ReportedFinding[]): VoteDecision => {
  const kept = findings.slice(0, REVEALED_FINDINGS_MAX);
  return { kind: 'vote', judgement: { verdict, severity: worstOf(kept), findings: kept } };
};

const worstOf = (findings: readonly ReportedFinding[]): Severity =>
  findings.reduce<Severity>(
    (worst, { severity }) => (SEVERITIES.indexOf(severity) > SEVERITIES.indexOf(worst) ? severity : worst),
    'INFO',
  );

const WHY_UNDECIDED: Readonly<Record<UndecidedReason, string>> = {
  'nothing-to-review': 'there is nothing that can be reviewed',
  'unread-content': 'content that is run or followed could not be read',
  'reader-failed': 'too few readers answered',
  'readers-disagree': 'the readers disagree',
  'not-shown-to-reader': 'a part exceeds the reading limit',
};

function whyUndecided({ undecided, reading }: Report): string {
  const abstentions = (reading?.readings ?? []).flatMap(({ abstention }) => abstention ?? []);
  return [...new Set([...undecided.map(({ reason }) => WHY_UNDECIDED[reason]), ...abstentions])].join(', ');
}

/** Blocking findings first, then in the engine's order: highest severity first. */
function orderFindings({ findings, blocking }: Report): Report['findings'] {
  const blocked = new Set(blocking.flatMap(({ fingerprints }) => fingerprints));
  const isBlocking = ({ fingerprint }: Report['findings'][number]): boolean => blocked.has(fingerprint);
  return [...findings.filter(isBlocking), ...findings.filter((finding) => !isBlocking(finding))];
}

const decoder = new TextDecoder();
const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** The service searches for a quotation in at most this many characters. */
const QUOTED_CHARS_MAX = 20_000;

/** Prepares a finding for the service's checks: an existing place, an exact quotation, and no claim that needs a sandbox. */
function toReported(given: Report['findings'][number], files: readonly BundleFile[]): ReportedFinding {
  const { id: _, reportedBy: __, ...finding } = toFinding(given, '');
  const file = files.find(({ path }) => path === finding.path);
  const base = { ...finding, reproduced: false };
  if (file === undefined) return { ...base, path: null, startLine: null, endLine: null, snippet: null };
  const lines = decoder.decode(file.bytes).split('\n');
  const { startLine, endLine, snippet } = finding;
  const isThere = startLine !== null && endLine !== null && startLine <= endLine && endLine <= lines.length;
  if (!isThere) return { ...base, startLine: null, endLine: null, snippet: null };
  const quoted = lines.slice(startLine - 1, endLine).join('\n');
  const stands = snippet !== null && quoted.length <= QUOTED_CHARS_MAX && folded(quoted).includes(folded(snippet));
  return { ...base, snippet: stands ? snippet : null };
}

/** A rejection must name a place. A finding about the whole bundle is reported for its entry. */
function withPlace(findings: readonly ReportedFinding[], entry: string): ReportedFinding[] {
  if (findings.some(({ path }) => path !== null)) return [...findings];
  const [first, ...rest] = findings;
  return first === undefined ? [] : [{ ...first, path: entry }, ...rest];
}
