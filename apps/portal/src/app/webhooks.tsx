import { useState } from 'react';
import { toWords } from '../ui/format.ts';
import { Empty, Foreign, Mark, Notice, Section, Snippet, Table } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { DeliveryTable, readDeliveries, useUntilSent } from './deliveries.tsx';
import { Field, Form, Loaded, Refused, useAct, useRead } from './state.tsx';

type Webhook = Wire<'listWebhooks'>['items'][number];

/** Webhooks with the log of every delivery. */
export function Webhooks() {
  const list = useRead('webhooks', () => ask('listWebhooks', 'GET /api/v1/certsvc/dev/webhooks'));
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState('certificate.*');
  const [secret, setSecret] = useState<string>();
  const [shown, setShown] = useState<Webhook>();
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
      note="Deliveries are signed according to Standard Webhooks 1.0 and retried for three days."
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
                {
                  title: 'Address',
                  cell: (one) => (
                    <span className="[overflow-wrap:anywhere]">
                      <Foreign>{one.url}</Foreign>
                    </span>
                  ),
                },
                { title: 'Events', isWide: true, cell: (one) => one.kinds.join(', ') },
                {
                  title: 'State',
                  cell: ({ state }) => <Mark tone={state === 'ACTIVE' ? 'ok' : 'bad'}>{toWords(state)}</Mark>,
                },
                {
                  title: 'Actions',
                  cell: (one) => (
                    <span className="flex flex-wrap gap-x-4">
                      <button
                        aria-pressed={shown?.id === one.id}
                        className="underline"
                        onClick={() => setShown(one)}
                        type="button"
                      >
                        Deliveries
                      </button>
                      <button className="underline" onClick={remove(one.id)} type="button">
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
      {shown === undefined ? null : <Deliveries key={shown.id} webhook={shown} />}
      {secret === undefined ? null : (
        <div className="mt-5 grid gap-3">
          <Notice
            role="status"
            title="This secret is shown only once. Store it in the receiver, which needs it to check signatures."
            tone="warn"
          />
          <Snippet label="Webhook secret" text={secret} />
        </div>
      )}
      <Form act={act} onSubmit={create} submit="Add webhook">
        <Field hint="The URL must use https" label="Address" onChange={setUrl} type="url" value={url} />
        <Field
          hint="Comma-separated. certificate.* selects all certificate events."
          label="Event types"
          onChange={setKinds}
          value={kinds}
        />
      </Form>
    </Section>
  );
}

const DELIVERIES_SHOWN = 50;

function Deliveries({ webhook }: { webhook: Webhook }) {
  const { id, url } = webhook;
  const log = useRead(`deliveries ${id}`, () => readDeliveries(webhook, DELIVERIES_SHOWN));
  useUntilSent(log.data, log.reload);
  const act = useAct();
  const test = async (): Promise<void> => {
    await ask('testWebhook', `POST /api/v1/certsvc/dev/webhooks/${id}/test`);
    log.reload();
  };
  return (
    <div className="mt-6 border-l-4 border-brass pl-4">
      <h3 className="font-semibold">
        Deliveries to <Foreign>{url}</Foreign>
      </h3>
      <button className="button my-3" data-quiet disabled={act.isBusy} onClick={() => act.run(test)} type="button">
        Send test event
      </button>
      <Refused refusal={act.refusal} />
      <Loaded of={log}>{(sent) => <DeliveryTable onChanged={log.reload} sent={sent} />}</Loaded>
    </div>
  );
}
