import { useState } from 'react';
import { Notice } from '../ui/parts.tsx';
import { ask, isLocal } from './api.ts';
import { Field, Form, useAct } from './state.tsx';

type Challenge = { readonly challengeId: string; readonly isNew: boolean };

/** Two steps: an address, then the mailed code. The same steps create an account for a new address. */
export function Login({ onDone, reason }: { onDone: () => void; reason?: string }) {
  const [email, setEmail] = useState('');
  const [isNew, setNew] = useState(false);
  const [code, setCode] = useState('');
  const [challenge, setChallenge] = useState<Challenge>();
  const act = useAct();

  const requestCode = async (): Promise<void> => {
    const { challengeId } = isNew
      ? await ask('registerAccount', 'POST /api/v1/certsvc/dev/register', { body: { email, acceptTerms: true } })
      : await ask('requestLoginCode', 'POST /api/v1/certsvc/dev/login/request-code', { body: { email } });
    setChallenge({ challengeId, isNew });
  };
  const verify = async ({ challengeId, isNew: wasNew }: Challenge): Promise<void> => {
    const body = { challengeId, code: code.trim(), deliver: 'cookie' };
    await (wasNew
      ? ask('verifyEmail', 'POST /api/v1/certsvc/dev/verify-email', { body })
      : ask('verifyLoginCode', 'POST /api/v1/certsvc/dev/login/verify', { body }));
    onDone();
  };

  return (
    <div className="max-w-xl">
      {reason === undefined ? null : <Notice role="status" title={reason} tone="warn" />}
      {challenge === undefined ? (
        <Form act={act} onSubmit={requestCode} submit="Send code">
          <Field label="Email address" onChange={setEmail} type="email" value={email} />
          <label className="mt-4 flex gap-3">
            <input
              checked={isNew}
              className="size-5"
              onChange={(event) => setNew(event.target.checked)}
              type="checkbox"
            />
            <span>
              Create an account. I accept the{' '}
              <a href="/docs/policies/terms" target="_blank" rel="noopener">
                terms of service
              </a>{' '}
              and the{' '}
              <a href="/docs/policies/acceptable-use" target="_blank" rel="noopener">
                acceptable-use policy
              </a>
            </span>
          </label>
        </Form>
      ) : (
        <Form act={act} onSubmit={() => verify(challenge)} submit="Log in">
          {challenge.isNew ? (
            <p className="mt-4">An eight-character code was sent to {email}.</p>
          ) : (
            <>
              <p className="mt-4">If {email} has an account, an eight-character code was sent to it.</p>
              <p className="mt-1 text-muted">No account yet? Go back and tick the box to create one.</p>
            </>
          )}
          {isLocal ? (
            <p className="mt-1 text-muted">
              This service runs locally and sends no email. Read the code at{' '}
              <a href="/dev/inbox" target="_blank" rel="noopener">
                /dev/inbox
              </a>{' '}
              (opens in a new tab).
            </p>
          ) : null}
          <Field label="Code" maxLength={12} onChange={setCode} value={code} />
          <button className="mt-2 underline" onClick={() => setChallenge(undefined)} type="button">
            Go back
          </button>
        </Form>
      )}
    </div>
  );
}
