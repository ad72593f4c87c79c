/** The operator area: the operator queue, running processes, and actions on the world. */
import { useMemo, useState } from 'react';
import type { OperatorPath } from '../../contract/paths.ts';
import { toInline, toPlural, toWords } from '../../ui/format.ts';
import { ask } from '../api.ts';
import { HolderContext } from '../key.tsx';
import { Tabs, View, type Views } from '../navigation.tsx';
import { useAct } from '../state.tsx';
import { Accounts } from './accounts.tsx';
import { AuditLog } from './audit-log.tsx';
import { Withdraw } from './certificates.tsx';
import { Grants } from './grants.tsx';
import { Jobs, Outbox, Payments } from './lists.tsx';
import { Proposals } from './proposals.tsx';
import { Decide, Queue } from './queue.tsx';
import { type Me, mayAs, OperatorContext } from './session.tsx';
import { type Session, SignIn } from './sign-in.tsx';
import { WorldControls } from './world.tsx';

const TABS = [
  ['/operator', 'Queue', 'reader'],
  ['/operator/certificates', 'Certificates', 'reviewer'],
  ['/operator/proposals', 'Proposals', 'reader'],
  ['/operator/world', 'World', 'administrator'],
  ['/operator/grants', 'Grants', 'administrator'],
  ['/operator/outbox', 'Chain outbox', 'reader'],
  ['/operator/payments', 'Payments', 'reader'],
  ['/operator/jobs', 'Jobs', 'reader'],
  ['/operator/log', 'Audit log', 'reader'],
  ['/operator/accounts', 'Operators', 'administrator'],
] as const;

const tabsOf = ({ role, twoPersonHours }: Me) =>
  TABS.filter(([path, , needed]) => mayAs(role, needed) && (path !== '/operator/proposals' || twoPersonHours > 0)).map(
    ([path, name]) => [path, name] as const,
  );

/** The key stays in this page's memory. It is lost with the page, and no other part of the browser can read it. */
export function Operator() {
  const [session, setSession] = useState<Session>();
  const holder = useMemo(() => ({ apiKey: session?.key ?? '', actorId: undefined }), [session]);
  if (session === undefined) return <SignIn onEnter={setSession} />;
  const { me } = session;
  return (
    <HolderContext value={holder}>
      <OperatorContext value={me}>
        <h1 className="mt-8 text-3xl font-semibold">Operator</h1>
        <p className="mt-1 text-muted">
          {me.name}, {toInline(toWords(me.role))}
          {me.twoPersonHours > 0
            ? `. A second administrator confirms revocations and key rotations within ${toPlural(me.twoPersonHours, 'hour')}.`
            : ''}
        </p>
        {session.key === '' ? <SignOut onDone={() => setSession(undefined)} /> : null}
        <Tabs items={tabsOf(me)} label="Operator" />
        <View views={VIEWS} />
      </OperatorContext>
    </HolderContext>
  );
}

function SignOut({ onDone }: { readonly onDone: () => void }) {
  const act = useAct();
  const end = async (): Promise<void> => {
    await ask('endOperatorSession', 'POST /api/v1/operator/sign-out');
    onDone();
  };
  return (
    <button className="mt-1 underline" disabled={act.isBusy} onClick={() => act.run(end)} type="button">
      Sign out
    </button>
  );
}

const VIEWS: Views<OperatorPath> = {
  '/operator': () => <Queue />,
  '/operator/queue/:id': (id) => <Decide id={id} key={id} />,
  '/operator/certificates': () => <Withdraw />,
  '/operator/proposals': () => <Proposals />,
  '/operator/world': () => <WorldControls />,
  '/operator/grants': () => <Grants />,
  '/operator/outbox': () => <Outbox />,
  '/operator/payments': () => <Payments />,
  '/operator/jobs': () => <Jobs />,
  '/operator/log': () => <AuditLog />,
  '/operator/accounts': () => <Accounts />,
};
