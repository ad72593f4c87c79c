/** The form for offering a certified skill for sale. */
import { useState } from 'react';
import { toMicros } from '../../ui/amount.ts';
import { toPrice } from '../../ui/format.ts';
import { Foreign, Notice, Section } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Field, Form, useAct, useKept, useRead } from '../state.tsx';

export function Sell({ onListed }: { onListed: () => void }) {
  const ask = useKeyed();
  const [certificateId, setCertificateId] = useKept('sell certificate');
  const [price, setPrice] = useKept('sell price', '10');
  const [licence, setLicence] = useKept('sell licence', 'One person');
  const [listed, setListed] = useState<Wire<'createListing'>>();
  const act = useAct();
  const offer = async (): Promise<void> => {
    const body = { certificateId: certificateId.trim(), price: toMicros(price), licence, delivery: 'ARTIFACT' };
    setListed(await ask('createListing', 'POST /certsvc/v1/marketplace/list', { body }));
    setCertificateId('');
    onListed();
  };
  return (
    <Section
      id="sell"
      note="The submitter of a certified skill can sell licences while the certificate is valid."
      title="Sell a skill"
    >
      {listed === undefined ? null : (
        <Notice role="status" title={`Offered for ${toPrice(listed.price)}.`} tone="ok">
          <Foreign>{`${listed.name} ${listed.version}`}</Foreign> is now on the market.
        </Notice>
      )}
      {act.refusal?.code === 'not_certificate_owner' ? <NotOwner /> : null}
      <Form act={act} onSubmit={offer} submit="Offer">
        <OwnCertificates onChoose={setCertificateId} />
        <Field
          hint="24 characters, from the certificate page"
          label="Certificate"
          maxLength={24}
          onChange={setCertificateId}
          value={certificateId}
        />
        <Field hint="In marks; 5 % goes to the commons fund" isAmount label="Price" onChange={setPrice} value={price} />
        <Field
          hint="Who may use the skill, in a few words"
          label="Licence"
          maxLength={200}
          onChange={setLicence}
          value={licence}
        />
      </Form>
    </Section>
  );
}

/** An account and a wallet share their certificates once the wallet is linked to the account. */
const NotOwner = () => (
  <div className="mb-4">
    <Notice title="Did you submit the product from your account?" tone="warn">
      Link this wallet to the account under <a href="/account/access">Keys and sessions</a>, then offer it again.
    </Notice>
  </div>
);

/** Certificates owned by the key's wallet, for selection instead of typing an id. */
function OwnCertificates({ onChoose }: { onChoose: (id: string) => void }) {
  const ask = useKeyed();
  const own = useRead('own certificates', async () => {
    const { walletAddress } = await ask('readMe', 'GET /api/v1/me');
    if (walletAddress === null) return [];
    const path = `GET /api/v1/public/certificates?owner=${walletAddress}&limit=20` as const;
    return (await ask('listCertificates', path)).items;
  });
  if (own.data === undefined || own.data.length === 0) return null;
  return (
    <fieldset className="mt-4">
      <legend className="label">Your certificates</legend>
      <ul className="flex flex-wrap gap-x-5">
        {own.data.map(({ id, name, version }) => (
          <li key={id}>
            <button className="underline" onClick={() => onChoose(id)} type="button">
              <Foreign>{`${name} ${version}`}</Foreign>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
