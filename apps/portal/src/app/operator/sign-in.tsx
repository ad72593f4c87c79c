/** The two sign-in methods: an operator key, which stays in this page, or the organisation's provider. */
import { useEffect, useState } from 'react';
import { ask, Refusal } from '../api.ts';
import { Field, Form, Refused, useAct, useRead } from '../state.tsx';
import type { Me } from './session.tsx';

const FLOW = 'assay:operator-sign-in';

/** The key is empty when a session cookie is used instead. */
export type Session = { readonly key: string; readonly me: Me };
type Props = { readonly onEnter: (session: Session) => void };

export function SignIn({ onEnter }: Props) {
  const [typed, setTyped] = useState('');
  const act = useAct();
  const enter = async (): Promise<void> => {
    const me = await ask('readOperator', 'GET /api/v1/operator/me', { key: typed }).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      throw new Refusal(401, error.code, 'This operator key is not valid.');
    });
    onEnter({ key: typed, me });
  };
  return (
    <>
      <h1 className="mt-10 text-3xl font-semibold">Operator</h1>
      <Provider onEnter={onEnter} />
      <p className="mt-6 max-w-prose text-muted">
        Your operator key, or the administrative key of this service. It is stored only in this page.
      </p>
      <Form act={act} onSubmit={enter} submit="Log in">
        <Field label="Operator key" onChange={setTyped} type="password" value={typed} />
      </Form>
    </>
  );
}

/** The provider's callback is used once and removed from the address bar first. */
function takeCallback(): { readonly flow: string; readonly callback: string } | undefined {
  const callback = location.search;
  const flow = sessionStorage.getItem(FLOW);
  if (flow === null || !/[?&](code|error)=/.test(callback)) return undefined;
  sessionStorage.removeItem(FLOW);
  history.replaceState(null, '', location.pathname);
  return { flow, callback };
}

function Provider({ onEnter }: Props) {
  const act = useAct();
  const { data } = useRead('sign-in', () => ask('readOperatorSignIn', 'GET /api/v1/auth/operator'));
  const isConfigured = data?.isConfigured === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the provider is known to be configured
  useEffect(() => {
    const body = isConfigured ? takeCallback() : undefined;
    if (body === undefined) return;
    act.run(async () => {
      const me = await ask('finishOperatorSignIn', 'POST /api/v1/auth/operator/finish', { body });
      onEnter({ key: '', me });
    });
  }, [isConfigured]);
  const start = async (): Promise<void> => {
    const { url, flow } = await ask('startOperatorSignIn', 'POST /api/v1/auth/operator/start');
    sessionStorage.setItem(FLOW, flow);
    location.assign(url);
  };
  if (!isConfigured) return null;
  return (
    <div className="mt-6">
      <button className="button" disabled={act.isBusy} onClick={() => act.run(start)} type="button">
        Sign in with your organisation
      </button>
      <Refused refusal={act.refusal} />
    </div>
  );
}
