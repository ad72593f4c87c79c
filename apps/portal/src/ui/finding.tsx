import type { Lines } from '../lines.ts';
import type { Finding } from '../wire.ts';
import { toInline, toWords } from './format.ts';
import { Foreign, Hash } from './parts.tsx';
import { Quoted } from './quoted.tsx';
import { LevelMark } from './verdict.tsx';

/** One finding: rule, location, reason and remediation. Without colours the quotation is plain text. */
export const FindingText = ({ finding, lines = toLines(finding) }: { finding: Finding; lines?: Lines | undefined }) => (
  <>
    <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
      <LevelMark level={finding.severity} />
      <Foreign>{finding.title}</Foreign>
    </h3>
    {finding.path === null ? null : (
      <p className="mt-1">
        <Hash>{finding.startLine === null ? finding.path : `${finding.path}:${finding.startLine}`}</Hash>
      </p>
    )}
    {lines === undefined ? null : (
      <div className="mt-2">
        <Quoted firstLine={finding.startLine ?? 1} lines={lines} />
      </div>
    )}
    <p className="mt-2 max-w-prose">
      <Foreign>{finding.message}</Foreign>
    </p>
    {finding.remediation === null ? null : (
      <p className="mt-1 max-w-prose text-muted">
        <Foreign>{finding.remediation}</Foreign>
      </p>
    )}
    <p className="mt-1 text-sm text-muted">
      Rule <a href={`/rules/${encodeURIComponent(finding.ruleId)}`}>{finding.ruleId}</a>, confidence{' '}
      {toInline(toWords(finding.confidence))}
      {finding.reproduced ? ', observed in the sandbox' : ''}
    </p>
  </>
);

const toLines = ({ snippet }: Finding): Lines | undefined => snippet?.split('\n').map((line) => [[line]]);
