import { useState } from 'react';
import { toWords } from '../../ui/format.ts';
import { Section } from '../../ui/parts.tsx';
import { useKeyed } from '../key.tsx';
import { Field, Form, useAct, useKept } from '../state.tsx';
import { mayAs, useOperator } from './session.tsx';

export function Withdraw() {
  const ask = useKeyed();
  const { role, twoPersonHours } = useOperator();
  const isProposed = twoPersonHours > 0;
  const [id, setId] = useState('');
  const [reason, setReason] = useKept('withdraw');
  const [action, setAction] = useState<'suspend' | 'revoke'>('suspend');
  const [done, setDone] = useState<string>();
  const act = useAct();
  const withdraw = async (): Promise<void> => {
    if (action === 'revoke' && isProposed) return propose();
    const name = action === 'suspend' ? 'suspendCertificate' : 'revokeCertificate';
    const { status } = await ask(name, `POST /api/v1/operator/certificates/${id.trim()}/${action}`, {
      body: { reason },
    });
    setReason('');
    setDone(`${id.trim()}: ${toWords(status)}`);
  };
  const propose = async (): Promise<void> => {
    const body = { action: 'REVOKE_CERTIFICATE', certificateId: id.trim(), reason };
    await ask('createOperatorProposal', 'POST /api/v1/operator/proposals', { body });
    setReason('');
    setDone('Proposed. Another administrator can confirm it under Proposals.');
  };
  const revoke = isProposed ? 'Propose the revocation' : 'Revoke permanently';
  return (
    <Section
      id="withdraw"
      note="This takes effect for every agent within a second. Revocation is permanent."
      title="Suspend or revoke a certificate"
    >
      <Form act={act} isDanger onSubmit={withdraw} submit={action === 'suspend' ? 'Suspend' : revoke}>
        <Field label="Certificate id" maxLength={24} onChange={setId} value={id} />
        <label className="mt-4 block max-w-xs">
          <span className="label">Action</span>
          <select
            className="input mt-1"
            onChange={(event) => setAction(event.target.value === 'revoke' ? 'revoke' : 'suspend')}
            value={action}
          >
            <option value="suspend">Suspend</option>
            {mayAs(role, 'administrator') ? <option value="revoke">Revoke</option> : null}
          </select>
        </label>
        <Field
          hint="At least 10 characters. The reason is public."
          label="Reason"
          maxLength={4000}
          onChange={setReason}
          rows={4}
          value={reason}
        />
      </Form>
      {done === undefined ? null : (
        <p className="mt-4" role="status">
          {done}
        </p>
      )}
    </Section>
  );
}
