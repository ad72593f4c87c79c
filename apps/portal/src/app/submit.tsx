/** A new submission, step by step. All input is stored in a draft on the server before payment. */
import { useEffect, useState } from 'react';
import { FindingText } from '../ui/finding.tsx';
import { toPlural, toPrice, toWords } from '../ui/format.ts';
import { Empty, Facts, Foreign, Hash, Notice, Section, Snippet, Table } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { Begin } from './begin.tsx';
import { LowBalance } from './low-balance.tsx';
import { go, Link } from './navigation.tsx';
import { Agreement, useReaders } from './readers.tsx';
import { Form, Loaded, Refused, useAct, useRead } from './state.tsx';
import { Steps } from './steps.tsx';
import { signPayment, useWallets, type Wallet } from './wallet.ts';

/** Labels for units whose code is not self-explanatory. */
const UNITS: Readonly<Record<string, string>> = {
  kibibytes_256: 'Content, per 256 KiB',
  source_lines_500: 'Source, per 500 lines',
};

type Validation = Wire<'quoteDraft'>;
type Intent = Wire<'createDeveloperPaymentIntent'>;

export const NewSubmission = ({ draftId }: { draftId: string | undefined }) =>
  draftId === undefined ? <Begin /> : <Prepare draftId={draftId} />;

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
      <Steps at={quote.data === undefined ? 3 : 4} />
      <Loaded of={draft}>
        {({ input }) => (
          <h2 className="mt-8 text-2xl font-semibold">
            <Foreign>{quote.data?.name ?? input.name ?? input.url ?? 'Unnamed'}</Foreign>
          </h2>
        )}
      </Loaded>
      <Section
        id="preview"
        note="Findings from the engine and the sandbox. Fix what you can before you pay; the council makes the decision."
        title="3. Findings before you pay"
      >
        {quote.refusal?.code === 'readers_changed' && draft.data !== undefined ? (
          <AgreeAgain draftId={draftId} onDone={quote.reload} revision={draft.data.revision} />
        ) : (
          <Loaded of={quote}>{(data) => <Preview data={data} />}</Loaded>
        )}
        {quote.data === undefined ? null : <Needs draftId={draftId} />}
      </Section>
      {quote.data === undefined ? null : <Pay draftId={draftId} validation={quote.data} />}
    </>
  );
}

/** The service has other readers than those that the draft agrees to. */
function AgreeAgain({ draftId, revision, onDone }: { draftId: string; revision: number; onDone: () => void }) {
  const { toConsent, ...agreement } = useReaders();
  const act = useAct();
  const agree = async (): Promise<void> => {
    const body = { revision, readers: null, readersSha256: null, ...toConsent() };
    await ask('changeDraft', `POST /api/v1/certsvc/dev/drafts/${draftId}`, { body });
    onDone();
  };
  return (
    <>
      <Notice
        role="status"
        title="The models that read submissions have changed since you agreed to them."
        tone="warn"
      />
      <Form act={act} onSubmit={agree} submit="Continue">
        <Agreement {...agreement} />
      </Form>
    </>
  );
}

/** Requested after the quote: the service handles one request of a caller at a time. */
function Needs({ draftId }: { draftId: string }) {
  const manifest = useRead(`manifest ${draftId}`, () =>
    ask('generateManifest', 'POST /api/v1/certsvc/dev/manifest/generate', { body: { draftId } }),
  );
  return (
    <section aria-labelledby="manifest-title" className="mt-8">
      <h3 className="text-lg font-semibold" id="manifest-title">
        Permissions
      </h3>
      <p className="mb-3 text-muted">Permissions that the files use. The certificate seals this list.</p>
      <Loaded of={manifest}>{(data) => <Manifest {...data} />}</Loaded>
    </section>
  );
}

const Manifest = ({ manifest, evidence }: Wire<'generateManifest'>) => (
  <>
    <Facts
      items={[
        ['Capabilities', manifest.capabilities.join(', ') || 'None'],
        ['Addresses', manifest.externalCalls.join(', ') || 'None'],
        ['Secrets', manifest.secrets.join(', ') || 'None'],
        ['Network', toWords(manifest.safety.network)],
        ['Files', toWords(manifest.safety.filesystem)],
      ]}
    />
    {evidence.length === 0 ? null : (
      <details className="mt-4">
        <summary>Based on {toPlural(evidence.length, 'location')} in the files</summary>
        <Table
          caption="Evidence"
          columns={[
            { title: 'Entry', cell: ({ pointer }) => <Hash>{pointer}</Hash> },
            { title: 'Location', cell: ({ path, line }) => <Hash>{`${path}:${line}`}</Hash> },
            { title: 'Reason', cell: ({ reason }) => <Foreign>{reason}</Foreign> },
          ]}
          keyOf={({ pointer, path, line }) => `${pointer} ${path} ${line}`}
          rows={evidence}
        />
      </details>
    )}
  </>
);

const Preview = ({
  data: { preview, manifestIssues, existing, ok, wouldBlock, blockingFindings },
}: {
  data: Validation;
}) => (
  <>
    {existing.certificateId === null ? null : (
      <Notice title="These exact bytes are already certified." tone="warn">
        <a href={`/certificates/${existing.certificateId}`}>View the certificate</a>
      </Notice>
    )}
    {ok && wouldBlock ? (
      <Notice
        title={`A review would most likely reject this bundle: ${toPlural(blockingFindings.length, 'blocking finding')}.`}
        tone="bad"
      >
        Fix the findings before you pay. Once a review is decided, it is not refunded, whatever the result.
      </Notice>
    ) : null}
    {ok ? null : <Notice title="This bundle cannot be submitted. Nothing is charged." tone="bad" />}
    {manifestIssues.map(({ pointer, detail }) => (
      <p className="mt-2" key={pointer + detail}>
        <Hash>{pointer}</Hash> <Foreign>{detail}</Foreign>
      </p>
    ))}
    {preview.findings.length === 0 ? (
      <Empty>No findings. The council reviews it next.</Empty>
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
  const [payer, setPayer] = useState<Wallet>();
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
      note="If the service cannot finish a review, the payment is refunded in full. Once a review is decided, it is not refunded, whatever the result."
      title={`4. Pay ${price}`}
    >
      <Facts
        items={[
          ['Base price', toPrice({ amount: quote.base, currency: quote.currency, decimals: quote.decimals })],
          ...quote.drivers
            .filter(({ amount }) => amount !== '0')
            .map(
              ({ code, units, amount }) =>
                [
                  `${UNITS[code] ?? toWords(code)} × ${units}`,
                  toPrice({ amount, currency: quote.currency, decimals: quote.decimals }),
                ] as const,
            ),
        ]}
      />
      <OwnerWallet />
      <div className="mt-4 flex flex-wrap gap-3">
        {wallets.map((wallet) => (
          <button
            className="button"
            disabled={!ok || act.isBusy}
            key={wallet.info.uuid}
            onClick={() => {
              setPayer(wallet);
              act.run(pay(wallet));
            }}
            type="button"
          >
            Pay with {wallet.info.name}
          </button>
        ))}
      </div>
      {wallets.length === 0 ? (
        <p className="mt-2 max-w-prose text-muted">
          This browser has no wallet. Install one and reload the page, or pay from a script:
        </p>
      ) : null}
      <Refused refusal={act.refusal} />
      <LowBalance refusal={act.refusal} wallet={payer} />
      <details className="mt-4" open={wallets.length === 0}>
        <summary>Pay from a script (x402)</summary>
        <div className="mt-3">
          <Snippet
            label="Pay by x402"
            text={`curl -X POST ${location.origin}/api/v1/certsvc/dev/drafts/${draftId}/submit -H "Authorization: Bearer $DEV_TOKEN"\n# Answers 402 with the payment terms; an x402 client pays and repeats the call`}
          />
        </div>
      </details>
    </Section>
  );
}

/** The owner's wallet is sealed in the certificate, so it cannot be added later. */
function OwnerWallet() {
  const list = useRead('wallets', () => ask('listWallets', 'GET /api/v1/certsvc/dev/wallets'));
  if (list.data === undefined || list.data.items.length > 0) return null;
  return (
    <div className="mt-4">
      <Notice title="No wallet is linked to your account." tone="warn">
        The certificate will name no owner. Link the wallet that owns the product before you pay:{' '}
        <Link to="/account/access">Keys and sessions</Link>. This draft is kept.
      </Notice>
    </div>
  );
}
