/** One seat: the content to review, the sealed verdict, and its reveal. */
import { toCommitment } from '@assay/protocol/commitment';
import { useState } from 'react';
import { FindingText } from '../../ui/finding.tsx';
import { toInline, toMarks, toMoment, toWords } from '../../ui/format.ts';
import { Empty, Facts, Foreign, Mark, Notice, Section } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { BundleFiles } from '../bundle.tsx';
import { useHolder, useKeyed } from '../key.tsx';
import { Link } from '../navigation.tsx';
import { Choice, Field, Form, Loaded, useAct, useKept, useRead } from '../state.tsx';
import { toTopicsPath, useStream } from '../stream.ts';
import { VoteMark } from './votes.tsx';

type Assignment = Wire<'readAssignment'>;

export function AssignmentView({ id }: { id: string }) {
  const ask = useKeyed();
  const assignment = useRead(`assignment ${id}`, () => ask('readAssignment', `GET /certsvc/v1/assignments/${id}`));
  const { apiKey } = useHolder();
  const state = assignment.data?.state;
  const isFollowed = state === 'ASSIGNED' || state === 'COMMITTED';
  useStream(isFollowed ? toTopicsPath('actor') : undefined, assignment.reload, apiKey);
  return (
    <Loaded of={assignment}>
      {(one) => (
        <>
          <p className="mt-6">
            <Link to="/council">All assignments</Link>
          </p>
          <Standing assignment={one} />
          <div className="grid gap-x-10 xl:grid-cols-[minmax(0,1fr)_26rem]">
            <Section
              id="files"
              note="The files exactly as submitted. The product's name, owner and address are hidden."
              title="Files to review"
            >
              {isOpen(one) ? (
                <Files entry={one.entry} id={id} />
              ) : (
                <Empty>The files were available only until the vote.</Empty>
              )}
            </Section>
            <div className="min-w-0">
              <Evidence assignment={one} />
              <Verdict assignment={one} onChanged={assignment.reload} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

const isOpen = ({ state }: Assignment): boolean => state === 'ASSIGNED' || state === 'COMMITTED';

function Files({ id, entry }: { id: string; entry: string }) {
  const ask = useKeyed();
  const bundle = useRead(`bundle ${id}`, () => ask('downloadAssignment', `GET /certsvc/v1/assignments/${id}/bundle`));
  return <Loaded of={bundle}>{({ files }) => <BundleFiles entry={entry} files={files} />}</Loaded>;
}

/** The request, its deadline and its fee. */
const Standing = ({
  assignment: { kind, phase, productType, state, fee, commitBy, revealBy },
}: Pick<VerdictProps, 'assignment'>) => (
  <>
    <h2 className="mt-4 flex flex-wrap items-center gap-3 text-2xl font-semibold">
      {kind === 'CALIBRATION' ? 'Calibration case' : `${toWords(phase)} panel`}
      <Mark>{productType}</Mark>
      <Mark tone={state === 'REVEALED' ? 'ok' : 'plain'}>{toWords(state)}</Mark>
    </h2>
    <p className="mt-1 text-muted">
      {state === 'ASSIGNED' ? `Commit by ${toMoment(commitBy)}. ` : ''}
      {state === 'COMMITTED' && revealBy !== null ? `Reveal by ${toMoment(revealBy)}. ` : ''}
      {fee === '0' ? '' : `Pays ${toMarks(fee)}.`}
    </p>
  </>
);

/** The declared capabilities beside the sandbox observations and the engine's findings. */
const Evidence = ({ assignment: { manifest, sandbox } }: Pick<VerdictProps, 'assignment'>) => (
  <Section id="sandbox" title={`Sandbox risk: ${sandbox.riskLevel}`}>
    <Facts
      items={[
        ['Declared capabilities', manifest.capabilities.join(', ') || 'None'],
        ['Observed capabilities', manifest.observed?.capabilities.join(', ') || 'None'],
        ['Declared addresses', <Foreign key="declared">{manifest.externalCalls.join(', ') || 'None'}</Foreign>],
        ['Observed addresses', <Foreign key="observed">{sandbox.observedUrls.join(', ') || 'None'}</Foreign>],
      ]}
    />
    {sandbox.findings.length === 0 ? (
      <div className="mt-4">
        <Empty>The sandbox reported no findings.</Empty>
      </div>
    ) : null}
    {sandbox.findings.map((finding) => (
      <div className="border-b border-line py-4" key={finding.id}>
        <FindingText finding={finding} />
      </div>
    ))}
  </Section>
);

const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
type Vote = Omit<Parameters<typeof toCommitment>[0], 'assignmentId' | 'validatorId'>;

/** A sealed vote must outlive the page: without its salt it cannot be revealed, and silence is penalised. */
const keyOfVote = (id: string): string => `assay:vote:${id}`;
const readVote = (id: string): Vote | undefined => {
  const text = localStorage.getItem(keyOfVote(id));
  return text === null ? undefined : (JSON.parse(text) as Vote);
};

const newSalt = (): Vote['salt'] =>
  `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` as Vote['salt'];

type VerdictProps = { assignment: Assignment; onChanged: () => void };

const Verdict = ({ assignment, onChanged }: VerdictProps) => {
  if (assignment.state === 'COMMITTED') return <Reveal assignment={assignment} onChanged={onChanged} />;
  if (assignment.state === 'ASSIGNED') return <Commit assignment={assignment} onChanged={onChanged} />;
  const { vote, outcome } = assignment;
  return (
    <Section id="vote" title="Your vote">
      <p role="status">
        {vote === null ? `This seat has no vote: ${toInline(toWords(assignment.state))}.` : 'Your vote is complete.'}
      </p>
      {vote === null ? null : (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          You: <VoteMark verdict={vote.verdict} /> Council: <VoteMark verdict={outcome} />
        </p>
      )}
    </Section>
  );
};

function Reveal({ assignment: { id, revealFrom, revealBy }, onChanged }: VerdictProps) {
  const ask = useKeyed();
  const act = useAct();
  const reveal = async (): Promise<void> => {
    await ask('revealVerdict', `POST /certsvc/v1/assignments/${id}/reveal`, { body: readVote(id) });
    localStorage.removeItem(keyOfVote(id));
    onChanged();
  };
  return (
    <Section
      id="reveal"
      note={
        revealFrom === null
          ? 'You can reveal as soon as every seat has committed.'
          : `Open from ${toMoment(revealFrom)}${revealBy === null ? '' : ` to ${toMoment(revealBy)}`}.`
      }
      title="Reveal your vote"
    >
      {readVote(id) === undefined ? (
        <Notice title="You committed this vote in another browser. Reveal it there." tone="bad" />
      ) : (
        <Form act={act} onSubmit={reveal} submit="Reveal">
          <p>Your committed vote: {toWords(readVote(id)?.verdict ?? '')}</p>
        </Form>
      )}
    </Section>
  );
}

function Commit({ assignment: { id, validatorId, entry, commitBy }, onChanged }: VerdictProps) {
  const ask = useKeyed();
  const [isUnsafe, setUnsafe] = useState<boolean>();
  const [severity, setSeverity] = useState<string>('HIGH');
  const [path, setPath] = useState(entry);
  const [line, setLine] = useState('1');
  const [message, setMessage] = useKept(`verdict ${id}`);
  const act = useAct();
  const commit = async (): Promise<void> => {
    const vote = {
      verdict: isUnsafe ? 'UNSAFE' : 'SAFE',
      severity: isUnsafe ? severity : 'INFO',
      findings: isUnsafe ? [toFinding({ severity, path, line: Number(line), message })] : [],
      salt: newSalt(),
    } as Vote;
    localStorage.setItem(keyOfVote(id), JSON.stringify(vote));
    const commitment = toCommitment({ ...vote, assignmentId: id as never, validatorId });
    await ask('commitVerdict', `POST /certsvc/v1/assignments/${id}/commit`, { body: { commitment } });
    setMessage('');
    onChanged();
  };
  return (
    <Section
      id="verdict"
      note={`Commit by ${toMoment(commitBy)}. Reveal your vote after every seat has committed; this browser stores what you need to reveal it.`}
      title="Your verdict"
    >
      <Form act={act} onSubmit={commit} submit="Commit">
        <fieldset className="flex gap-6">
          <legend className="label">May an agent run this?</legend>
          {([false, true] as const).map((one) => (
            <label className="flex items-center gap-2" key={String(one)}>
              <input
                checked={isUnsafe === one}
                className="size-5"
                name="verdict"
                onChange={() => setUnsafe(one)}
                required
                type="radio"
              />
              {one ? 'Unsafe' : 'Safe'}
            </label>
          ))}
        </fieldset>
        {isUnsafe ? (
          <>
            <Choice
              label="Severity"
              onChange={setSeverity}
              options={SEVERITIES.map((one) => [one, one])}
              value={severity}
            />
            <Field label="File" onChange={setPath} value={path} />
            <Field label="Line" onChange={setLine} value={line} />
            <Field
              hint="Describe the harm and who is affected"
              label="Reason"
              maxLength={1000}
              onChange={setMessage}
              rows={4}
              value={message}
            />
          </>
        ) : null}
      </Form>
    </Section>
  );
}

type Reported = { severity: string; path: string; line: number; message: string };

const toFinding = ({ severity, path, line, message }: Reported): Vote['findings'][number] =>
  ({
    ruleId: 'person/reading',
    title: message.slice(0, 120),
    category: 'REVIEW',
    severity,
    confidence: 'MEDIUM',
    path,
    startLine: line,
    endLine: line,
    snippet: null,
    message,
    remediation: null,
    reproduced: false,
  }) as Vote['findings'][number];
