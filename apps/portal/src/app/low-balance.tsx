/** What to do when a wallet has too little USDC. A local service gives test USDC. */
import { useState } from 'react';
import { ask, isLocal, type Refusal } from './api.ts';
import { Refused, useAct } from './state.tsx';
import { connect, type Wallet } from './wallet.ts';

type Props = { readonly refusal: Refusal | undefined; readonly wallet: Wallet | undefined };

export function LowBalance({ refusal, wallet }: Props) {
  const [isGiven, setGiven] = useState(false);
  const act = useAct();
  if (wallet === undefined || !refusal?.message.includes('insufficient_balance')) return null;
  const give = async (): Promise<void> => {
    await ask('askFaucet', 'POST /dev/faucet', { body: { address: await connect(wallet) } });
    setGiven(true);
  };
  return (
    <div className="mt-3 max-w-prose">
      <p>The wallet has too little USDC. Nothing was charged. Send USDC to the wallet and pay again.</p>
      {isLocal ? (
        <>
          <p className="mt-2" role="status">
            {isGiven
              ? 'The wallet received 10 test USDC. Pay again.'
              : 'On this local service, test USDC has no value and costs nothing.'}
          </p>
          <Refused refusal={act.refusal} />
          <button className="button mt-2" data-quiet disabled={act.isBusy} onClick={() => act.run(give)} type="button">
            Get test USDC
          </button>
        </>
      ) : null}
    </div>
  );
}
