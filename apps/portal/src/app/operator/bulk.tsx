/** One decision about several items of a kind. Each item is decided or stays unchanged, and its result is shown. */
import { useState } from 'react';
import { toPlural, toWords } from '../../ui/format.ts';
import { Mark, Table } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { Refusal } from '../api.ts';
import { useKeyed } from '../key.tsx';
import { Choice, Field, Form, useAct, useKept } from '../state.tsx';
import { DECISIONS } from './decisions.ts';

type Item = Wire<'listQueue'>['items'][number];
export type BulkResult = { readonly item: Item; readonly refusal: string | undefined };

type Props = { readonly items: readonly Item[]; readonly onDone: (results: readonly BulkResult[]) => void };

export function BulkDecision({ items, onDone }: Props) {
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const [kind] = kinds;
  return (
    <div className="mt-6 border-l-4 border-brass pl-4" id="bulk">
      <h3 className="font-semibold">Decide {toPlural(items.length, 'selected item')}</h3>
      {kind === undefined || kinds.length > 1 ? (
        <p className="mt-2">Select items of one kind: each kind has its own decisions.</p>
      ) : (
        <DecideAll items={items} key={kind} kind={kind} onDone={onDone} />
      )}
    </div>
  );
}

function DecideAll({ items, kind, onDone }: Props & { readonly kind: Item['kind'] }) {
  const ask = useKeyed();
  const act = useAct();
  const [decision, setDecision] = useState(DECISIONS[kind][0] ?? '');
  const [reason, setReason] = useKept(`bulk ${kind}`);
  const decide = async (): Promise<void> => {
    const results: BulkResult[] = [];
    for (const item of items) results.push({ item, refusal: await decideOne(item) });
    if (results.every(({ refusal }) => refusal === undefined)) setReason('');
    onDone(results);
  };
  const decideOne = async ({ id }: Item): Promise<string | undefined> => {
    try {
      await ask('decideQueueItem', `POST /api/v1/operator/queue/${id}/decide`, { body: { decision, reason } });
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  };
  return (
    <Form act={act} isDanger onSubmit={decide} submit={`Decide ${toPlural(items.length, 'item')}`}>
      <Choice
        label="Decision"
        onChange={setDecision}
        options={DECISIONS[kind].map((one) => [one, toWords(one)])}
        value={decision}
      />
      <Field
        hint="At least 10 characters. Recorded in the audit log for each item."
        label="Reason"
        maxLength={4000}
        onChange={setReason}
        rows={3}
        value={reason}
      />
    </Form>
  );
}

export const BulkResults = ({ results }: { readonly results: readonly BulkResult[] }) => (
  <div className="mb-8" role="status">
    <Table
      caption="Results"
      columns={[
        { title: 'Item', cell: ({ item }) => `${toWords(item.kind)} ${item.ref.id}` },
        {
          title: 'Result',
          cell: ({ refusal }) =>
            refusal === undefined ? <Mark tone="ok">Decided</Mark> : <Mark tone="bad">Not decided</Mark>,
        },
        { title: 'Cause', cell: ({ refusal }) => refusal ?? '' },
      ]}
      keyOf={({ item }) => item.id}
      rows={results}
    />
  </div>
);
