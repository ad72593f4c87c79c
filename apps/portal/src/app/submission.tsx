import { useEffect } from 'react';
import { FindingText } from '../ui/finding.tsx';
import { toInline, toMoment, toPlural, toPrice, toWords } from '../ui/format.ts';
import { Facts, Foreign, Hash, Mark, Notice, Section, Table } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { STATE_TONES } from './lists.tsx';
import { Field, Form, Loaded, useAct, useKept, useRead } from './state.tsx';
import { toTopicsPath, useStream } from './stream.ts';

type Submission = Wire<'readSubmission'>;
const OVER = new Set(['CERTIFIED', 'REJECTED', 'FAILED']);
const ASK_AGAIN_MS = 3000;

/** The submission's own events and those of its round, which announce the votes. */
const toStream = ({ id, state, round }: Submission) =>
  OVER.has(state)
    ? undefined
    : toTopicsPath([`submission:${id}`, ...(round === null ? [] : [`round:${round.id}`])].join(','));

export function SubmissionView({ id }: { id: string }) {
  const read = useRead(`submission ${id}`, () => ask('readSubmission', `GET /certsvc/v1/submissions/${id}`));
  const isCut = useStream(read.data === undefined ? undefined : toStream(read.data), read.reload);
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
              <Notice role="status" title="The live connection was lost." tone="warn">
                The review continues. This page polls every few seconds until the connection is back.
              </Notice>
            </div>
          ) : null}
          <Result submission={submission} onChanged={read.reload} />
          <Progress submission={submission} />
          <Person onChanged={read.reload} submission={submission} />
          <Section id="facts" title="Sealed submission">
            <Facts
              items={[
                [
                  'Commit',
                  submission.source.commit === null ? (
                    'None (bytes only)'
                  ) : (
                    <Hash key="commit">{submission.source.commit}</Hash>
                  ),
                ],
                ['Bundle', <Hash key="bundle">{submission.bundleSha256}</Hash>],
                ['Paid', toPrice(submission.price)],
                ['Submitted', toMoment(submission.createdAt)],
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
  ['SANDBOXING', 'Sandbox run'],
  ['IN_REVIEW', 'Council review'],
  ['DECIDED', 'Decided'],
] as const;

/** The last step matches every final state. */
const isOf = (step: (typeof STEPS)[number][0], state: string): boolean =>
  step === state || (step === 'DECIDED' && OVER.has(state));

/** A review without a certificate went through every step, but none is shown as a success. */
const toBar = (state: string): string => {
  if (state === 'REJECTED' || state === 'FAILED') return 'border-bad';
  return state === 'CERTIFIED' ? 'border-ok' : 'border-ink';
};

/** The progress, and the votes as soon as they are revealed. */
const Progress = ({ submission }: { submission: Submission }) => {
  const { state, round, history, progress } = submission;
  const at = OVER.has(state) ? STEPS.length - 1 : STEPS.findIndex(([name]) => name === state);
  return (
    <Section id="progress" title="Progress">
      <ol className="grid gap-3 sm:grid-cols-4">
        {STEPS.map(([name, words], index) => (
          <li
            aria-current={index === at ? 'step' : undefined}
            className={`border-t-4 pt-2 ${index <= at ? toBar(state) : 'border-line'}`}
            key={name}
          >
            <span className={index === at ? 'font-semibold' : ''}>{words}</span>
            <span className="block text-sm text-muted">
              {history.filter((one) => isOf(name, one.state)).map((one) => toMoment(one.at))[0] ?? ''}
            </span>
          </li>
        ))}
      </ol>
      {OVER.has(state) ? null : <Stage progress={progress} />}
      <Sandbox sandbox={submission.sandbox} />
      {state === 'ESCALATED' ? (
        <div className="mt-4">
          <Notice title="An operator is reviewing it." tone="warn">
            The council could not decide, or no validator could read the bundle.
          </Notice>
        </div>
      ) : null}
      {round?.panels.map((panel) => (
        <Votes key={panel.id} panel={panel} />
      ))}
    </Section>
  );
};

type PanelVotes = NonNullable<Submission['round']>['panels'][number];

/** The votes of a panel, as soon as they are revealed. */
const Votes = ({ panel: { phase, seats, tally, verdicts } }: { panel: PanelVotes }) => (
  <div className="mt-6">
    <h3 className="mb-2 font-semibold">
      {toWords(phase)} panel
      {verdicts.length === 0 ? '' : `: ${tally.safe} safe, ${tally.unsafe} unsafe`}
    </h3>
    <Table
      caption={`Votes of the ${toInline(toWords(phase))} panel`}
      columns={[
        {
          title: 'Validator',
          cell: (vote) => (
            <a href={`/validators/${encodeURIComponent(vote.validatorId)}`}>
              <Foreign>{vote.validatorName}</Foreign>
            </a>
          ),
        },
        { title: 'Vote', cell: ({ verdict }) => <Mark tone={verdict === 'SAFE' ? 'ok' : 'bad'}>{verdict}</Mark> },
      ]}
      empty={
        phase === 'HUMAN'
          ? 'An operator decides instead of a panel.'
          : `In review by ${toPlural(seats, 'validator')}. Votes are shown when they are revealed.`
      }
      keyOf={({ validatorId }) => validatorId}
      rows={verdicts}
    />
  </div>
);

const STAGES: Readonly<Record<Submission['progress']['stage'], string>> = {
  QUEUED: 'Waiting in the queue',
  SANDBOX: 'The engine and the sandbox examine the files',
  DRAW: 'Validators are drawn',
  COMMIT: 'Validators review and commit their votes',
  REVEAL: 'Validators reveal their votes',
  DECISION: 'The votes are counted',
  HUMAN: 'An operator decides',
  DONE: 'Done',
};

/** The current stage and the expected wait; the stream keeps it current. */
const Stage = ({ progress: { stage, percent, queuePosition, etaSeconds } }: Pick<Submission, 'progress'>) => (
  <div className="mt-5 max-w-2xl" role="status">
    <progress aria-label="Review progress" className="progress" max={100} value={percent} />
    <p className="mt-2 flex flex-wrap justify-between gap-x-6">
      <span>
        <strong>{STAGES[stage]}</strong>
        {queuePosition === null || queuePosition === 0 ? '' : `, ${toPlural(queuePosition, 'submission')} ahead`}
      </span>
      {etaSeconds === null ? null : <span className="text-muted">{toDuration(etaSeconds)}</span>}
    </p>
  </div>
);

const MINUTE = 60;
const toDuration = (seconds: number): string =>
  seconds < MINUTE ? 'Less than a minute left' : `At most ${toPlural(Math.ceil(seconds / MINUTE), 'minute')} left`;

const Sandbox = ({ sandbox }: Pick<Submission, 'sandbox'>) =>
  sandbox === null ? null : (
    <p className="mt-4">
      {sandbox.units === 0
        ? 'There was nothing to run; the sandbox'
        : `The sandbox ran ${sandbox.exercised} of ${toPlural(sandbox.units, 'part')} and`}{' '}
      reports risk <strong>{sandbox.riskLevel}</strong>.
    </p>
  );

const CHAIN_WORDS: Readonly<Record<string, string>> = {
  NONE: 'The on-chain record has not been prepared yet.',
  QUEUED: 'The on-chain record is queued.',
  SENT: 'The transaction has been sent but is not in a block yet.',
  MINED: 'The record is on the chain but not final yet.',
  FINAL: 'The record is on the chain and final.',
};

/** The progress of the record on the chain, polled until it is final. */
function OnChain({ id }: { id: string }) {
  const status = useRead(`chain ${id}`, () =>
    ask('readLiveStatus', `GET /api/v1/public/certificates/${id}/live-status`),
  );
  const state = status.data?.onChain?.state;
  const { reload } = status;
  useEffect(() => {
    if (state === undefined || state === 'FINAL') return;
    const timer = setInterval(reload, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [state, reload]);
  const onChain = status.data?.onChain;
  if (onChain === undefined) return null;
  if (onChain === null) return <p className="mt-3">This deployment has no chain.</p>;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3" role="status">
      <Mark tone={onChain.state === 'FINAL' ? 'ok' : 'plain'}>Chain: {toWords(onChain.state)}</Mark>
      {CHAIN_WORDS[onChain.state] ?? ''} {onChain.txHash === null ? null : <Hash>{onChain.txHash}</Hash>}
    </p>
  );
}

const Result = ({ submission, onChanged }: { submission: Submission; onChanged: () => void }) => {
  const { result, state, id, dispute } = submission;
  if (result === null) return null;
  return (
    <Section id="result" title="Result">
      {result.certificateId === null ? (
        <Notice title="The submission was rejected." tone="bad">
          Fix the findings below and submit again, or request a decision by a larger panel.
        </Notice>
      ) : (
        <Notice title="The submission is certified." tone="ok">
          <a href={`/certificates/${result.certificateId}`}>View the certificate, badge and commands</a>
        </Notice>
      )}
      {result.certificateId === null ? null : <OnChain id={result.certificateId} />}
      <ol className="mt-4">
        {result.blockingFindings.map((finding) => (
          <li className="border-b border-line py-4" key={finding.id}>
            <FindingText finding={finding} />
          </li>
        ))}
      </ol>
      {dispute === null ? null : (
        <div className="mt-4">
          <Notice title={DISPUTES[dispute.state]} tone={dispute.state === 'OVERTURNED' ? 'ok' : 'warn'}>
            Disputed on {toMoment(dispute.openedAt)}: <Foreign>{dispute.reason}</Foreign>
          </Notice>
        </div>
      )}
      {state === 'REJECTED' && dispute === null ? <Dispute id={id} onDone={onChanged} /> : null}
    </Section>
  );
};

const DISPUTES = {
  OPEN: 'A larger panel is reviewing the decision.',
  UPHELD: 'The larger panel upheld the decision.',
  OVERTURNED: 'The larger panel overturned the decision.',
} as const;

function Dispute({ id, onDone }: { id: string; onDone: () => void }) {
  const [reason, setReason] = useKept(`dispute ${id}`);
  const act = useAct();
  const dispute = async (): Promise<void> => {
    await ask('disputeSubmission', `POST /certsvc/v1/submissions/${id}/dispute`, { body: { reason } });
    setReason('');
    onDone();
  };
  return (
    <details className="mt-4">
      <summary>Dispute the decision</summary>
      <Form act={act} onSubmit={dispute} submit="Open a dispute">
        <Field
          hint="At least 20 characters: what is wrong with the decision, and why. Free of charge. Possible once per submission, within 14 days."
          label="Reason"
          onChange={setReason}
          rows={5}
          value={reason}
        />
      </Form>
    </details>
  );
}

const INTERVENTIONS = {
  REQUESTED: 'Human review requested.',
  TAKEN: 'An operator is reviewing it.',
  DONE: 'Human review completed.',
} as const;

/** Requests human review when the automatic review is stuck. The service decides whether that is possible. */
function Person({ submission: { id, state, humanIntervention }, onChanged }: PersonProps) {
  const [reason, setReason] = useKept(`intervention ${id}`);
  const act = useAct();
  const request = async (): Promise<void> => {
    const path = `POST /api/v1/certsvc/dev/submissions/${id}/request-human-intervention` as const;
    await ask('requestHumanIntervention', path, { body: { reason } });
    setReason('');
    onChanged();
  };
  if (humanIntervention !== null) {
    const { waitingBefore, requestedAt } = humanIntervention;
    return (
      <div className="mt-8">
        <Notice title={INTERVENTIONS[humanIntervention.state]} tone="plain">
          Requested on {toMoment(requestedAt)}.
          {waitingBefore === null ? '' : ` Requests ahead in the queue: ${waitingBefore}.`}
        </Notice>
      </div>
    );
  }
  if (OVER.has(state)) return null;
  return (
    <details className="mt-8">
      <summary>Is the review stuck? Request human review</summary>
      <Form act={act} onSubmit={request} submit="Request human review">
        <Field
          hint="At least 20 characters. Available after 30 minutes in review, while the review is escalated, or after a dispute."
          label="Problem"
          maxLength={2000}
          onChange={setReason}
          rows={4}
          value={reason}
        />
      </Form>
    </details>
  );
}

type PersonProps = { submission: Submission; onChanged: () => void };
