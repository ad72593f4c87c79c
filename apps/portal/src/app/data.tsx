/** The account's stored data: export and deletion. */
import { useState } from 'react';
import { Section } from '../ui/parts.tsx';
import { ask, Refusal } from './api.ts';
import { Field, Form, Refused, useAct } from './state.tsx';

export const OwnData = () => (
  <>
    <Export />
    <Erase />
  </>
);

function Export() {
  const act = useAct();
  const save = async (): Promise<void> => {
    const data = await ask('exportAccount', 'GET /api/v1/certsvc/dev/me/export');
    const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'assay-account.json';
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Section
      id="export"
      note="Profile, wallets, key names, drafts, submissions, certificates, payments, purchases, flags, reports, tickets, webhooks, history and audit entries, in one JSON file."
      title="Export"
    >
      <button className="button" disabled={act.isBusy} onClick={() => act.run(save)} type="button">
        Download my data
      </button>
      <Refused refusal={act.refusal} />
    </Section>
  );
}

function Erase() {
  const [email, setEmail] = useState('');
  const act = useAct();
  const confirm = async (): Promise<void> => {
    const account = await ask('readAccount', 'GET /api/v1/certsvc/dev/me');
    if (account.email !== email.trim().toLowerCase())
      throw new Refusal(0, 'email', "This is not the account's email address.");
    await ask('deleteAccount', 'DELETE /api/v1/certsvc/dev/me');
    location.assign('/');
  };
  return (
    <Section
      id="erase"
      note="Deletes your email address, name, wallets, drafts, tickets, webhooks and queued mail, and ends all logins. This cannot be undone."
      title="Delete the account"
    >
      <p className="max-w-prose">
        Certificates, log entries and votes remain, because others rely on them as evidence. They contain no name and no
        email address. <a href="/docs/privacy">What the service stores, and why</a>
      </p>
      <Form act={act} onSubmit={confirm} submit="Delete my account">
        <Field
          hint="This account's email address"
          label="Confirm the email address"
          onChange={setEmail}
          type="email"
          value={email}
        />
      </Form>
    </Section>
  );
}
