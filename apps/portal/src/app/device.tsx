import { useState } from 'react';
import { toMoment } from '../ui/format.ts';
import { Foreign, Section } from '../ui/parts.tsx';
import { ask } from './api.ts';
import { Loaded, Refused, useAct, useRead } from './state.tsx';

const CODE = /^[0-9A-Za-z]{8}$/;

/** A program requests a login to this account: the user compares its code and decides. */
export function Device() {
  const code = new URLSearchParams(location.search).get('code') ?? '';
  return (
    <Section id="device" title="Authorise a device">
      {CODE.test(code) ? (
        <Waiting code={code} />
      ) : (
        <p className="mt-4">The code is missing from this address. Open the complete address that the program shows.</p>
      )}
    </Section>
  );
}

function Waiting({ code }: { code: string }) {
  const waiting = useRead(`device ${code}`, () =>
    ask('readDeviceLogin', `GET /api/v1/certsvc/dev/login/device/waiting?userCode=${code}`),
  );
  const [isApproved, setApproved] = useState<boolean>();
  const act = useAct();
  const decide = (isAllowed: boolean) => async (): Promise<void> => {
    const body = { userCode: code, isApproved: isAllowed };
    await ask('decideDeviceLogin', 'POST /api/v1/certsvc/dev/login/device/decision', { body });
    setApproved(isAllowed);
  };
  if (isApproved !== undefined) {
    return (
      <p className="mt-4" role="status">
        {isApproved
          ? 'The program is authorised. You can close this page.'
          : 'You denied the request. The program has no access to your account.'}
      </p>
    );
  }
  return (
    <Loaded of={waiting}>
      {({ userCode, label, expiresAt }) => (
        <>
          <p className="mt-4">
            <Foreign>{label}</Foreign> asks to act as you for 30 days. Allow this only if the program shows the same
            code:
          </p>
          <p className="mt-4 font-mono text-3xl">{`${userCode.slice(0, 4)}-${userCode.slice(4)}`}</p>
          <p className="mt-2 text-muted">The request expires at {toMoment(expiresAt)}.</p>
          <p className="mt-6 flex gap-4">
            <button className="button" disabled={act.isBusy} onClick={() => act.run(decide(true))} type="button">
              Allow
            </button>
            <button
              className="button"
              data-quiet
              disabled={act.isBusy}
              onClick={() => act.run(decide(false))}
              type="button"
            >
              Deny
            </button>
          </p>
          <Refused refusal={act.refusal} />
        </>
      )}
    </Loaded>
  );
}
