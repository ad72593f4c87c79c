import { toMoment, toWords } from '../ui/format.ts';
import { Empty, Foreign, Mark, Section, Table, type Tone } from '../ui/parts.tsx';
import { ask } from './api.ts';
import { Link } from './navigation.tsx';
import { Loaded, Refused, useAct, useRead } from './state.tsx';

export const STATE_TONES: Readonly<Record<string, Tone>> = {
  CERTIFIED: 'ok',
  REJECTED: 'bad',
  FAILED: 'bad',
  ESCALATED: 'warn',
};

export function Submissions() {
  const list = useRead('submissions', () => ask('listSubmissions', 'GET /certsvc/v1/submissions?limit=50'));
  return (
    <Section id="submissions" title="Submissions">
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>
              No submissions yet. <Link to="/account/new">Submit a product</Link>.
            </Empty>
          ) : (
            <Table
              caption="Submissions"
              columns={[
                {
                  title: 'Product',
                  cell: ({ id, name, version, productType, createdAt }) => (
                    <>
                      <Link className="font-semibold" to={`/account/submissions/${id}`}>
                        <Foreign>{`${name} ${version}`}</Foreign>
                      </Link>
                      <span className="block text-sm text-muted sm:hidden">
                        {productType}, {toMoment(createdAt)}
                      </span>
                    </>
                  ),
                },
                {
                  title: 'State',
                  cell: ({ state }) => <Mark tone={STATE_TONES[state] ?? 'plain'}>{toWords(state)}</Mark>,
                },
                { title: 'Kind', isWide: true, cell: ({ productType }) => productType },
                { title: 'Created', isWide: true, cell: ({ createdAt }) => toMoment(createdAt) },
              ]}
              keyOf={({ id }) => id}
              rows={items}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

export function Drafts() {
  const list = useRead('drafts', () => ask('listDrafts', 'GET /api/v1/certsvc/dev/drafts?limit=100'));
  const act = useAct();
  const discard = (id: string) => async (): Promise<void> => {
    await ask('deleteDraft', `DELETE /api/v1/certsvc/dev/drafts/${id}`);
    list.reload();
  };
  return (
    <Section id="drafts" title="Drafts">
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>
              No drafts. <Link to="/account/new">Create a draft</Link>.
            </Empty>
          ) : (
            <Table
              caption="Drafts"
              columns={[
                {
                  title: 'Product',
                  cell: ({ id, input, updatedAt }) => (
                    <>
                      <Link className="font-semibold" to={`/account/new/${id}`}>
                        <Foreign>{input.name ?? input.url ?? 'Unnamed'}</Foreign>
                      </Link>
                      <span className="block text-sm text-muted sm:hidden">{toMoment(updatedAt)}</span>
                    </>
                  ),
                },
                { title: 'State', cell: ({ state }) => <Mark>{toWords(state)}</Mark> },
                { title: 'Changed', isWide: true, cell: ({ updatedAt }) => toMoment(updatedAt) },
                {
                  title: 'Actions',
                  cell: ({ id, state }) =>
                    state === 'OPEN' ? (
                      <button className="underline" onClick={() => act.run(discard(id))} type="button">
                        Delete
                      </button>
                    ) : null,
                },
              ]}
              keyOf={({ id }) => id}
              rows={items}
            />
          )
        }
      </Loaded>
      <Refused refusal={act.refusal} />
    </Section>
  );
}
