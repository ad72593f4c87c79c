import { toMoment, toWords } from '../ui/format.ts';
import { Empty, Foreign, Mark, Section, Table } from '../ui/parts.tsx';
import { ask } from './api.ts';
import { go, Link } from './navigation.tsx';
import { Field, Form, Loaded, useAct, useKept, useRead } from './state.tsx';

export function Tickets() {
  const list = useRead('tickets', () => ask('listTickets', 'GET /api/v1/certsvc/dev/support/tickets'));
  const [subject, setSubject] = useKept('ticket subject');
  const [message, setMessage] = useKept('ticket message');
  const act = useAct();
  const open = async (): Promise<void> => {
    const { id } = await ask('openTicket', 'POST /api/v1/certsvc/dev/support/tickets', { body: { subject, message } });
    setSubject('');
    setMessage('');
    go(`/account/tickets/${id}`);
  };
  return (
    <Section id="tickets" title="Tickets">
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>You have no tickets.</Empty>
          ) : (
            <Table
              caption="Tickets"
              columns={[
                {
                  title: 'Subject',
                  cell: ({ id, subject: title }) => <Link to={`/account/tickets/${id}`}>{title}</Link>,
                },
                {
                  title: 'State',
                  cell: ({ state }) => <Mark tone={state === 'ANSWERED' ? 'ok' : 'plain'}>{toWords(state)}</Mark>,
                },
                { title: 'Changed', cell: ({ updatedAt }) => toMoment(updatedAt) },
              ]}
              keyOf={({ id }) => id}
              rows={items}
            />
          )
        }
      </Loaded>
      <h3 className="mt-8 font-semibold">Contact support</h3>
      <Form act={act} onSubmit={open} submit="Send">
        <Field label="Subject" maxLength={120} onChange={setSubject} value={subject} />
        <Field
          hint="At least 10 characters"
          label="Message"
          maxLength={5000}
          onChange={setMessage}
          rows={6}
          value={message}
        />
      </Form>
    </Section>
  );
}

export function TicketView({ id }: { id: string }) {
  const ticket = useRead(`ticket ${id}`, () => ask('readTicket', `GET /api/v1/certsvc/dev/support/tickets/${id}`));
  const [message, setMessage] = useKept(`reply ${id}`);
  const act = useAct();
  const reply = async (): Promise<void> => {
    await ask('replyToTicket', `POST /api/v1/certsvc/dev/support/tickets/${id}/reply`, { body: { message } });
    setMessage('');
    ticket.reload();
  };
  return (
    <Loaded of={ticket}>
      {({ subject, state, messages }) => (
        <Section id="ticket" title={subject}>
          <Mark>{toWords(state)}</Mark>
          <ol className="mt-4">
            {messages.map((one) => (
              <li className="border-b border-line py-3" key={one.id}>
                <p className="label">
                  {one.from} · {toMoment(one.at)}
                </p>
                <p className="mt-1 max-w-prose whitespace-pre-wrap">
                  <Foreign>{one.text}</Foreign>
                </p>
              </li>
            ))}
          </ol>
          <Form act={act} onSubmit={reply} submit="Reply">
            <Field label="Add a message" maxLength={5000} onChange={setMessage} rows={4} value={message} />
          </Form>
        </Section>
      )}
    </Loaded>
  );
}
