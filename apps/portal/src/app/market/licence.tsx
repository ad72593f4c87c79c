/** The holder's licence: certified files, rating, return. */
import { useState } from 'react';
import { toPlural, toPrice } from '../../ui/format.ts';
import { Foreign, Hash, Mark, Notice } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { BundleFiles } from '../bundle.tsx';
import { useKeyed } from '../key.tsx';
import { Choice, Field, Form, Loaded, Refused, useAct, useKept, useRead } from '../state.tsx';
import { saveAsZip } from '../zip.ts';

const STARS = ['5', '4', '3', '2', '1'] as const;

type LicenceProps = {
  name: string;
  purchase: Wire<'listPurchases'>['items'][number];
  onReturned?: () => void;
};

export function Licence({ name, purchase, onReturned }: LicenceProps) {
  const ask = useKeyed();
  const [isOpen, setOpen] = useState(false);
  const [stars, setStars] = useState('5');
  const [text, setText] = useKept(`rating ${purchase.listingId}`);
  const [isRated, setRated] = useState(false);
  const act = useAct();
  const rate = async (): Promise<void> => {
    const body = { stars: Number(stars), ...(text === '' ? {} : { text }) };
    await ask('rateListing', `PUT /certsvc/v1/marketplace/${purchase.listingId}/rating`, { body });
    setText('');
    setRated(true);
  };
  return (
    <div className="border-t border-ink pt-3">
      <p className="flex flex-wrap items-center gap-3">
        <a className="font-semibold" href={`/certificates/${purchase.certificateId}`}>
          <Foreign>{name}</Foreign>
        </a>{' '}
        {toPrice(purchase.price)}
        {purchase.equippedBy === null ? null : <Mark tone="ok">Used by a business</Mark>}
        {purchase.valid ? null : <Mark tone="bad">Certificate not valid: do not use</Mark>}
        {purchase.state === 'REFUNDED' ? <Mark>Returned</Mark> : null}
      </p>
      <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>The certified files</summary>
        {isOpen ? <Bought id={purchase.id} /> : null}
      </details>
      <details className="mt-2">
        <summary>Rate this skill</summary>
        {isRated ? (
          <p role="status">Rating saved. It counts if you have no connection to the seller.</p>
        ) : (
          <Form act={act} onSubmit={rate} submit="Rate">
            <Choice label="Stars" onChange={setStars} options={STARS.map((one) => [one, one])} value={stars} />
            <Field isRequired={false} label="Comment" maxLength={1000} onChange={setText} rows={3} value={text} />
          </Form>
        )}
      </details>
      <ReturnLicence onReturned={onReturned} purchase={purchase} />
    </div>
  );
}

function Bought({ id }: { id: string }) {
  const ask = useKeyed();
  const act = useAct();
  const bundle = useRead(`purchase ${id}`, () => ask('readPurchasedBundle', `GET /certsvc/v1/purchases/${id}/bundle`));
  return (
    <Loaded of={bundle}>
      {({ files, entry, bundleSha256, certificateId }) => (
        <>
          <p className="my-3 flex flex-wrap items-center gap-x-5 gap-y-3">
            <button
              className="button"
              disabled={act.isBusy}
              onClick={() => act.run(() => saveAsZip(`${certificateId}.zip`, files))}
              type="button"
            >
              Download {toPlural(files.length, 'file')}
            </button>
            <span>
              Bundle <Hash>{bundleSha256}</Hash>
            </span>
          </p>
          <Refused refusal={act.refusal} />
          <BundleFiles entry={entry} files={files} />
        </>
      )}
    </Loaded>
  );
}

/** Returns are possible within three days for any reason, and later while the certificate is not valid and the price is still held. */
function ReturnLicence({ purchase, onReturned }: ReturnProps) {
  const ask = useKeyed();
  const act = useAct();
  const [reason, setReason] = useState('');
  const [isReturned, setReturned] = useState(false);
  const giveBack = async (): Promise<void> => {
    await ask('refundPurchase', `POST /certsvc/v1/purchases/${purchase.id}/refund`, { body: { reason } });
    setReturned(true);
    onReturned?.();
  };
  if (isReturned)
    return <Notice role="status" title={`Returned. You get ${toPrice(purchase.price)} back.`} tone="ok" />;
  if (purchase.state !== 'HELD') return null;
  return (
    <details className="mt-2">
      <summary>Return this licence</summary>
      <p className="mt-2 max-w-prose text-muted">
        You get a full refund. The licence and its upgrades end, and your rating no longer counts.
      </p>
      <Form act={act} onSubmit={giveBack} submit="Return">
        <Field label="Reason" maxLength={500} onChange={setReason} value={reason} />
      </Form>
    </details>
  );
}

type ReturnProps = { purchase: Wire<'listPurchases'>['items'][number]; onReturned?: (() => void) | undefined };
