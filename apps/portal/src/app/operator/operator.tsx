/** The operator's part: what waits for a person, what runs, and what may be done to the world. */
import { useMemo, useState } from 'react';
import { ask } from '../api.ts';
import { HolderContext } from '../key.tsx';
import { Tabs, usePath } from '../navigation.tsx';
import { Field, Form, useAct } from '../state.tsx';
import { Withdraw } from './certificates.tsx';
import { Grants } from './grants.tsx';
import { AuditLog, Jobs, Outbox, Payments } from './lists.tsx';
import { Decide, Queue } from './queue.tsx';
import { WorldControls } from './world.tsx';

const TABS = [
  ['/operator', 'Queue'],
  ['/operator/certificates', 'Certificates'],
  ['/operator/world', 'World'],
  ['/operator/grants', 'Grants'],
  ['/operator/outbox', 'Chain outbox'],
  ['/operator/payments', 'Payments'],
  ['/operator/jobs', 'Jobs'],
  ['/operator/log', 'Audit log'],
] as const;

/** The key stays in this page's memory: it is gone with the page, and nothing else of the browser sees it. */
export function Operator() {
  const [typed, setTyped] = useState('');
  const [key, setKey] = useState<string>();
  const act = useAct();
  const holder = useMemo(() => ({ apiKey: key ?? '', actorId: undefined }), [key]);
  const enter = async (): Promise<void> => {
    await ask('listQueue', 'GET /api/v1/operator/queue?limit=1', { key: typed });
    setKey(typed);
    setTyped('');
  };
  if (key === undefined) {
    return (
      <>
        <h1 className="mt-10 text-3xl font-semibold">Operator</h1>
        <p className="mt-2 max-w-prose text-muted">
          The administrative key of this service. It is stored only in this page.
        </p>
        <Form act={act} onSubmit={enter} submit="Log in">
          <Field label="Administrative key" onChange={setTyped} type="password" value={typed} />
        </Form>
      </>
    );
  }
  return (
    <HolderContext value={holder}>
      <h1 className="mt-8 text-3xl font-semibold">Operator</h1>
      <Tabs items={TABS} label="Operator" />
      <Desk />
    </HolderContext>
  );
}

function Desk() {
  const [, , part = '', id] = usePath().split('/');
  switch (part) {
    case 'queue':
      return <Decide id={id ?? ''} key={id} />;
    case 'certificates':
      return <Withdraw />;
    case 'world':
      return <WorldControls />;
    case 'grants':
      return <Grants />;
    case 'outbox':
      return <Outbox />;
    case 'payments':
      return <Payments />;
    case 'jobs':
      return <Jobs />;
    case 'log':
      return <AuditLog />;
    default:
      return <Queue />;
  }
}
