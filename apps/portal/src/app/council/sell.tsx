/** The form that offers a certified skill for sale. */
import { useState } from 'react';
import { toMicros, toPrice } from '../../ui/format.ts';
import { Foreign, Notice, Section } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Field, Form, useAct, useKept } from '../state.tsx';

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
      <Form act={act} onSubmit={offer} submit="Offer">
        <Field
          hint="24 characters, from the page of the certificate"
          label="Certificate"
          maxLength={24}
          onChange={setCertificateId}
          value={certificateId}
        />
        <Field hint="In marks; 5 % go to the commons fund" label="Price" onChange={setPrice} value={price} />
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
