import { useEffect, useState } from 'react';
import { FindingText } from '../ui/finding.tsx';
import { toMoment, toPrice, toWords } from '../ui/format.ts';
import { Facts, Foreign, Hash, Mark, Notice, Section, Table } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { STATE_TONES } from './lists.tsx';
import { Field, Form, Loaded, useAct, useRead } from './state.tsx';

type Submission = Wire<'readSubmission'>;
const OVER = new Set(['CERTIFIED', 'REJECTED', 'FAILED']);
const ASK_AGAIN_MS = 3000;

/** Calls `onNews` with every event of a submission; while the stream is cut, every few seconds instead. */
function useNews(id: string, isOver: boolean, onNews: () => void): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    if (isOver) return;
    const stream = new EventSource(`/api/v1/stream?topics=submission:${id}`);
    stream.onopen = () => setCut(false);
    stream.onerror = () => setCut(true);
    for (const kind of ['submission.state_changed', 'council.settled', 'certificate.issued']) {
      stream.addEventListener(kind, onNews);
    }
    const timer = setInterval(onNews, ASK_AGAIN_MS);
    return () => {
      clearInterval(timer);
      stream.close();
    };
  }, [id, isOver, onNews]);
  return isCut && !isOver;
}

export function SubmissionView({ id }: { id: string }) {
  const read = useRead(`submission ${id}`, () => ask('readSubmission', `GET /certsvc/v1/submissions/${id}`));
  const isCut = useNews(id, OVER.has(read.data?.state ?? ''), read.reload);
  return (
    <Loaded of={read}>
      {(submission) => (
        <>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <h2 className="text-2xl font-semibold">
              <Foreign>{`${submission.name} ${submission.version}`}</Foreign>
            </h2>
            <Mark tone={STATE_TONES[submission.state] ?? 'plain'}>{toWords(submission.state)}</Mark>
          </div>
          {isCut ? (
            <div className="mt-3">
              <Notice role="status" title="The live connection is cut." tone="warn">
                The review goes on; this page asks every few seconds until it is back.
              </Notice>
            </div>
          ) : null}
          <Progress submission={submission} />
          <Result submission={submission} onChanged={read.reload} />
          <Section id="facts" title="What was sealed">
            <Facts
              items={[
                ['Bundle', <Hash key="bundle">{submission.bundleSha256}</Hash>],
                ['Paid', toPrice(submission.price)],
                ['Since', toMoment(submission.createdAt)],
              ]}
            />
          </Section>
        </>
      )}
    </Loaded>
  );
}

const STEPS = [
  ['SUBMITTED', 'Paid and sealed'],
  ['SANDBOXING', 'Run in the sandbox'],
  ['IN_REVIEW', 'Before the council'],
  ['DECIDED', 'Decided'],
] as const;

/** How far it is, and the votes as soon as they are revealed. */
const Progress = ({ submission }: { submission: Submission }) => {
  const { state, round, history } = submission;
  const at = OVER.has(state) ? STEPS.length - 1 : STEPS.findIndex(([name]) => name === state);
  return (
    <Section id="progress" title="How far it is">
      <ol className="grid gap-3 sm:grid-cols-4">
        {STEPS.map(([name, words], index) => (
          <li
            aria-current={index === at ? 'step' : undefined}
            className={`border-t-4 pt-2 ${index <= at ? 'border-ok' : 'border-line'}`}
            key={name}
          >
            <span className={index === at ? 'font-semibold' : ''}>{words}</span>
            <span className="block text-sm text-muted">
              {history.filter((one) => one.state === name).map((one) => toMoment(one.at))[0] ?? ''}
            </span>
          </li>
        ))}
      </ol>
      {state === 'ESCALATED' ? (
        <div className="mt-4">
          <Notice title="A person looks at it." tone="warn">
            The council could not decide, or nobody there could read it.
          </Notice>
        </div>
      ) : null}
      {round?.panels.map((panel) => (
        <div className="mt-4" key={panel.id}>
          <h3 className="font-semibold">
            {toWords(panel.phase)} panel: {panel.tally.safe} safe, {panel.tally.unsafe} unsafe
          </h3>
          <Table
            caption={`Votes of the ${panel.phase.toLowerCase()} panel`}
            columns={[
              { title: 'Validator', cell: ({ validatorName }) => <Foreign>{validatorName}</Foreign> },
              { title: 'Vote', cell: ({ verdict }) => <Mark tone={verdict === 'SAFE' ? 'ok' : 'bad'}>{verdict}</Mark> },
            ]}
            keyOf={({ validatorId }) => validatorId}
            rows={panel.verdicts}
          />
        </div>
      ))}
    </Section>
  );
};

const Result = ({ submission, onChanged }: { submission: Submission; onChanged: () => void }) => {
  const { result, state, id, dispute } = submission;
  if (result === null) return null;
  return (
    <Section id="result" title="What came of it">
      {result.certificateId === null ? (
        <Notice title="It was refused." tone="bad">
          Mend what is listed here and submit it again, or have a larger panel look at it.
        </Notice>
      ) : (
        <Notice title="It is certified." tone="ok">
          <a href={`/certificates/${result.certificateId}`}>The certificate, with badge and commands</a>
        </Notice>
      )}
      <ol className="mt-4">
        {result.blockingFindings.map((finding) => (
          <li className="border-b border-line py-4" key={finding.id}>
            <FindingText finding={finding} />
          </li>
        ))}
      </ol>
      {dispute === null ? null : (
        <p className="mt-4">
          Disputed on {toMoment(dispute.openedAt)}: {toWords(dispute.state)}.
        </p>
      )}
      {state === 'REJECTED' && dispute === null ? <Dispute id={id} onDone={onChanged} /> : null}
    </Section>
  );
};

function Dispute({ id, onDone }: { id: string; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const act = useAct();
  const dispute = async (): Promise<void> => {
    await ask('disputeSubmission', `POST /certsvc/v1/submissions/${id}/dispute`, { body: { reason } });
    onDone();
  };
  return (
    <details className="mt-4">
      <summary>Dispute the decision</summary>
      <Form act={act} onSubmit={dispute} submit="Ask for a larger panel">
        <Field
          hint="At least 20 characters: what is wrong, and why. Free, once, within 14 days."
          label="Reason"
          onChange={setReason}
          rows={5}
          value={reason}
        />
      </Form>
    </details>
  );
}
