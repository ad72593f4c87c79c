import type { Lines } from '../lines.ts';
import { Foreign, Hash, Section } from '../ui/parts.tsx';
import { Quoted } from '../ui/quoted.tsx';
import { LevelMark } from '../ui/verdict.tsx';
import type { Finding } from '../wire.ts';

type Props = { findings: readonly Finding[]; sources: ReadonlyMap<string, Lines> };

/** What the council noted and let stand, each with the place it is about. */
export const Findings = ({ findings, sources }: Props) => (
  <Section
    id="findings"
    note="Noted by the council, and not held to be a reason to refuse."
    title={findings.length === 0 ? 'No findings' : findings.length === 1 ? '1 finding' : `${findings.length} findings`}
  >
    <ol className="border-t border-ink">
      {findings.map((finding) => (
        <li className="border-b border-line py-4" key={finding.id}>
          <FindingText finding={finding} lines={sources.get(finding.id)} />
        </li>
      ))}
    </ol>
  </Section>
);

const FindingText = ({ finding, lines }: { finding: Finding; lines: Lines | undefined }) => (
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
      {finding.confidence.toLowerCase()}
      {finding.reproduced ? ', seen happening in the sandbox' : ''}
    </p>
  </>
);
