import { highlight } from '../highlight.ts';
import type { Lines } from '../lines.ts';
import type { Page } from '../page.ts';
import { toDay, toInline, toMoment, toPlural, toWords } from '../ui/format.ts';
import { type Fact, Facts, Foreign, ForeignLink, Hash, Mark, Notice, Section, Snippet, Table } from '../ui/parts.tsx';
import { UsageCharts } from '../ui/usage.tsx';
import { LevelMark, toVerdict, VerdictBand } from '../ui/verdict.tsx';
import type { CertificateRecord, LiveStatus, PublicFlag, VerifyRecord } from '../wire.ts';
import { Council } from './certificate-council.tsx';
import { Findings } from './certificate-findings.tsx';

type Data = {
  readonly verify: VerifyRecord;
  readonly live: LiveStatus;
  readonly record: CertificateRecord;
  readonly flags: readonly PublicFlag[];
  /** Quoted source, by the finding's id. */
  readonly sources: ReadonlyMap<string, Lines>;
};

const verdictOf = (verify: VerifyRecord) => toVerdict({ ...verify, isRead: verify.instructionsReadBy !== 'NONE' });

export const certificate: Page<Data> = {
  load: async ({ call, params: { id = '' } }) => {
    const params = { id: id.toLowerCase() };
    const [verify, live, record, flags] = await Promise.all([
      call('verifyCertificate', { params }),
      call('readLiveStatus', { params }),
      call('readCertificate', { params }),
      call('listFlags', { params }),
    ]);
    return { verify, live, record, flags: flags.items, sources: await highlight(verify.retainedWarnings) };
  },
  json: ({ record }) => record,
  head: ({ verify }, { place }) => ({
    title: `${verify.skillName} ${verify.skillVersion}: ${verdictOf(verify).short}`,
    description: verify.summary,
    image: `/certificates/${verify.certificateId}/card.png`,
    twin: { type: 'application/json', href: `${place.apiPrefix}/public/certificates/${verify.certificateId}` },
  }),
  body: (data, { place }) => {
    const { verify, live, record, flags, sources } = data;
    return (
      <article>
        <Top live={live} record={record} verify={verify} />
        <div className="page">
          <Warnings live={live} record={record} verify={verify} />
          <Section id="reviewers" title="Reviewers">
            <Readers record={record} verify={verify} />
          </Section>
          <Findings findings={verify.retainedWarnings} sources={sources} />
          <Section id="reviewed" title="Reviewed content">
            <Reviewed record={record} verify={verify} />
          </Section>
          <Files record={record} />
          <Council round={record.payload.round} verify={verify} />
          <Section id="chain" title="On the chain">
            <OnChain verify={verify} />
          </Section>
          <Section id="life" title="After issuance">
            <Life flags={flags} live={live} />
            <p className="mt-5">
              <a href={`/certificates/${verify.certificateId}/flag`}>Report a problem</a>
            </p>
          </Section>
          <Take id={verify.certificateId} name={verify.skillName} place={place} />
        </div>
      </article>
    );
  },
};

type Sealed = Pick<Data, 'verify' | 'record'>;
const READERS = {
  MODEL: 'Read by a model',
  PERSON: 'Read by a person',
  NONE: 'Instructions not read',
} as const;

const Top = ({ verify, record, live }: Sealed & { live: LiveStatus }) => {
  const verdict = verdictOf(verify);
  const { payload } = record;
  const reason = findReason(verify, live);
  return (
    <>
      <VerdictBand label="May an agent run this?" summary={reason ?? verify.summary} verdict={verdict}>
        {reason === undefined ? null : <p className="mt-2 max-w-3xl">{verify.summary}</p>}
        {verify.supersededBy === null ? null : (
          <p className="mt-3">
            <a href={`/certificates/${verify.supersededBy}`}>A newer version is certified</a>
          </p>
        )}
      </VerdictBand>
      <div className="page pt-8">
        <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">
          <Foreign>{verify.skillName}</Foreign>{' '}
          <span className="font-normal text-muted">
            <Foreign>{verify.skillVersion}</Foreign>
          </span>
        </h1>
        <p className="mt-2 max-w-3xl text-lg">
          <Foreign>{payload.description}</Foreign>
        </p>
        <Origin source={verify.source} />
        <ul aria-label="Key facts" className="mt-4 flex flex-wrap gap-2">
          <li>
            <Mark>{verify.productType}</Mark>
          </li>
          <li>
            <LevelMark level={verify.securityLevel} label="Risk" />
          </li>
          <li>
            <Mark tone={verify.instructionsReadBy === 'NONE' ? 'warn' : 'ok'}>
              {READERS[verify.instructionsReadBy]}
            </Mark>
          </li>
          <li>
            <Mark tone={verify.activeFlagCount > 0 ? 'bad' : 'plain'}>
              {toPlural(verify.activeFlagCount, 'open flag')}
            </Mark>
          </li>
          {verify.valid ? (
            <li>
              <Mark>{toVotes(payload.round)}</Mark>
            </li>
          ) : null}
          <li>
            <Mark>{toChainWords(verify)}</Mark>
          </li>
        </ul>
        <p className="mt-4 text-sm text-muted">
          Issued {toMoment(verify.certificateIssuedAt)}. Checked {toMoment(live.checkedAt)}. Certificate{' '}
          <Hash>{verify.certificateId}</Hash>
        </p>
      </div>
    </>
  );
};

/** Why the certificate is no longer approved, in the words of the decision. */
function findReason({ status }: VerifyRecord, { history }: LiveStatus): string | undefined {
  const last = history.at(-1);
  if (status === 'APPROVED' || last === undefined || last.reason === null) return undefined;
  return `${toWords(last.status)} on ${toDay(last.at)}: ${last.reason}`;
}

/** The origin of the product, shown before everything else. */
const Origin = ({ source: { url, commit } }: Pick<VerifyRecord, 'source'>) => (
  <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
    {url === null ? (
      <span className="text-muted">Uploaded as files; no source address</span>
    ) : (
      <ForeignLink url={url} />
    )}
    {commit === null ? null : (
      <span className="text-muted">
        at commit <Hash>{commit.slice(0, COMMIT_SHOWN)}</Hash>
      </span>
    )}
  </p>
);
const COMMIT_SHOWN = 12;

const toChainWords = ({ onChain }: VerifyRecord): string => {
  if (onChain === null) return 'No chain';
  return onChain.committed ? 'On chain' : 'Not on chain yet';
};

function toVotes({ panels }: Data['record']['payload']['round']): string {
  const safe = panels.reduce((sum, { tally }) => sum + tally.safe, 0);
  const all = panels.reduce((sum, { tally }) => sum + tally.safe + tally.unsafe + tally.missed, 0);
  return all === 0 ? 'Decided by a person' : `${safe} of ${all} voted safe`;
}

/** The source has changed since the review. */
const isNews = ({ kind, result }: LiveStatus['monitoring']['checks'][number]): boolean =>
  kind === 'SOURCE_DRIFT' && result === 'WARNING';

/** Warnings that a visitor must read before trusting the verdict. */
const Warnings = ({ verify, record, live }: Sealed & { live: LiveStatus }) => (
  <div className="mt-6 grid gap-3">
    {live.monitoring.checks.filter(isNews).map(({ detail }) => (
      <Notice key={detail} title="A newer version is not certified." tone="warn">
        <Foreign>{detail}</Foreign> This certificate covers only the commit below.
      </Notice>
    ))}
    {verify.instructionsReadBy === 'NONE' ? (
      <Notice title="Neither a model nor a person has read the instructions." tone="warn">
        Only the engine's rules were applied. They can miss harmful instructions in plain sentences: read the
        instructions before you follow them.
      </Notice>
    ) : null}
    {record.payload.limitations.some((line) => line.startsWith('demo: true')) ? (
      <Notice title="Demonstration data" tone="plain">
        This service reviewed the product when it first started, without a request or payment. Do not rely on this
        certificate.
      </Notice>
    ) : null}
    {verify.apiDisclaimer === undefined ? null : (
      <Notice title="Network access" tone="plain">
        {verify.apiDisclaimer}
      </Notice>
    )}
  </div>
);

const KINDS = { ENGINE: 'Rule engine', MODEL: 'Model', REMOTE: 'Remote validator', PERSON: 'Person' } as const;

const Readers = ({ verify, record }: Sealed) => {
  const kinds = new Set(verify.reviewers.map(({ kind }) => kind));
  const absent = (['MODEL', 'PERSON'] as const).filter((kind) => !kinds.has(kind));
  return (
    <ul className="grid gap-x-8 border-t border-ink sm:grid-cols-2">
      {verify.reviewers.map(({ kind, family, version }) => (
        <li className="flex items-baseline gap-3 border-b border-line py-2.5" key={`${kind} ${family} ${version}`}>
          <Mark tone="ok">✓ {KINDS[kind]}</Mark>
          <span>
            <Foreign>{family}</Foreign>{' '}
            <span className="text-muted">
              <Foreign>{version}</Foreign>
            </span>
          </span>
        </li>
      ))}
      {absent.map((kind) => (
        <li className="flex items-baseline gap-3 border-b border-line py-2.5 text-muted" key={kind}>
          <Mark tone="warn">✕ {KINDS[kind]}</Mark>
          <span>did not read the product</span>
        </li>
      ))}
      <li className="flex items-baseline gap-3 border-b border-line py-2.5">
        <Mark>Sandbox</Mark>
        <span>
          ran {record.payload.round.sandbox.exercised} of {record.payload.round.sandbox.units} runnable parts, risk
          level {verify.sandboxRiskLevel}
        </span>
      </li>
    </ul>
  );
};

const List = ({ items, none }: { items: readonly string[]; none: string }) =>
  items.length === 0 ? (
    <span className="text-muted">{none}</span>
  ) : (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {items.map((item) => (
        <li className="hash" key={item}>
          <Foreign>{item}</Foreign>
        </li>
      ))}
    </ul>
  );

const Reviewed = ({ verify, record }: Sealed) => {
  const { payload } = record;
  const { manifest, source } = verify;
  const facts: Fact[] = [
    ['Source', source.url === null ? 'Uploaded as files; no source address' : <ForeignLink url={source.url} />],
    ['Commit', source.commit === null ? 'None (bytes only)' : <Hash>{source.commit}</Hash>],
    ['Main file', <Hash>{source.entry}</Hash>],
    ['Declared capabilities', <List items={manifest.capabilities} none="None" />],
    ['Observed capabilities', <List items={manifest.observed?.capabilities ?? []} none="None" />],
    [
      'Addresses',
      <List items={[...manifest.externalCalls, ...verify.endpointReview.observedUrls]} none="None observed" />,
    ],
    ['Secrets', <List items={manifest.secrets} none="None requested" />],
    [
      'Scope',
      <ul className="list-disc pl-5" key="scope">
        {payload.scope.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>,
    ],
    [
      'Limitations',
      payload.limitations.length === 0 ? (
        <span className="text-muted">None stated</span>
      ) : (
        <ul className="list-disc pl-5" key="limits">
          {payload.limitations.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
    ],
  ];
  return <Facts items={facts} />;
};

/** Wide enough that a short name does not wrap on a phone. */
const PathCell = ({ path }: { path: string }) => (
  <span className="block min-w-32">
    <Hash>{path}</Hash>
  </span>
);

const Files = ({ record }: Pick<Data, 'record'>) => {
  const { files, bundleSha256 } = record.payload.digests;
  return (
    <Section
      id="files"
      note={
        <>
          A copy is certified if every file has the digest below. Bundle: <Hash>{bundleSha256}</Hash>
        </>
      }
      title={toPlural(files.length, 'file')}
    >
      <Table
        caption="Files and their digests"
        columns={[
          { title: 'Path', cell: (file) => <PathCell path={file.path} /> },
          { title: 'Bytes', isNumber: true, cell: (file) => file.size },
          { title: 'SHA-256', cell: (file) => <Hash>{file.sha256}</Hash> },
        ]}
        keyOf={(file) => file.path}
        rows={files}
      />
    </Section>
  );
};

const OnChain = ({ verify }: Pick<Data, 'verify'>) => {
  const { onChain } = verify;
  if (onChain === null) return <p className="text-muted">This deployment has no chain.</p>;
  const facts: Fact[] = [
    ['State', onChain.state === 'FINAL' ? 'Final' : onChain.state],
    [
      'Network',
      onChain.embedded ? `${onChain.network} (embedded in this service, not a public network)` : onChain.network,
    ],
    ['Registry', <Hash>{onChain.registryAddress}</Hash>],
    ['Record key', <Hash>{onChain.key}</Hash>],
    ['Transaction', onChain.txHash === null ? 'Not sent yet' : <Hash>{onChain.txHash}</Hash>],
    ['Sealed hash', <Hash>{verify.payloadHash}</Hash>],
  ];
  return <Facts items={facts} />;
};

const Life = ({ live, flags }: Pick<Data, 'live' | 'flags'>) => (
  <>
    <ol className="border-t border-ink">
      {live.history.map(({ status, statusReason, reason, at, logIndex }) => (
        <li className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[16rem_1fr]" key={at}>
          <span className="text-muted">{toMoment(at)}</span>
          <span>
            <strong>{status}</strong>
            {statusReason === null ? null : ` (${toInline(toWords(statusReason))})`}
            {reason === null ? null : (
              <>
                : <Foreign>{reason}</Foreign>
              </>
            )}
            {logIndex === null ? null : (
              <>
                {' '}
                <a href={`/log/${logIndex}`}>Leaf {logIndex} of the log</a>
              </>
            )}
          </span>
        </li>
      ))}
      {live.monitoring.checks.map(({ kind, result, detail, checkedAt }) => (
        <li className="grid gap-x-6 border-b border-line py-2.5 sm:grid-cols-[16rem_1fr]" key={kind + checkedAt}>
          <span className="text-muted">{toMoment(checkedAt)}</span>
          <span>
            {toInline(toWords(kind))}: {toInline(toWords(result))}. <Foreign>{detail}</Foreign>
          </span>
        </li>
      ))}
    </ol>
    <h3 className="mt-8 mb-3 font-semibold">Usage in the last 30 days</h3>
    <UsageCharts until={live.checkedAt} usage={live} />
    <p className="mt-3 text-muted">
      Verified {toPlural(live.verifications.total, 'time')} since issuance, {live.verifications.last24h} in the last
      day.
    </p>
    {flags.length === 0 ? null : (
      <div className="mt-6">
        <Table
          caption="Flags on this certificate"
          columns={[
            { title: 'Flag', cell: (flag) => toWords(flag.category) },
            { title: 'Severity', cell: (flag) => <LevelMark level={flag.severity} /> },
            {
              title: 'State',
              cell: (flag) => (
                <Mark tone={flag.state === 'OPEN' || flag.state === 'CONFIRMED' ? 'bad' : 'plain'}>{flag.state}</Mark>
              ),
            },
            { title: 'Opened', cell: (flag) => toDay(flag.openedAt) },
            {
              title: 'Decision',
              cell: (flag) => (flag.decision === null ? '' : <Foreign>{flag.decision.reason}</Foreign>),
            },
          ]}
          keyOf={(flag) => flag.id}
          rows={flags}
        />
      </div>
    )}
  </>
);

type TakeProps = { id: string; name: string; place: Parameters<typeof certificate.body>[1]['place'] };

const Take = ({ id, place }: TakeProps) => {
  const api = `${place.apiUrl}${place.apiPrefix}/public/certificates/${id}`;
  const page = `${place.portalUrl}/certificates/${id}`;
  return (
    <Section id="take" note="The badge shows the current status each time it is loaded." title="Badge and commands">
      <p className="mb-4">
        <img
          alt="Live badge for this certificate"
          height="20"
          loading="lazy"
          src={`${place.apiPrefix}/public/certificates/${id}/badge.svg`}
        />
      </p>
      <div className="grid grid-cols-1 gap-3">
        <Snippet label="Badge in Markdown" text={`[![Assay](${api}/badge.svg)](${page})`} />
        <Snippet label="Badge in HTML" text={`<a href="${page}"><img src="${api}/badge.svg" alt="Assay"></a>`} />
        <Snippet label="Verify on the command line" text={`assay verify ${id}`} />
      </div>
    </Section>
  );
};
