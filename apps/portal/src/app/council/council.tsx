/** The area of validators and players: one wallet with its seat, plugins, purchases and actor. */
import { useCallback, useMemo, useState } from 'react';
import type { CouncilPath } from '../../contract/paths.ts';
import { Notice, Snippet } from '../../ui/parts.tsx';
import { forgetHolder, type Holder, HolderContext, keepHolder, readKeptHolder } from '../key.tsx';
import { Tabs, usePath, View, type Views } from '../navigation.tsx';
import { Field, Form, Refused, SessionContext, useAct } from '../state.tsx';
import { useWallets, type Wallet } from '../wallet.ts';
import { OwnActor } from './actor.tsx';
import { AssignmentView } from './assignment.tsx';
import { isKeyLimit, linkWallet, relinkWallet } from './link-wallet.ts';
import { PluginMarket, SkillMarket } from './market.tsx';
import { PluginEditor } from './plugin-editor.tsx';
import { Plugins, Slots } from './plugins.tsx';
import { Sales } from './sales.tsx';
import { Seat } from './seat.tsx';

const TABS = [
  ['/council', 'Your seat'],
  ['/council/plugins', 'Plugins'],
  ['/council/slots', 'Slots'],
  ['/council/plugin-market', 'Plugin market'],
  ['/council/skill-market', 'Skill market'],
  ['/council/sales', 'Sales'],
  ['/council/actor', 'Your actor'],
] as const;

/** When the key is no longer valid, the view stays and the sign-in appears above it. */
export function Council() {
  const [holder, setHolder] = useState<(Holder & { isNew: boolean }) | undefined>(() => {
    const kept = readKeptHolder();
    return kept && { ...kept, isNew: false };
  });
  const [isExpired, setExpired] = useState(false);
  const path = usePath();
  const [session, setSession] = useState(0);
  const onExpired = useCallback(() => {
    forgetHolder();
    setExpired(true);
  }, []);
  const context = useMemo(() => ({ onExpired, session }), [onExpired, session]);
  const enter = (next: Holder, isNew: boolean): void => {
    keepHolder(next);
    setHolder({ ...next, isNew });
    setExpired(false);
    setSession((before) => before + 1);
  };
  if (holder === undefined) {
    return (
      <>
        <h1 className="mt-10 text-3xl font-semibold">Join the council</h1>
        <p className="mt-2 max-w-prose text-muted">Your wallet is your identity. Sign one message to link it.</p>
        <Enter onKey={enter} />
      </>
    );
  }
  return (
    <SessionContext value={context}>
      <HolderContext value={holder}>
        <h1 className="mt-8 text-3xl font-semibold">Your council account</h1>
        {holder.isNew && path === '/council' ? <NewKey apiKey={holder.apiKey} /> : null}
        {isExpired ? (
          <div className="mt-6 border-2 border-warn p-5">
            <Notice role="status" title="This key is no longer valid. Sign in again; your input is kept." tone="warn" />
            <Enter onKey={enter} />
          </div>
        ) : null}
        <Tabs items={TABS} label="Council" />
        <View views={VIEWS} />
      </HolderContext>
    </SessionContext>
  );
}

const NewKey = ({ apiKey }: { apiKey: string }) => (
  <details className="mt-4 border border-line p-4">
    <summary>An API key was created for this page. Your programs can also use it</summary>
    <div className="mt-4 grid gap-3">
      <Notice
        title="The key is shown only here. It is valid until you link this wallet in this browser again, which replaces the key."
        tone="warn"
      />
      <Snippet label="API key" text={apiKey} />
    </div>
  </details>
);

const VIEWS: Views<CouncilPath> = {
  '/council': () => <Seat />,
  '/council/assignments/:id': (id) => <AssignmentView id={id} key={id} />,
  '/council/plugins': () => <Plugins />,
  '/council/plugins/:id': (id) => <PluginEditor id={id} key={id} />,
  '/council/slots': () => <Slots />,
  '/council/plugin-market': () => <PluginMarket />,
  '/council/skill-market': () => <SkillMarket />,
  '/council/sales': () => <Sales />,
  '/council/actor': () => <OwnActor />,
};

export function Enter({ onKey }: { onKey: (holder: Holder, isNew: boolean) => void }) {
  const wallets = useWallets();
  const [typed, setTyped] = useState('');
  const act = useAct();
  const keyAct = useAct();
  const link = (wallet: Wallet) => async (): Promise<void> => onKey(await linkWallet(wallet), true);
  const relink = (wallet: Wallet) => async (): Promise<void> => onKey(await relinkWallet(wallet), true);
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-3">
        {wallets.map((wallet) => (
          <button
            className="button"
            disabled={act.isBusy}
            key={wallet.info.uuid}
            onClick={() => act.run(link(wallet))}
            type="button"
          >
            Link {wallet.info.name}
          </button>
        ))}
        {wallets.length === 0 ? (
          <p className="text-muted">This browser has no wallet. Install one and reload the page, or use an API key.</p>
        ) : null}
      </div>
      <Refused refusal={act.refusal} />
      {isKeyLimit(act.refusal)
        ? wallets.map((wallet) => (
            <button
              className="button mt-3"
              data-quiet
              key={wallet.info.uuid}
              onClick={() => act.run(relink(wallet))}
              type="button"
            >
              Revoke every key of {wallet.info.name} and link it again
            </button>
          ))
        : null}
      <details className="mt-6">
        <summary>I have an API key</summary>
        <Form
          act={keyAct}
          onSubmit={async () => onKey({ apiKey: typed.trim(), actorId: undefined }, false)}
          submit="Use key"
        >
          <Field hint="Begins with ak_" label="API key" onChange={setTyped} type="password" value={typed} />
        </Form>
      </details>
    </>
  );
}
