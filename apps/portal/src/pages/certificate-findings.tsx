import type { Lines } from '../lines.ts';
import { FindingText } from '../ui/finding.tsx';
import { toPlural } from '../ui/format.ts';
import { Section } from '../ui/parts.tsx';
import type { Finding } from '../wire.ts';

type Props = { findings: readonly Finding[]; sources: ReadonlyMap<string, Lines> };

/** The council's retained findings, each with its location. */
export const Findings = ({ findings, sources }: Props) => (
  <Section
    id="findings"
    note={
      findings.length === 0
        ? 'The council recorded no warnings.'
        : 'The council recorded these warnings. They did not prevent certification.'
    }
    title={findings.length === 0 ? 'No findings' : toPlural(findings.length, 'finding')}
  >
    {findings.length === 0 ? null : (
      <ol className="border-t border-ink">
        {findings.map((finding) => (
          <li className="border-b border-line py-4" key={finding.id}>
            <FindingText finding={finding} lines={sources.get(finding.id)} />
          </li>
        ))}
      </ol>
    )}
  </Section>
);
