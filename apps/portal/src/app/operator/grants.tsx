import { useState } from 'react';
import { toMicros } from '../../ui/amount.ts';
import { toMarks } from '../../ui/format.ts';
import { Notice, Section } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { Field, Form, useAct, useKept } from '../state.tsx';

/** Creates marks for a wallet that the operator trusts. Grants are public. */
export function Grants() {
  const ask = useKeyed();
  const [walletAddress, setWallet] = useState('');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useKept('grant');
  const [done, setDone] = useState<Wire<'grantMarks'>>();
  const act = useAct();
  const grant = async (): Promise<void> => {
    const body = { walletAddress: walletAddress.trim(), amount: toMicros(amount), reason };
    setDone(await ask('grantMarks', 'POST /api/v1/operator/grants', { body }));
    setReason('');
  };
  return (
    <Section
      id="grants"
      note="Creates new money. A public event announces the grant, and the audit log records the reason."
      title="Issue marks"
    >
      <Form act={act} isDanger onSubmit={grant} submit="Issue">
        <Field hint="0x…" label="Wallet" maxLength={42} onChange={setWallet} value={walletAddress} />
        <Field hint="In marks" isAmount label="Amount" onChange={setAmount} value={amount} />
        <Field
          hint="At least 10 characters"
          label="Reason"
          maxLength={4000}
          onChange={setReason}
          rows={3}
          value={reason}
        />
      </Form>
      {done === undefined ? null : (
        <div className="mt-5">
          <Notice
            role="status"
            title={`Issued ${toMarks(done.amount)}. They arrive in the purse in the next hour of the world.`}
            tone="ok"
          />
        </div>
      )}
    </Section>
  );
}
