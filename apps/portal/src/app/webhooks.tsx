import { useState } from 'react';
import { toMoment } from '../ui/format.ts';
import { Empty, Foreign, Mark, Notice, Section, Snippet, Table } from '../ui/parts.tsx';
import { ask } from './api.ts';
import { Field, Form, Loaded, Refused, useAct, useRead } from './state.tsx';

/** Where events are sent, with the log of every delivery. */
export function Webhooks() {
  const list = useRead('webhooks', () => ask('listWebhooks', 'GET /api/v1/certsvc/dev/webhooks'));
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState('certificate.*');
  const [secret, setSecret] = useState<string>();
  const [shown, setShown] = useState<string>();
  const act = useAct();
  const create = async (): Promise<void> => {
    const body = { url: url.trim(), kinds: kinds.split(/[\s,]+/).filter((kind) => kind !== '') };
    const created = await ask('createWebhook', 'POST /api/v1/certsvc/dev/webhooks', { body });
    setSecret(created.secret);
    setUrl('');
    list.reload();
  };
  const remove = (id: string) => (): void =>
    act.run(async () => {
      await ask('deleteWebhook', `DELETE /api/v1/certsvc/dev/webhooks/${id}`);
      list.reload();
    });
  return (
    <Section
      id="webhooks"
      note="Deliveries are signed according to Standard Webhooks 1.0 and retried for five days."
      title="Webhooks"
    >
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>No webhooks yet.</Empty>
          ) : (
            <Table
              caption="Webhooks"
              columns={[
                { title: 'Address', cell: (one) => <Foreign>{one.url}</Foreign> },
                { title: 'Events', cell: (one) => one.kinds.join(', ') },
                { title: 'State', cell: ({ state }) => <Mark tone={state === 'ACTIVE' ? 'ok' : 'bad'}>{state}</Mark> },
                {
                  title: 'Actions',
                  cell: ({ id }) => (
                    <span className="flex gap-4">
                      <button className="underline" onClick={() => setShown(id)} type="button">
                        Log
                      </button>
                      <button className="underline" onClick={remove(id)} type="button">
                        Remove
                      </button>
                    </span>
                  ),
                },
              ]}
              keyOf={({ id }) => id}
              rows={items}
            />
          )
        }
      </Loaded>
      {shown === undefined ? null : <Deliveries id={shown} key={shown} />}
      {secret === undefined ? null : (
        <div className="mt-5 grid gap-3">
          <Notice
            role="status"
            title="This secret is shown once. Store it in the receiver, which checks signatures with it."
            tone="warn"
          />
          <Snippet label="Webhook secret" text={secret} />
        </div>
      )}
      <Form act={act} onSubmit={create} submit="Add webhook">
        <Field hint="https only" label="Address" onChange={setUrl} type="url" value={url} />
        <Field
          hint="Comma-separated. certificate.* selects all certificate events"
          label="Event types"
          onChange={setKinds}
          value={kinds}
        />
      </Form>
    </Section>
  );
}

function Deliveries({ id }: { id: string }) {
  const log = useRead(`deliveries ${id}`, () =>
    ask('listDeliveries', `GET /api/v1/certsvc/dev/webhooks/${id}/deliveries`),
  );
  const act = useAct();
  const again = (work: () => Promise<unknown>) => (): void =>
    act.run(async () => {
      await work();
      log.reload();
    });
  return (
    <div className="mt-6 border-l-4 border-brass pl-4">
      <h3 className="font-semibold">Deliveries</h3>
      <button
        className="button my-3"
        data-quiet
        onClick={again(() => ask('testWebhook', `POST /api/v1/certsvc/dev/webhooks/${id}/test`))}
        type="button"
      >
        Send test event
      </button>
      <Refused refusal={act.refusal} />
      <Loaded of={log}>
        {({ items }) => (
          <Table
            caption="Deliveries"
            columns={[
              { title: 'Time', cell: ({ createdAt }) => toMoment(createdAt) },
              { title: 'Event', cell: ({ kind }) => kind },
              {
                title: 'State',
                cell: ({ state }) => (
                  <Mark tone={state === 'DELIVERED' ? 'ok' : state === 'FAILED' ? 'bad' : 'plain'}>{state}</Mark>
                ),
              },
              { title: 'Attempts', isNumber: true, cell: ({ tries }) => tries },
              {
                title: 'Response',
                cell: ({ lastStatus, lastError }) => <Foreign>{String(lastStatus ?? lastError ?? '')}</Foreign>,
              },
              {
                title: 'Actions',
                cell: (one) => (
                  <button
                    className="underline"
                    onClick={again(() =>
                      ask('retryDelivery', `POST /api/v1/certsvc/dev/webhooks/${id}/deliveries/${one.id}/retry`),
                    )}
                    type="button"
                  >
                    Send again
                  </button>
                ),
              },
            ]}
            keyOf={(one) => one.id}
            rows={items}
          />
        )}
      </Loaded>
    </div>
  );
}
