/** The two-person rule: one administrator proposes, a different one confirms in time. */
import { useState } from 'react';
import { toMoment, toWords } from '../../ui/format.ts';
import { Foreign, Hash, Mark, Section, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Choice, Field, Form, Loaded, useAct, useKept, useRead } from '../state.tsx';
import { mayAs, useOperator } from './session.tsx';

type Proposal = Wire<'listOperatorProposals'>['items'][number];

export function Proposals() {
  const ask = useKeyed();
  const { role } = useOperator();
  const list = useRead('proposals', () => ask('listOperatorProposals', 'GET /api/v1/operator/proposals'));
  const [chosen, setChosen] = useState<Proposal>();
  const done = (): void => {
    setChosen(undefined);
    list.reload();
  };
  const isAdministrator = mayAs(role, 'administrator');
  return (
    <>
      <Section
        id="proposals"
        note="One administrator proposes, and a different one confirms. Confirming carries out the proposal."
        title="Proposals"
      >
        <Loaded of={list}>
          {({ items }) => <List items={items} onChoose={isAdministrator ? setChosen : undefined} />}
        </Loaded>
        {chosen === undefined ? null : <Decide key={chosen.id} onDone={done} proposal={chosen} />}
      </Section>
      {isAdministrator ? <RotateKeys onDone={done} /> : null}
    </>
  );
}

const TONES = { OPEN: 'warn', CONFIRMED: 'ok', WITHDRAWN: 'plain', EXPIRED: 'plain' } as const;

const toSubject = ({ certificateId, atOnce }: Proposal) =>
  certificateId === null ? (atOnce ? 'the old key ends at once' : 'the old key ends after a day') : undefined;

type ListProps = { readonly items: readonly Proposal[]; readonly onChoose: ((one: Proposal) => void) | undefined };

const List = ({ items, onChoose }: ListProps) => (
  <Table
    caption="Proposals"
    columns={[
      { title: 'Action', cell: ({ action }) => toWords(action) },
      { title: 'Subject', cell: (one) => toSubject(one) ?? <Hash>{one.certificateId ?? ''}</Hash> },
      {
        title: 'Reason',
        cell: ({ reason }) => (
          <span className="line-clamp-3 min-w-48 max-w-md">
            <Foreign>{reason}</Foreign>
          </span>
        ),
      },
      { title: 'Proposed', cell: ({ proposedBy, proposedAt }) => `${proposedBy}, ${toMoment(proposedAt)}` },
      {
        title: 'State',
        cell: ({ state, decidedBy }) => (
          <span className="flex flex-wrap gap-2">
            <Mark tone={TONES[state]}>{toWords(state)}</Mark>
            {decidedBy}
          </span>
        ),
      },
      { title: 'Until', cell: ({ expiresAt }) => toMoment(expiresAt) },
      {
        title: 'Actions',
        cell: (one) =>
          one.state === 'OPEN' && onChoose !== undefined ? (
            <button className="underline" onClick={() => onChoose(one)} type="button">
              Decide
            </button>
          ) : null,
      },
    ]}
    empty="No proposals yet."
    keyOf={({ id }) => id}
    rows={items}
  />
);

function Decide({ proposal, onDone }: { readonly proposal: Proposal; readonly onDone: () => void }) {
  const ask = useKeyed();
  const act = useAct();
  const { name } = useOperator();
  const isOwn = proposal.proposedBy === name;
  const [decision, setDecision] = useState(isOwn ? 'withdraw' : 'confirm');
  const [reason, setReason] = useKept(`proposal ${proposal.id}`);
  const decide = async (): Promise<void> => {
    const route = decision === 'confirm' ? 'confirmOperatorProposal' : 'withdrawOperatorProposal';
    await ask(route, `POST /api/v1/operator/proposals/${proposal.id}/${decision}`, { body: { reason } });
    setReason('');
    onDone();
  };
  return (
    <div className="mt-6 border-l-4 border-brass pl-4">
      <h3 className="font-semibold">
        {toWords(proposal.action)}, proposed by {proposal.proposedBy}
      </h3>
      <Form act={act} isDanger onSubmit={decide} submit={decision === 'confirm' ? 'Confirm' : 'Withdraw'}>
        <Choice
          label="Decision"
          onChange={setDecision}
          options={[...(isOwn ? [] : [['confirm', 'Confirm and carry out'] as const]), ['withdraw', 'Withdraw']]}
          value={decision}
        />
        <Reason onChange={setReason} value={reason} />
      </Form>
    </div>
  );
}

const Reason = ({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) => (
  <Field
    hint="At least 10 characters. Recorded in the audit log."
    label="Reason"
    maxLength={4000}
    onChange={onChange}
    rows={3}
    value={value}
  />
);

function RotateKeys({ onDone }: { readonly onDone: () => void }) {
  const ask = useKeyed();
  const act = useAct();
  const [atOnce, setAtOnce] = useState('no');
  const [reason, setReason] = useKept('rotate keys');
  const propose = async (): Promise<void> => {
    const body = { action: 'ROTATE_KEYS', atOnce: atOnce === 'yes', reason };
    await ask('createOperatorProposal', 'POST /api/v1/operator/proposals', { body });
    setReason('');
    onDone();
  };
  return (
    <Section id="rotate" note="Revocations are proposed under Certificates." title="Propose a key rotation">
      <Form act={act} onSubmit={propose} submit="Propose">
        <Choice
          label="Old key"
          onChange={setAtOnce}
          options={[
            ['no', 'Accept it for another day'],
            ['yes', 'End it at once, because it may be compromised'],
          ]}
          value={atOnce}
        />
        <Reason onChange={setReason} value={reason} />
      </Form>
    </Section>
  );
}
