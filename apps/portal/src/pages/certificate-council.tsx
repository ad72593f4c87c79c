import { toMethod, toMoment } from '../ui/format.ts';
import { type Fact, Facts, Foreign, Hash, Mark, Section, Table } from '../ui/parts.tsx';
import type { Round, VerifyRecord } from '../wire.ts';

type Props = { round: Round; verify: Pick<VerifyRecord, 'certificateId' | 'submissionId' | 'payloadHash'> };

const PHASES: Readonly<Record<string, string>> = {
  PRIMARY: 'First panel',
  SECOND: 'Second panel',
  APPEAL: 'Appeal',
  HUMAN: 'A person',
};

const CAPTIONS: Readonly<Record<string, string>> = {
  PRIMARY: 'Votes of the first panel',
  SECOND: 'Votes of the second panel',
  APPEAL: 'Votes of the appeal panel',
  HUMAN: 'Decision by a person',
};

const toDraw = ({ beacon }: Round): Fact[] =>
  beacon === null
    ? [['Draw', 'No panel was drawn']]
    : [
        ['Draw', `${beacon.source}, ${toMoment(beacon.at)}`],
        ['Block hash', <Hash>{beacon.value}</Hash>],
        ['Seed', <Hash>{beacon.seed}</Hash>],
      ];

const Votes = ({ panel }: { panel: Round['panels'][number] }) => (
  <Table
    empty="This record does not include the votes."
    caption={CAPTIONS[panel.phase] ?? 'Votes'}
    columns={[
      {
        title: 'Validator',
        cell: (vote) => (
          <a href={`/validators/${encodeURIComponent(vote.validatorId)}`}>
            <Foreign>{vote.validatorName}</Foreign>
          </a>
        ),
      },
      { title: 'Method', cell: (vote) => <Foreign>{toMethod(vote.family)}</Foreign> },
      {
        title: 'Vote',
        cell: (vote) => <Mark tone={vote.verdict === 'SAFE' ? 'ok' : 'bad'}>{vote.verdict}</Mark>,
      },
      { title: 'Findings', isNumber: true, cell: (vote) => vote.findings.length },
      { title: 'Sealed vote', cell: (vote) => <Hash>{`${vote.commitment.slice(0, 18)}…`}</Hash> },
    ]}
    keyOf={(vote) => vote.validatorId}
    rows={panel.verdicts}
  />
);

/** The revealed votes and the block that drew the panel. Both can be recomputed in the page. */
export const Council = ({ round, verify }: Props) => (
  <Section
    id="council"
    note="Each validator committed its vote before it could see any other vote. The panel was drawn with a block hash that was unknown when the bytes were sealed."
    title="The council"
  >
    {round.panels.map((panel) => (
      <div className="mt-4" key={panel.id}>
        <h3 className="mb-2 font-semibold">
          {PHASES[panel.phase] ?? panel.phase}: {panel.tally.safe} safe, {panel.tally.unsafe} unsafe,{' '}
          {panel.tally.missed} missed
        </h3>
        <Votes panel={panel} />
      </div>
    ))}
    <div className="mt-6">
      <Facts
        items={[
          ['Decision', `${round.decision ?? 'Not yet'}, ${toMoment(round.completedAt ?? round.startedAt)}`],
          ...toDraw(round),
          ['Engine', `${round.engineVersion}, rules ${round.rulesetDigest.slice(0, 16)}…`],
          ['Verdict hash', round.verdictHash === null ? 'None' : <Hash>{round.verdictHash}</Hash>],
        ]}
      />
    </div>
    <div
      className="mt-5"
      data-recompute={verify.certificateId}
      data-needs-scripts
      data-submission={verify.submissionId}
    >
      <button className="button" data-quiet type="button">
        Recompute in your browser
      </button>
      <output aria-live="polite" className="mt-3 block" />
    </div>
  </Section>
);
