/** The confirmation of a purchase. */
import type { ReactNode } from 'react';
import { Foreign } from '../../ui/parts.tsx';
import { Form, useAct, useOnce } from '../state.tsx';

/** Sends the displayed price along; a higher one is not paid. */
export const Buy = ({ title, price, onBuy, onCancel, children }: BuyProps) => {
  const act = useAct();
  const once = useOnce();
  const buy = async (): Promise<void> => {
    await onBuy(once.headers);
    once.renew();
  };
  return (
    <div className="my-6 border-2 border-ink p-5">
      <p className="text-lg font-semibold">
        Buy <Foreign>{title}</Foreign>?
      </p>
      {children}
      <Form act={act} onSubmit={buy} submit={`Pay ${price}`}>
        <p className="mt-3 text-muted">If the price has risen, the purchase is cancelled and you pay nothing.</p>
      </Form>
      {act.refusal?.code === 'insufficient_funds' ? <NeedsMarks /> : null}
      <button className="mt-3 underline" onClick={onCancel} type="button">
        Cancel
      </button>
    </div>
  );
};

const NeedsMarks = () => (
  <p className="mt-3 max-w-prose">
    Your actor receives about 200 marks when it moves in. You can also buy marks on{' '}
    <a href="/council/actor">the page of your actor</a>.
  </p>
);

type BuyProps = {
  title: string;
  price: string;
  onBuy: (headers: Record<string, string>) => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
};
