/** Operator accounts: add one, issue a new key, remove one. A key is shown once. */
import { useState } from 'react';
import { toMoment, toWords } from '../../ui/format.ts';
import { Mark, Notice, Section, Snippet, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Choice, Field, Form, Loaded, Refused, useAct, useRead } from '../state.tsx';

type Account = Wire<'listOperators'>['items'][number];
type Shown = Wire<'addOperator'>;

const ROLES = [
  ['reader', 'Reader: reads everything'],
  ['reviewer', 'Reviewer: also decides the queue and suspends'],
  ['administrator', 'Administrator: everything'],
] as const;

export function Accounts() {
  const ask = useKeyed();
  const act = useAct();
  const list = useRead('operators', () => ask('listOperators', 'GET /api/v1/operator/accounts'));
  const [shown, setShown] = useState<Shown>();
  const show = (answer: Shown | undefined): void => {
    setShown(answer);
    list.reload();
  };
  const renew = (name: string) => async (): Promise<void> =>
    show(await ask('replaceOperatorKey', `POST /api/v1/operator/accounts/${name}/key`));
  const remove = (name: string) => async (): Promise<void> => {
    await ask('removeOperator', `DELETE /api/v1/operator/accounts/${name}`);
    show(undefined);
  };
  return (
    <Section
      id="accounts"
      note="The audit log contains operator names, so a name can never be reused."
      title="Operators"
    >
      {shown === undefined ? null : (
        <Notice role="status" title={`New key for ${shown.name}. This key is shown only once.`} tone="ok">
          <Snippet label="Key" text={shown.key} />
        </Notice>
      )}
      <Add onAdded={show} />
      <div className="mt-8">
        <Refused refusal={act.refusal} />
        <Loaded of={list}>
          {({ items }) => (
            <List items={items} onRemove={(name) => act.run(remove(name))} onRenew={(name) => act.run(renew(name))} />
          )}
        </Loaded>
      </div>
    </Section>
  );
}

type ListProps = {
  readonly items: readonly Account[];
  readonly onRenew: (name: string) => void;
  readonly onRemove: (name: string) => void;
};

const List = ({ items, onRenew, onRemove }: ListProps) => (
  <Table
    caption="Operators"
    columns={[
      { title: 'Name', cell: ({ name }) => name },
      { title: 'Role', cell: ({ role }) => toWords(role) },
      { title: 'Signs in as', isWide: true, cell: ({ signIn }) => signIn ?? 'key only' },
      { title: 'Added', isWide: true, cell: ({ createdAt, createdBy }) => `${toMoment(createdAt)} by ${createdBy}` },
      {
        title: 'Last used',
        isWide: true,
        cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : toMoment(lastUsedAt)),
      },
      {
        title: 'Actions',
        cell: ({ name, removedAt }) =>
          removedAt === null ? (
            <span className="flex gap-4">
              <button
                aria-label={`New key for ${name}`}
                className="underline"
                onClick={() => onRenew(name)}
                type="button"
              >
                New key
              </button>
              <button aria-label={`Remove ${name}`} className="underline" onClick={() => onRemove(name)} type="button">
                Remove
              </button>
            </span>
          ) : (
            <Mark>Removed</Mark>
          ),
      },
    ]}
    empty="No named operators yet."
    keyOf={({ name }) => name}
    rows={items}
  />
);

function Add({ onAdded }: { readonly onAdded: (answer: Shown) => void }) {
  const ask = useKeyed();
  const act = useAct();
  const [name, setName] = useState('');
  const [role, setRole] = useState('reviewer');
  const add = async (): Promise<void> => {
    const answer = await ask('addOperator', 'POST /api/v1/operator/accounts', { body: { name: name.trim(), role } });
    setName('');
    onAdded(answer);
  };
  return (
    <Form act={act} onSubmit={add} submit="Add operator">
      <Field
        hint="Lower-case letters, digits, dot, hyphen"
        label="Name"
        maxLength={32}
        onChange={setName}
        value={name}
      />
      <Choice label="Role" onChange={setRole} options={ROLES} value={role} />
    </Form>
  );
}
