/** The transparency log: issuances and changes, witnesses, and each leaf with its proof. */
import { canonicalize } from '@assay/protocol/canonical-json';
import { NotFound } from '../not-found.ts';
import type { Page, Place } from '../page.ts';
import { toCount, toMoment, toPlural, toWords } from '../ui/format.ts';
import { GrowthChart } from '../ui/growth.tsx';
import { type Fact, Facts, Foreign, Hash, Mark, Section, Snippet, Table } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';
import type { Wire } from '../wire.ts';

type Parameters = Wire<'readLog'>;
type Entry = Wire<'readLogEntries'>['items'][number];
type Data = {
  readonly parameters: Parameters;
  readonly entries: Wire<'readLogEntries'>;
  readonly growth: Wire<'readLogGrowth'>;
};

const TYPES = { ISSUED: 'Issued', STATUS: 'Status changed', AUDIT_HEAD: 'Audit log head' } as const;
const TONES = { APPROVED: 'plain', DEPRECATED: 'warn', SUSPENDED: 'bad' } as const;

export const log: Page<Data> = {
  load: async ({ call, query }) => {
    const before = query.get('before');
    const [parameters, entries, growth] = await Promise.all([
      call('readLog'),
      call('readLogEntries', { query: before === null ? {} : { before } }),
      call('readLogGrowth'),
    ]);
    return { parameters, entries, growth };
  },
  head: (_, { place }) => ({
    title: 'Transparency log: Assay',
    description: 'Every issuance and status change, in one log that anyone can check.',
    twin: { type: 'application/json', href: `${place.apiPrefix}/public/transparency` },
  }),
  body: ({ parameters, entries, growth }, { place, query }) => (
    <div className="page" {...toLive(place, query)}>
      <Title lead="Every issuance and every status change is a leaf of one tree. The service signs the root, witnesses cosign it, and anyone can check that nothing was removed or rewritten.">
        Transparency log
      </Title>
      <div className="mt-8 grid gap-x-10 gap-y-8 lg:grid-cols-[20rem_1fr]">
        <GrowthChart points={growth.points} size={entries.size} />
        <Facts
          items={[
            ['Origin', <Hash>{parameters.origin}</Hash>],
            [
              'Last checkpoint',
              parameters.checkpointAt === null
                ? 'None yet'
                : `${toMoment(parameters.checkpointAt)}, ${toPlural(parameters.size, 'leaf', 'leaves')}`,
            ],
            ['Verifier key', <Hash>{parameters.verifierKey}</Hash>],
            ['Tiles and checkpoint', <Hash>{parameters.prefix}</Hash>],
          ]}
        />
      </div>
      <Section
        id="witnesses"
        note="A witness cosigns a root only if its tree extends the tree that the witness cosigned before. If you require the cosignatures of all witnesses, a log can show you a different tree than other readers only if every witness is dishonest. If you require fewer, honest witnesses can each see a different tree."
        title="Witnesses"
      >
        <Witnesses size={entries.size} witnesses={parameters.witnesses} />
      </Section>
      <Section id="entries" title={query.has('before') ? 'Entries' : 'Latest entries'}>
        {query.has('before') ? null : (
          <p className="-mt-3 mb-4 text-muted" data-needs-scripts>
            New entries appear here as they are published.
          </p>
        )}
        <Entries items={entries.items} />
        {entries.nextBefore === null ? null : (
          <p className="mt-5">
            <a href={`/log?before=${entries.nextBefore}#entries`}>Older entries</a>
          </p>
        )}
      </Section>
      {parameters.former.length === 0 ? null : (
        <Section id="former" title="Former identities">
          <Facts
            items={parameters.former.map(({ origin, reason }) => [origin, <Foreign key="reason">{reason}</Foreign>])}
          />
        </Section>
      )}
      <Section
        id="follow"
        note="Follow the log, verify every step and get reports about your products."
        title="Monitor the log"
      >
        <Snippet
          label="Monitor the log on the command line"
          text={`assay monitor --url ${place.apiUrl} --log-key ${parameters.verifierKey} --name my-skill`}
        />
      </Section>
    </div>
  ),
};

const CHANGES = ['issued', 'deprecated', 'suspended', 'reinstated', 'revoked'];

/** The newest entries follow the stream. Older ones never change. */
const toLive = ({ apiPrefix }: Place, query: URLSearchParams) =>
  query.has('before')
    ? {}
    : {
        'data-live': 0,
        'data-live-kinds': CHANGES.map((change) => `certificate.${change}`).join(' '),
        'data-live-stream': `${apiPrefix}/stream`,
        'data-live-topics': 'certificates',
      };

const Witnesses = ({ witnesses, size }: { witnesses: Parameters['witnesses']; size: number }) => (
  <Table
    caption="Witnesses and their last cosignature"
    columns={[
      {
        title: 'Witness',
        cell: ({ name }) => (
          <span className="block min-w-44">
            <Hash>{name}</Hash>
          </span>
        ),
      },
      {
        title: 'Last cosignature',
        cell: ({ lastCosignedAt }) =>
          lastCosignedAt === null ? (
            <Mark tone="warn">Never</Mark>
          ) : (
            <span className="whitespace-nowrap">{toMoment(lastCosignedAt)}</span>
          ),
      },
      {
        title: 'Leaves cosigned',
        isNumber: true,
        cell: ({ lastSize }) => (lastSize === null ? '' : `${toCount(lastSize)} of ${toCount(size)}`),
      },
    ]}
    empty="No witness is configured, so only the service itself asserts that every reader sees the same tree."
    keyOf={({ name }) => name}
    rows={witnesses}
  />
);

const Entries = ({ items }: { items: readonly Entry[] }) => (
  <Table
    caption="Log entries, newest first"
    columns={[
      { title: 'Leaf', cell: ({ leafIndex }) => <a href={`/log/${leafIndex}`}>{toCount(leafIndex)}</a> },
      {
        title: 'Event',
        cell: ({ leaf: { type, at } }) => (
          <>
            <span className="whitespace-nowrap">{TYPES[type]}</span>
            <span className="block text-sm text-muted sm:hidden">{toMoment(at)}</span>
          </>
        ),
      },
      {
        title: 'Status',
        cell: ({ leaf: { status } }) => (status === null ? '' : <Mark tone={TONES[status]}>{status}</Mark>),
      },
      {
        title: 'Time',
        isWide: true,
        cell: ({ leaf: { at } }) => <span className="whitespace-nowrap">{toMoment(at)}</span>,
      },
      {
        title: 'Certificate',
        isWide: true,
        cell: ({ leaf: { certificateId } }) =>
          certificateId === null ? (
            ''
          ) : (
            <a className="hash" href={`/certificates/${certificateId}`}>
              {certificateId}
            </a>
          ),
      },
    ]}
    keyOf={({ leafIndex }) => String(leafIndex)}
    rows={items}
  />
);

type Proof = Wire<'readInclusionProof'>;

export const leaf: Page<Proof> = {
  load: ({ call, params: { index = '' } }) => {
    if (!/^(0|[1-9]\d{0,15})$/.test(index)) throw new NotFound(`There is no leaf ${index.slice(0, 40)}.`);
    return call('readInclusionProof', { query: { leafIndex: index } });
  },
  head: ({ leafIndex }, { place }) => ({
    title: `Leaf ${leafIndex} of the log: Assay`,
    description: 'A transparency log entry with its inclusion proof.',
    twin: { type: 'application/json', href: `${place.apiPrefix}/public/transparency/proof?leafIndex=${leafIndex}` },
  }),
  body: ({ leafIndex, leaf: entry, treeSize, hashes, checkpoint }, { place }) => (
    <div className="page">
      <p className="mt-8">
        <a href="/log">Transparency log</a>
      </p>
      <Title>{`Leaf ${toCount(leafIndex)}`}</Title>
      <div className="mt-6">
        <Facts items={toFacts(entry)} />
      </div>
      <Section
        id="proof"
        note={`This proves that the leaf is in the tree of ${toPlural(treeSize, 'leaf', 'leaves')} whose root the log signed. Your browser verifies it with the leaf, the hashes and the key in the trust root.`}
        title="Proof"
      >
        <div
          data-leaf={canonicalize(entry)}
          data-log-proof={`${place.apiPrefix}/public/transparency/proof?leafIndex=${leafIndex}&treeSize=${treeSize}`}
          data-trust-root="/.well-known/trust-root.json"
        >
          <output aria-live="polite" className="block border-t border-ink" data-needs-scripts>
            <p className="py-2">Verifying in this browser …</p>
          </output>
          <noscript>
            <p>JavaScript is off, so your browser verified nothing. The proof is shown below and available as JSON.</p>
          </noscript>
        </div>
        <h3 className="mt-6 mb-2 font-semibold">Path to the root</h3>
        {hashes.length === 0 ? (
          <p className="text-muted">The tree has only this leaf: its hash is the root.</p>
        ) : (
          <ol className="grid gap-1">
            {hashes.map((hash) => (
              <li key={hash}>
                <Hash>{hash}</Hash>
              </li>
            ))}
          </ol>
        )}
        <h3 className="mt-6 mb-2 font-semibold">Checkpoint</h3>
        <Snippet label="The signed checkpoint" text={checkpoint} />
      </Section>
      <p className="mt-8 flex flex-wrap gap-x-6">
        {leafIndex === 0 ? null : <a href={`/log/${leafIndex - 1}`}>Previous leaf</a>}
        {leafIndex + 1 >= treeSize ? null : <a href={`/log/${leafIndex + 1}`}>Next leaf</a>}
      </p>
    </div>
  ),
};

const toFacts = ({ type, certificateId, payloadHash, status, statusReason, at, prev }: Proof['leaf']): Fact[] => [
  ['Event', TYPES[type]],
  ['Time', toMoment(at)],
  ...(certificateId === null
    ? []
    : [
        [
          'Certificate',
          <a className="hash" href={`/certificates/${certificateId}`} key="id">
            {certificateId}
          </a>,
        ] as const,
      ]),
  ...(status === null
    ? []
    : [
        [
          'Status',
          <Mark key="status" tone={TONES[status]}>
            {status}
          </Mark>,
        ] as const,
      ]),
  ...(statusReason === null ? [] : [['Reason', toWords(statusReason)] as const]),
  [
    type === 'AUDIT_HEAD' ? 'Hash of the newest audit entry' : 'Sealed hash',
    payloadHash === null ? 'None' : <Hash>{payloadHash}</Hash>,
  ],
  [
    type === 'AUDIT_HEAD' ? 'Previous audit log head' : 'Previous leaf of the certificate',
    prev === null ? 'None' : <a href={`/log/${prev}`}>{toCount(prev)}</a>,
  ],
];
