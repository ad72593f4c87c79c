/** A new submission, step by step. Everything typed is in a draft on the server before anything is paid. */
import { useEffect, useState } from 'react';
import { FindingText } from '../ui/finding.tsx';
import { toPlural, toPrice, toWords } from '../ui/format.ts';
import { Empty, Facts, Foreign, Hash, Mark, Notice, Section, Snippet, Table } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { go } from './navigation.tsx';
import { Field, Form, Loaded, Refused, useAct, useKept, useRead } from './state.tsx';
import { signPayment, useWallets, type Wallet } from './wallet.ts';

/** What is counted, where its code alone would puzzle a reader. */
const UNITS: Readonly<Record<string, string>> = {
  kibibytes_256: 'Content, each 256 KiB',
  source_lines_500: 'Source, each 500 lines',
};

type Preview = Wire<'fetchSource'>;
type Validation = Wire<'quoteDraft'>;
type Intent = Wire<'createDeveloperPaymentIntent'>;

export const NewSubmission = ({ draftId }: { draftId: string | undefined }) =>
  draftId === undefined ? <Begin /> : <Prepare draftId={draftId} />;

function Begin() {
  const [url, setUrl] = useKept('source', new URLSearchParams(location.search).get('url') ?? '');
  const [text, setText] = useKept('skill');
  const [preview, setPreview] = useState<Preview>();
  const act = useAct();

  const look = async (): Promise<void> => {
    setPreview(await ask('fetchSource', 'POST /api/v1/certsvc/dev/source/fetch', { body: { sourceUrl: url.trim() } }));
  };
  const begin = async (body: Record<string, unknown>): Promise<void> => {
    const { id } = await ask('createDraft', 'POST /api/v1/certsvc/dev/drafts', { body });
    setUrl('');
    setText('');
    go(`/account/new/${id}`);
  };
  return (
    <>
      <Section
        id="source"
        note="A public repository, or a folder or file in it. Nothing is charged for looking."
        title="1. What is to be reviewed?"
      >
        <Form act={act} onSubmit={look} submit="Look at it">
          <Field hint="https://github.com/owner/repository" label="Address" onChange={setUrl} type="url" value={url} />
        </Form>
        <details className="mt-6 max-w-2xl">
          <summary>Or paste a SKILL.md instead</summary>
          <Form act={act} onSubmit={() => begin({ productType: 'SKILL', skillMdContent: text })} submit="Use this text">
            <Field
              hint="The certificate is then bound to these bytes alone."
              label="SKILL.md"
              onChange={setText}
              rows={10}
              value={text}
            />
          </Form>
        </details>
      </Section>
      {preview === undefined ? null : (
        <Found onUse={(body) => act.run(() => begin(body))} preview={preview} url={url.trim()} />
      )}
    </>
  );
}

type FoundProps = { preview: Preview; url: string; onUse: (body: Record<string, unknown>) => void };

const Found = ({ preview, url, onUse }: FoundProps) => {
  const { detected, source, total, files, warnings } = preview;
  return (
    <Section id="found" title="2. This is what we see">
      <Facts
        items={[
          ['Name', <Foreign key="name">{`${detected.name} ${detected.version}`}</Foreign>],
          ['Kind', <Mark key="kind">{detected.productType}</Mark>],
          ['Commit', source.commit === null ? 'None' : <Hash key="commit">{source.commit}</Hash>],
          ['Main file', <Hash key="entry">{preview.entry}</Hash>],
          ['Files', toPlural(total.files, 'file')],
        ]}
      />
      {warnings.map((warning) => (
        <div className="mt-3" key={warning}>
          <Notice title={warning} tone="warn" />
        </div>
      ))}
      <details className="mt-4">
        <summary>All files</summary>
        <Table
          caption="Files found"
          columns={[
            { title: 'Path', cell: ({ path }) => <Hash>{path}</Hash> },
            { title: 'Bytes', isNumber: true, cell: ({ size }) => size },
          ]}
          keyOf={({ path }) => path}
          rows={files}
        />
      </details>
      <button className="button mt-5" onClick={() => onUse({ productType: detected.productType, url })} type="button">
        Review this
      </button>
    </Section>
  );
};

function Prepare({ draftId }: { draftId: string }) {
  const draft = useRead(`draft ${draftId}`, () => ask('readDraft', `GET /api/v1/certsvc/dev/drafts/${draftId}`));
  const quote = useRead(`quote ${draftId}`, () =>
    ask('quoteDraft', `POST /api/v1/certsvc/dev/drafts/${draftId}/quote`),
  );
  const submissionId = draft.data?.submissionId;
  useEffect(() => {
    if (typeof submissionId === 'string') go(`/account/submissions/${submissionId}`);
  }, [submissionId]);
  return (
    <>
      <Loaded of={draft}>
        {({ input }) => (
          <h2 className="mt-8 text-2xl font-semibold">
            <Foreign>{input.name ?? input.url ?? 'A skill given as text'}</Foreign>
          </h2>
        )}
      </Loaded>
      <Section
        id="preview"
        note="The sandbox pass, not a verdict: mend what you can before you pay."
        title="3. What we find at first sight"
      >
        <Loaded of={quote}>{(data) => <Preview data={data} />}</Loaded>
      </Section>
      {quote.data === undefined ? null : (
        <>
          <Needs draftId={draftId} />
          <Pay draftId={draftId} validation={quote.data} />
        </>
      )}
    </>
  );
}

/** Asked for after the quote: the service looks at one thing of a caller at a time. */
function Needs({ draftId }: { draftId: string }) {
  const manifest = useRead(`manifest ${draftId}`, () =>
    ask('generateManifest', 'POST /api/v1/certsvc/dev/manifest/generate', { body: { draftId } }),
  );
  return (
    <Section
      id="manifest"
      note="Read from the files, each line with the place it rests on. It is sealed with the certificate."
      title="4. What it needs"
    >
      <Loaded of={manifest}>{(data) => <Manifest {...data} />}</Loaded>
    </Section>
  );
}

const Manifest = ({ manifest, evidence }: Wire<'generateManifest'>) => (
  <>
    <Facts
      items={[
        ['Capabilities', manifest.capabilities.join(', ') || 'None'],
        ['Addresses', manifest.externalCalls.join(', ') || 'None'],
        ['Secrets', manifest.secrets.join(', ') || 'None'],
        ['Network', manifest.safety.network],
        ['Files', manifest.safety.filesystem],
      ]}
    />
    {evidence.length === 0 ? null : (
      <details className="mt-4">
        <summary>{toPlural(evidence.length, 'place')} it rests on</summary>
        <Table
          caption="Evidence"
          columns={[
            { title: 'Entry', cell: ({ pointer }) => <Hash>{pointer}</Hash> },
            { title: 'Place', cell: ({ path, line }) => <Hash>{`${path}:${line}`}</Hash> },
            { title: 'Because', cell: ({ reason }) => <Foreign>{reason}</Foreign> },
          ]}
          keyOf={({ pointer, path, line }) => `${pointer} ${path} ${line}`}
          rows={evidence}
        />
      </details>
    )}
  </>
);

const Preview = ({ data: { preview, manifestIssues, existing, ok } }: { data: Validation }) => (
  <>
    {existing.certificateId === null ? null : (
      <Notice title="These exact bytes are certified already." tone="warn">
        <a href={`/certificates/${existing.certificateId}`}>See the certificate</a>
      </Notice>
    )}
    {ok && preview.findings.some(({ severity }) => severity === 'CRITICAL') ? (
      <Notice title="With a critical finding it is refused. Mend it before you pay." tone="bad">
        A review that was decided is not refunded, whatever it decided.
      </Notice>
    ) : null}
    {ok ? null : <Notice title="As it stands it would be refused. Nothing is charged." tone="bad" />}
    {manifestIssues.map(({ pointer, detail }) => (
      <p className="mt-2" key={pointer + detail}>
        <Hash>{pointer}</Hash> <Foreign>{detail}</Foreign>
      </p>
    ))}
    {preview.findings.length === 0 ? (
      <Empty>Nothing found at first sight. The council looks closer.</Empty>
    ) : (
      <ol className="mt-3 border-t border-ink">
        {preview.findings.map((finding) => (
          <li className="border-b border-line py-4" key={finding.id}>
            <FindingText finding={finding} />
          </li>
        ))}
      </ol>
    )}
  </>
);

function Pay({ draftId, validation }: { draftId: string; validation: Validation }) {
  const [intent, setIntent] = useState<Intent>();
  const act = useAct();
  const wallets = useWallets();
  const { quote, ok } = validation;
  const price = toPrice({ amount: quote.total, currency: quote.currency, decimals: quote.decimals });

  const pay = (wallet: Wallet) => async (): Promise<void> => {
    const open =
      intent ??
      (await ask('createDeveloperPaymentIntent', 'POST /api/v1/certsvc/dev/payment-intents', { body: { draftId } }));
    setIntent(open);
    const [offer] = open.x402.accepts;
    if (open.state === 'REQUIRES_PAYMENT' && offer !== undefined) {
      const paymentPayload = await signPayment(wallet, offer);
      const path = `POST /api/v1/certsvc/dev/payment-intents/${open.id}/x402/confirm` as const;
      setIntent(await ask('confirmX402Payment', path, { body: { paymentPayload } }));
    }
    const body = { paymentIntentId: open.id };
    const { submissionId } = await ask('submitDraft', `POST /api/v1/certsvc/dev/drafts/${draftId}/submit`, { body });
    go(`/account/submissions/${submissionId}`);
  };
  return (
    <Section
      id="pay"
      note="A review that the service cannot finish is refunded in full. A decided one is not, whatever it decided."
      title={`5. Pay ${price}`}
    >
      <Facts
        items={[
          ['Base', toPrice({ amount: quote.base, currency: quote.currency, decimals: quote.decimals })],
          ...quote.drivers.map(
            ({ code, units, amount }) =>
              [
                `${UNITS[code] ?? toWords(code)} × ${units}`,
                toPrice({ amount, currency: quote.currency, decimals: quote.decimals }),
              ] as const,
          ),
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        {wallets.map((wallet) => (
          <button
            className="button"
            disabled={!ok || act.isBusy}
            key={wallet.info.uuid}
            onClick={() => act.run(pay(wallet))}
            type="button"
          >
            Pay with {wallet.info.name}
          </button>
        ))}
      </div>
      {wallets.length === 0 ? (
        <p className="mt-2 max-w-prose text-muted">
          No wallet is in this browser. Install one and reload, or pay from a script:
        </p>
      ) : null}
      <Refused refusal={act.refusal} />
      <details className="mt-4" open={wallets.length === 0}>
        <summary>Pay from a script (x402)</summary>
        <div className="mt-3">
          <Snippet
            label="Pay by x402"
            text={`curl -X POST ${location.origin}/api/v1/certsvc/dev/drafts/${draftId}/submit -H "Authorization: Bearer $DEV_TOKEN"\n# 402 with the terms; an x402 client pays them and repeats the call`}
          />
        </div>
      </details>
    </Section>
  );
}
