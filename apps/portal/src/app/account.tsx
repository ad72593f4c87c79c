import { useCallback, useMemo, useState } from 'react';
import type { AccountPath } from '../contract/paths.ts';
import { toMoment, toPrice, toWords } from '../ui/format.ts';
import { Foreign, Mark, Section, Table } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { OwnProductReports } from './abuse.tsx';
import { Access } from './access.tsx';
import { ask, Refusal } from './api.ts';
import { OwnData } from './data.tsx';
import { Device } from './device.tsx';
import { OwnFlags } from './flags.tsx';
import { Overview } from './home.tsx';
import { Drafts, Submissions } from './lists.tsx';
import { Login } from './login.tsx';
import { Tabs, View, type Views } from './navigation.tsx';
import { Loaded, SessionContext, useAct, useRead } from './state.tsx';
import { SubmissionView } from './submission.tsx';
import { NewSubmission } from './submit.tsx';
import { Terms, TermsReminder } from './terms.tsx';
import { Tickets, TicketView } from './tickets.tsx';
import { Webhooks } from './webhooks.tsx';

const TABS = [
  ['/account', 'Overview'],
  ['/account/new', 'New submission'],
  ['/account/drafts', 'Drafts'],
  ['/account/submissions', 'Submissions'],
  ['/account/access', 'Keys and sessions'],
  ['/account/webhooks', 'Webhooks'],
  ['/account/flags', 'Flags'],
  ['/account/tickets', 'Tickets'],
  ['/account/history', 'History'],
  ['/account/data', 'Terms and data'],
] as const;

/** Scripts cannot see the session cookie. This entry shows that a login took place in this browser. */
const LOGGED_IN = 'assay:logged-in';

/** Without an earlier login there is no session, and the request would only leave an error in the console. */
async function readAccount(): Promise<Wire<'readAccount'>> {
  if (localStorage.getItem(LOGGED_IN) === null) throw new Refusal(401, 'unauthorized', 'Log in');
  try {
    return await ask('readAccount', 'GET /api/v1/certsvc/dev/me');
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) localStorage.removeItem(LOGGED_IN);
    throw error;
  }
}

/** The developer area. When the session ends, the view stays and the login appears above it. */
export function Account() {
  const [session, setSession] = useState(0);
  const [isExpired, setExpired] = useState(false);
  const onExpired = useCallback(() => setExpired(true), []);
  const context = useMemo(() => ({ onExpired, session }), [onExpired, session]);
  return (
    <SessionContext value={context}>
      <Inside
        isExpired={isExpired}
        onLogin={() => {
          localStorage.setItem(LOGGED_IN, '1');
          setExpired(false);
          setSession((before) => before + 1);
        }}
      />
    </SessionContext>
  );
}

function Inside({ isExpired, onLogin }: { isExpired: boolean; onLogin: () => void }) {
  const account = useRead('account', readAccount);
  const act = useAct();
  // A login form before the answer would ask people who are logged in to log in again.
  if (account.data === undefined && account.refusal === undefined) {
    return (
      <>
        <h1 className="mt-10 text-3xl font-semibold">Your account</h1>
        <Loaded of={account}>{() => null}</Loaded>
      </>
    );
  }
  if (account.data === undefined) {
    return (
      <>
        <h1 className="mt-10 text-3xl font-semibold">Log in</h1>
        <p className="mt-2 max-w-prose text-muted">
          You log in with a code that is sent by email; there is no password. Anyone can submit a product for review.
        </p>
        {isExpired ? null : <Loaded of={account}>{() => null}</Loaded>}
        <Login onDone={onLogin} />
      </>
    );
  }
  const logout = async (): Promise<void> => {
    await ask('logout', 'POST /api/v1/certsvc/dev/logout');
    localStorage.removeItem(LOGGED_IN);
    location.assign('/');
  };
  return (
    <>
      <div className="mt-8 flex flex-wrap items-baseline gap-x-6">
        <h1 className="mr-auto text-3xl font-semibold">Your account</h1>
        <span className="text-muted">{account.data.email}</span>
        <button className="underline" onClick={() => act.run(logout)} type="button">
          Log out
        </button>
      </div>
      {isExpired ? (
        <div className="mt-6 border-2 border-warn p-5">
          <Login onDone={onLogin} reason="Your session has ended. Log in again; your input is kept." />
        </div>
      ) : null}
      <TermsReminder />
      <Tabs items={TABS} label="Account" />
      <View views={VIEWS} />
    </>
  );
}

const VIEWS: Views<AccountPath> = {
  '/account': () => <Overview />,
  '/account/new': () => <NewSubmission draftId={undefined} />,
  '/account/new/:id': (id) => <NewSubmission draftId={id} key={id} />,
  '/account/drafts': () => <Drafts />,
  '/account/submissions': () => <Submissions />,
  '/account/submissions/:id': (id) => <SubmissionView id={id} key={id} />,
  '/account/access': () => <Access />,
  '/account/webhooks': () => <Webhooks />,
  '/account/flags': () => (
    <>
      <OwnProductReports />
      <OwnFlags />
    </>
  ),
  '/account/tickets': () => <Tickets />,
  '/account/tickets/:id': (id) => <TicketView id={id} key={id} />,
  '/account/history': () => <History />,
  '/account/data': () => (
    <>
      <Terms />
      <OwnData />
    </>
  ),
  '/account/device': () => <Device />,
};

function History() {
  const history = useRead('history', () => ask('listHistory', 'GET /api/v1/certsvc/dev/history?limit=100'));
  return (
    <Section id="history" title="History">
      <Loaded of={history}>
        {({ items }) => (
          <Table
            caption="History"
            columns={[
              {
                title: 'Event',
                cell: ({ title, at }) => (
                  <>
                    <Foreign>{title}</Foreign>
                    <span className="block text-sm text-muted sm:hidden">{toMoment(at)}</span>
                  </>
                ),
              },
              { title: 'Time', isWide: true, cell: ({ at }) => toMoment(at) },
              { title: 'Kind', isWide: true, cell: ({ kind }) => <Mark>{toWords(kind)}</Mark> },
              { title: 'Amount', isNumber: true, cell: ({ amount }) => (amount === null ? '' : toPrice(amount)) },
            ]}
            keyOf={({ id }) => id}
            rows={items}
          />
        )}
      </Loaded>
    </Section>
  );
}
