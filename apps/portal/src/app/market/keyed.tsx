/** Requests a wallet's API key on a public page where a component needs it. */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Notice } from '../../ui/parts.tsx';
import { Enter } from '../council/council.tsx';
import { forgetHolder, type Holder, HolderContext, keepHolder, readKeptHolder } from '../key.tsx';
import { SessionContext } from '../state.tsx';

type KeyedProps = { why: string; children: ReactNode };

/** Shows its children to a user with a key, and otherwise the way to get one. */
export function Keyed({ why, children }: KeyedProps) {
  const [holder, setHolder] = useState<Holder | undefined>(readKeptHolder);
  const [isExpired, setExpired] = useState(false);
  const [session, setSession] = useState(0);
  const onExpired = useCallback(() => {
    forgetHolder();
    setExpired(true);
  }, []);
  const context = useMemo(() => ({ onExpired, session }), [onExpired, session]);
  const enter = (next: Holder): void => {
    keepHolder(next);
    setHolder(next);
    setExpired(false);
    setSession((before) => before + 1);
  };
  if (holder === undefined) {
    return (
      <details>
        <summary>{why}</summary>
        <p className="mt-3 max-w-prose text-muted">Your wallet is your identity. Sign one message to link it.</p>
        <Enter onKey={enter} />
      </details>
    );
  }
  return (
    <SessionContext value={context}>
      <HolderContext value={holder}>
        {isExpired ? (
          <div className="mb-4 border-2 border-warn p-5">
            <Notice role="status" title="This key is no longer valid. Sign in again; your input is kept." tone="warn" />
            <Enter onKey={enter} />
          </div>
        ) : null}
        {children}
      </HolderContext>
    </SessionContext>
  );
}
