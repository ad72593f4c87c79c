/** Everything that can act for the account: logins, named tokens and wallets. */
import { useState } from 'react';
import { toDay, toMoment } from '../ui/format.ts';
import { Foreign, Hash, Mark, Notice, Section, Snippet, Table } from '../ui/parts.tsx';
import { ask } from './api.ts';
import { Choice, Field, Form, Loaded, Refused, useAct, useRead } from './state.tsx';
import { Wallets } from './wallets.tsx';

const LIFETIMES = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'One year'],
] as const;

export function Access() {
  const [changes, setChanges] = useState(0);
  return (
    <>
      <Tokens />
      <Wallets onChanged={() => setChanges((before) => before + 1)} />
      <ApiKeys key={changes} />
    </>
  );
}

function Tokens() {
  const list = useRead('tokens', () => ask('listTokens', 'GET /api/v1/certsvc/dev/tokens'));
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('90');
  const [token, setToken] = useState<string>();
  const act = useAct();
  const revoking = useAct();
  const create = async (): Promise<void> => {
    const body = { label: label.trim(), expiresInDays: Number(days) };
    setToken((await ask('createToken', 'POST /api/v1/certsvc/dev/tokens', { body })).token);
    setLabel('');
    list.reload();
  };
  const revoke = (id: string) => (): void =>
    revoking.run(async () => {
      await ask('deleteToken', `DELETE /api/v1/certsvc/dev/tokens/${id}`);
      list.reload();
    });
  return (
    <Section
      id="tokens"
      note="Each of these can act on behalf of your account. Revoke any that you do not recognise."
      title="Logins and tokens"
    >
      <Loaded of={list}>
        {({ items }) => (
          <Table
            caption="Logins and tokens"
            columns={[
              { title: 'Name', cell: (one) => <Foreign>{one.label}</Foreign> },
              { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : toMoment(lastUsedAt)) },
              { title: 'Created', isWide: true, cell: ({ createdAt }) => toDay(createdAt) },
              { title: 'Expires', isWide: true, cell: ({ expiresAt }) => toDay(expiresAt) },
              {
                title: 'Actions',
                cell: (one) => (
                  <button
                    aria-label={`Revoke ${one.label}`}
                    className="underline"
                    onClick={revoke(one.id)}
                    type="button"
                  >
                    Revoke
                  </button>
                ),
              },
            ]}
            keyOf={({ id }) => id}
            rows={items}
          />
        )}
      </Loaded>
      <Refused refusal={revoking.refusal} />
      {token === undefined ? null : (
        <div className="mt-5 grid gap-3">
          <Notice role="status" title="This token is shown only once." tone="warn" />
          <Snippet label="New token" text={token} />
        </div>
      )}
      <Form act={act} onSubmit={create} submit="Create a token">
        <Field hint="For a program, for example: ci" label="Name" maxLength={64} onChange={setLabel} value={label} />
        <Choice label="Lifetime" onChange={setDays} options={LIFETIMES} value={days} />
      </Form>
    </Section>
  );
}

/** API keys of the linked wallets, for example of the council page or an agent. */
function ApiKeys() {
  const list = useRead('keys', () => ask('listKeys', 'GET /api/v1/auth/keys'));
  const act = useAct();
  const revoke = (id: string) => (): void =>
    act.run(async () => {
      await ask('revokeKey', `DELETE /api/v1/auth/keys/${id}`);
      list.reload();
    });
  return (
    <Section
      id="keys"
      note={
        <>
          Agents and the <a href="/council">council page</a> act for a wallet with these keys. Only keys of linked
          wallets are listed.
        </>
      }
      title="API keys of your wallets"
    >
      <Loaded of={list}>
        {({ items }) => (
          <Table
            caption="API keys"
            columns={[
              { title: 'Name', cell: ({ label }) => <Foreign>{label === '' ? 'Unnamed' : label}</Foreign> },
              { title: 'Wallet', cell: ({ walletAddress }) => <Hash>{toShort(walletAddress)}</Hash> },
              { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : toMoment(lastUsedAt)) },
              { title: 'Created', isWide: true, cell: ({ createdAt }) => toDay(createdAt) },
              {
                title: 'Actions',
                cell: ({ id, label, revokedAt }) =>
                  revokedAt === null ? (
                    <button
                      aria-label={`Revoke API key ${label}`}
                      className="underline"
                      disabled={act.isBusy}
                      onClick={revoke(id)}
                      type="button"
                    >
                      Revoke
                    </button>
                  ) : (
                    <Mark>Revoked</Mark>
                  ),
              },
            ]}
            empty="The linked wallets have no API keys."
            keyOf={({ id }) => id}
            rows={items}
          />
        )}
      </Loaded>
      <Refused refusal={act.refusal} />
    </Section>
  );
}

/** An abbreviated address that still distinguishes wallets. */
const toShort = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`;
