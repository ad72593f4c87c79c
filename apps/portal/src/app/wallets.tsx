import { toDay } from '../ui/format.ts';
import { Empty, Hash, Mark, Section, Table } from '../ui/parts.tsx';
import { ask } from './api.ts';
import { Loaded, Refused, useAct, useRead } from './state.tsx';
import { connect, signText, useWallets, type Wallet } from './wallet.ts';

/** The account's wallets, each proven by a signature. */
export function Wallets({ onChanged }: { onChanged: () => void }) {
  const list = useRead('wallets', () => ask('listWallets', 'GET /api/v1/certsvc/dev/wallets'));
  const wallets = useWallets();
  const act = useAct();
  const reload = (): void => {
    list.reload();
    onChanged();
  };
  const add = (wallet: Wallet) => async (): Promise<void> => {
    const address = await connect(wallet);
    const { message } = await ask('createNonce', `GET /api/v1/auth/nonce?purpose=wallet&walletAddress=${address}`);
    const signature = await signText(wallet, address, message ?? '');
    await ask('addWallet', 'POST /api/v1/certsvc/dev/wallets', {
      body: { message, signature, label: wallet.info.name },
    });
    reload();
  };
  const change = (work: () => Promise<unknown>) => (): void =>
    act.run(async () => {
      await work();
      reload();
    });
  return (
    <Section
      id="wallets"
      note="This account includes the certificates, submissions and bounties of its linked wallets. The signature that links a wallet costs nothing."
      title="Wallets"
    >
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>No wallet is linked.</Empty>
          ) : (
            <Table
              caption="Wallets"
              columns={[
                { title: 'Address', cell: ({ address }) => <Hash>{address}</Hash> },
                { title: 'Name', cell: ({ label, primary }) => (primary ? <Mark tone="ok">Primary</Mark> : label) },
                { title: 'Linked', cell: ({ verifiedAt }) => toDay(verifiedAt) },
                {
                  title: 'Actions',
                  cell: ({ id, primary }) => (
                    <span className="flex gap-4">
                      {primary ? null : (
                        <button
                          className="underline"
                          onClick={change(() =>
                            ask('makeWalletPrimary', `POST /api/v1/certsvc/dev/wallets/${id}/primary`),
                          )}
                          type="button"
                        >
                          Make primary
                        </button>
                      )}
                      <button
                        className="underline"
                        onClick={change(() => ask('removeWallet', `DELETE /api/v1/certsvc/dev/wallets/${id}`))}
                        type="button"
                      >
                        Remove
                      </button>
                    </span>
                  ),
                },
              ]}
              keyOf={({ id }) => id}
              rows={items}
            />
          )
        }
      </Loaded>
      <div className="mt-5 flex flex-wrap gap-3">
        {wallets.map((wallet) => (
          <button
            className="button"
            disabled={act.isBusy}
            key={wallet.info.uuid}
            onClick={() => act.run(add(wallet))}
            type="button"
          >
            Link {wallet.info.name}
          </button>
        ))}
        {wallets.length === 0 ? (
          <p className="text-muted">This browser has no wallet. Install one and reload the page.</p>
        ) : null}
      </div>
      <Refused refusal={act.refusal} />
    </Section>
  );
}
