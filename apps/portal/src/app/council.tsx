/** A validator's seat in the browser: link a wallet, read what is assigned, seal a verdict, show it when the time has come. */
import { toCommitment } from '@assay/protocol/commitment';
import { useState } from 'react';
import { FindingText } from '../ui/finding.tsx';
import { toMarks, toMoment, toWords } from '../ui/format.ts';
import { Empty, Facts, Mark, Notice, Section, Snippet, Table } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { Link, usePath } from './navigation.tsx';
import { BundleFiles } from './operator.tsx';
import { Field, Form, Loaded, Refused, useAct, useRead } from './state.tsx';
import { connect, signText, useWallets, type Wallet } from './wallet.ts';

type Assignment = Wire<'readAssignment'>;

export function Council() {
  const [key, setKey] = useState<string>();
  const [shown, setShown] = useState<string>();
  if (key === undefined) {
    return (
      <Enter
        onKey={(one, isNew) => {
          setKey(one);
          if (isNew) setShown(one);
        }}
      />
    );
  }
  return (
    <>
      <h1 className="mt-8 text-3xl font-semibold">Your seat</h1>
      {shown === undefined ? null : (
        <div className="mt-4 grid gap-3">
          <Notice
            role="status"
            title="This key is shown once. A program of yours can use it; this page forgets it."
            tone="warn"
          />
          <Snippet label="API key" text={shown} />
        </div>
      )}
      <Seat apiKey={key} />
    </>
  );
}

function Enter({ onKey }: { onKey: (key: string, isNew: boolean) => void }) {
  const wallets = useWallets();
  const [typed, setTyped] = useState('');
  const act = useAct();
  const link = (wallet: Wallet) => async (): Promise<void> => {
    const address = await connect(wallet);
    const { message } = await ask('createNonce', `GET /api/v1/auth/nonce?purpose=link&walletAddress=${address}`);
    const signature = await signText(wallet, address, message ?? '');
    const { apiKey } = await ask('linkWallet', 'POST /api/v1/auth/link', {
      body: { message, signature, label: 'Portal' },
    });
    onKey(apiKey, true);
  };
  return (
    <>
      <h1 className="mt-10 text-3xl font-semibold">Sit on the council</h1>
      <p className="mt-2 max-w-prose text-muted">
        A wallet is all the identity there is. It signs once, and stands for you from then on.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {wallets.map((wallet) => (
          <button
            className="button"
            disabled={act.isBusy}
            key={wallet.info.uuid}
            onClick={() => act.run(link(wallet))}
            type="button"
          >
            Link {wallet.info.name}
          </button>
        ))}
        {wallets.length === 0 ? (
          <p className="text-muted">No wallet is in this browser. Install one and reload, or use a key.</p>
        ) : null}
      </div>
      <Refused refusal={act.refusal} />
      <details className="mt-6">
        <summary>I have an API key</summary>
        <Form act={act} onSubmit={async () => onKey(typed.trim(), false)} submit="Use it">
          <Field hint="Begins with ak_" label="API key" onChange={setTyped} type="password" value={typed} />
        </Form>
      </details>
    </>
  );
}

function Seat({ apiKey }: { apiKey: string }) {
  const [, , id] = usePath().split('/');
  return id === undefined ? <Assignments apiKey={apiKey} /> : <AssignmentView apiKey={apiKey} id={id} key={id} />;
}

function Assignments({ apiKey }: { apiKey: string }) {
  const validator = useRead('validator', () => ask('readValidator', 'GET /certsvc/v1/validator', { key: apiKey }));
  const list = useRead('assignments', async () => {
    const [assigned, committed] = await Promise.all(
      (['ASSIGNED', 'COMMITTED'] as const).map((state) =>
        ask('listAssignments', `GET /certsvc/v1/assignments?state=${state}`, { key: apiKey }),
      ),
    );
    return [...(assigned?.items ?? []), ...(committed?.items ?? [])];
  });
  return (
    <>
      <Section id="validator" title="You">
        {validator.refusal?.code === 'validator_not_found' ? (
          <Empty>
            This wallet is no validator yet. What it takes: <a href="/docs/guides/agents">see the guide</a>.
          </Empty>
        ) : (
          <Loaded of={validator}>
            {({ state, family, stake, tracks, earnings }) => (
              <Facts
                items={[
                  [
                    'State',
                    <Mark key="state" tone={state === 'ACTIVE' ? 'ok' : 'warn'}>
                      {toWords(state)}
                    </Mark>,
                  ],
                  ['Reads', family],
                  ['Tracks', tracks.join(', ')],
                  ['Stake', toMarks(stake)],
                  ['Earned', toMarks(earnings.paid)],
                ]}
              />
            )}
          </Loaded>
        )}
      </Section>
      <Section id="assignments" title="Assignments">
        <Loaded of={list}>
          {(items) =>
            items.length === 0 ? (
              <Empty>Nothing is assigned to you. A panel is drawn with every submission.</Empty>
            ) : (
              <Table
                caption="Assignments"
                columns={[
                  {
                    title: 'What',
                    cell: (one) => (
                      <Link className="font-semibold" to={`/council/${one.id}`}>
                        {one.productType}, {toWords(one.phase)}
                      </Link>
                    ),
                  },
                  { title: 'State', cell: ({ state }) => <Mark>{toWords(state)}</Mark> },
                  { title: 'Commit by', cell: ({ commitBy }) => toMoment(commitBy) },
                  { title: 'Fee', isNumber: true, cell: ({ fee }) => toMarks(fee) },
                ]}
                keyOf={({ id }) => id}
                rows={items}
              />
            )
          }
        </Loaded>
      </Section>
    </>
  );
}

function AssignmentView({ id, apiKey }: { id: string; apiKey: string }) {
  const assignment = useRead(`assignment ${id}`, () =>
    ask('readAssignment', `GET /certsvc/v1/assignments/${id}`, { key: apiKey }),
  );
  const bundle = useRead(`bundle ${id}`, () =>
    ask('downloadAssignment', `GET /certsvc/v1/assignments/${id}/bundle`, { key: apiKey }),
  );
  return (
    <Loaded of={assignment}>
      {(one) => (
        <>
          <Section id="files" note="The exact bytes, without name, owner or address." title="What to read">
            <Loaded of={bundle}>{({ files }) => <BundleFiles files={files} />}</Loaded>
          </Section>
          <Section id="sandbox" title={`The sandbox says ${one.sandbox.riskLevel}`}>
            {one.sandbox.findings.map((finding) => (
              <FindingText finding={finding} key={finding.id} />
            ))}
          </Section>
          <Verdict apiKey={apiKey} assignment={one} onChanged={assignment.reload} />
        </>
      )}
    </Loaded>
  );
}

const SEVERITIES = ['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
type Vote = Omit<Parameters<typeof toCommitment>[0], 'assignmentId' | 'validatorId'>;

/** A sealed vote must outlive the page: without its salt it cannot be shown, and silence costs. */
const keyOfVote = (id: string): string => `assay:vote:${id}`;
const readVote = (id: string): Vote | undefined => {
  const text = localStorage.getItem(keyOfVote(id));
  return text === null ? undefined : (JSON.parse(text) as Vote);
};

const newSalt = (): Vote['salt'] =>
  `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` as Vote['salt'];

type VerdictProps = { assignment: Assignment; apiKey: string; onChanged: () => void };

function Verdict({ assignment, apiKey, onChanged }: VerdictProps) {
  const { id, validatorId, state, revealFrom } = assignment;
  const [isUnsafe, setUnsafe] = useState(false);
  const [severity, setSeverity] = useState<(typeof SEVERITIES)[number]>('INFO');
  const [path, setPath] = useState(assignment.entry);
  const [line, setLine] = useState('1');
  const [message, setMessage] = useState('');
  const act = useAct();

  const commit = async (): Promise<void> => {
    const vote: Vote = {
      verdict: isUnsafe ? 'UNSAFE' : 'SAFE',
      severity,
      findings: isUnsafe ? [toFinding({ severity, path, line: Number(line), message })] : [],
      salt: newSalt(),
    };
    localStorage.setItem(keyOfVote(id), JSON.stringify(vote));
    const commitment = toCommitment({ ...vote, assignmentId: id as never, validatorId });
    await ask('commitVerdict', `POST /certsvc/v1/assignments/${id}/commit`, { key: apiKey, body: { commitment } });
    onChanged();
  };
  const reveal = async (): Promise<void> => {
    await ask('revealVerdict', `POST /certsvc/v1/assignments/${id}/reveal`, { key: apiKey, body: readVote(id) });
    localStorage.removeItem(keyOfVote(id));
    onChanged();
  };
  if (state === 'COMMITTED') {
    return (
      <Section
        id="reveal"
        note={revealFrom === null ? 'When every seat has committed.' : `From ${toMoment(revealFrom)}.`}
        title="Show your verdict"
      >
        {readVote(id) === undefined ? (
          <Notice title="The vote was sealed in another browser. Only there can it be shown." tone="bad" />
        ) : (
          <Form act={act} onSubmit={reveal} submit="Reveal">
            <p>Your sealed vote: {readVote(id)?.verdict}.</p>
          </Form>
        )}
      </Section>
    );
  }
  if (state !== 'ASSIGNED') return <p className="mt-8">Your part is done: {toWords(state)}.</p>;
  return (
    <Section
      id="verdict"
      note="Sealed first, shown when all have sealed. This browser keeps what is needed to show it."
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
                type="radio"
              />
              {one ? 'Unsafe' : 'Safe'}
            </label>
          ))}
        </fieldset>
        <label className="mt-4 block max-w-xs">
          <span className="label">Severity</span>
          <select
            className="input mt-1"
            onChange={(event) => setSeverity(event.target.value as (typeof SEVERITIES)[number])}
            value={severity}
          >
            {SEVERITIES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        {isUnsafe ? (
          <>
            <Field label="File" onChange={setPath} value={path} />
            <Field label="Line" onChange={setLine} value={line} />
            <Field
              hint="What it does, and to whom"
              label="Why"
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

type Reported = { severity: (typeof SEVERITIES)[number]; path: string; line: number; message: string };

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
