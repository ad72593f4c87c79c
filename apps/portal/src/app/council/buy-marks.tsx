/** Buys marks with USDC: a payment of the purpose TOPUP, signed by a wallet of this browser. */
import { useState } from 'react';
import { toMicros } from '../../ui/amount.ts';
import { toMarks } from '../../ui/format.ts';
import { Notice } from '../../ui/parts.tsx';
import type { Wire } from '../../wire.ts';
import { useKeyed } from '../key.tsx';
import { LowBalance } from '../low-balance.tsx';
import { Choice, Field, Form, useAct } from '../state.tsx';
import { signPayment, useWallets, type Wallet } from '../wallet.ts';

type Intent = Wire<'createPaymentIntent'>;
const MARKS_PER_USDC = 100n;

export function BuyMarks({ onBought }: { onBought: () => void }) {
  const ask = useKeyed();
  const wallets = useWallets();
  const [amount, setAmount] = useState('10');
  const [uuid, setUuid] = useState<string>();
  /** An unpaid intent is used again when a payment is declined or fails. */
  const [open, setOpen] = useState<{ readonly amount: string; readonly intent: Intent }>();
  const [bought, setBought] = useState<string>();
  const act = useAct();
  const wallet = wallets.find(({ info }) => info.uuid === uuid) ?? wallets[0];
  const pay = async (payer: Wallet): Promise<void> => {
    setBought(undefined);
    const body = { purpose: 'TOPUP', amount: toMicros(amount) };
    const intent =
      open?.amount === amount
        ? open.intent
        : await ask('createPaymentIntent', 'POST /certsvc/v1/payments/intents', { body });
    setOpen({ amount, intent });
    const [offer] = intent.x402.accepts;
    if (offer === undefined) return;
    const paymentPayload = await signPayment(payer, offer);
    await ask('confirmPayment', `POST /certsvc/v1/payments/${intent.id}/confirm`, { body: { paymentPayload } });
    setOpen(undefined);
    setBought(String(BigInt(toMicros(amount)) * MARKS_PER_USDC));
    onBought();
  };
  if (wallet === undefined) return null;
  return (
    <details className="mb-5">
      <summary>Buy marks</summary>
      {bought === undefined ? null : (
        <div className="mt-4">
          <Notice role="status" title={`You bought ${toMarks(bought)}.`} tone="ok">
            They arrive in the purse in the next hour of the world.
          </Notice>
        </div>
      )}
      <Form act={act} onSubmit={() => pay(wallet)} submit={`Pay with ${wallet.info.name}`}>
        <Field
          isAmount
          hint="From 1 to 1 000 USDC. 1 USDC buys 100 marks."
          label="Amount in USDC"
          onChange={setAmount}
          value={amount}
        />
        {wallets.length < 2 ? null : (
          <Choice
            label="Wallet"
            onChange={setUuid}
            options={wallets.map(({ info }) => [info.uuid, info.name])}
            value={wallet.info.uuid}
          />
        )}
      </Form>
      <LowBalance refusal={act.refusal} wallet={wallet} />
    </details>
  );
}
