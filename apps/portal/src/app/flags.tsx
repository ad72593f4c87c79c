/** Reporting a problem with a certified version, and following what becomes of it. */
import { useState } from 'react';
import { toMoment, toPrice, toWords } from '../ui/format.ts';
import { Empty, Foreign, Mark, Notice, Section, Table, type Tone } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { Choice, Field, Form, Loaded, Refused, useAct, useKept, useRead } from './state.tsx';
import { connect, signText, useWallets, type Wallet } from './wallet.ts';

const CATEGORIES = [
  'MALICIOUS_BEHAVIOUR',
  'PROMPT_INJECTION',
  'DATA_EXFILTRATION',
  'CREDENTIAL_THEFT',
  'SUPPLY_CHAIN',
  'UNDECLARED_CAPABILITY',
  'VULNERABILITY',
  'SOURCE_MISMATCH',
  'ENDPOINT_CHANGED',
  'IMPERSONATION',
  'OTHER',
] as const;
const SEVERITIES = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

/** The page behind "Report a problem" of a certificate. A wallet is enough; nobody needs an account. */
export function Flag() {
  const id = /\/certificates\/([^/]+)\/flag/.exec(location.pathname)?.[1] ?? '';
  const verify = useRead(`verify ${id}`, () =>
    ask('verifyCertificate', `GET /api/v1/public/certificates/${id}/verify`),
  );
  const [filed, setFiled] = useState<Wire<'flagCertificate'>>();
  return (
    <>
      <h1 className="mt-10 text-3xl font-semibold">Report a problem</h1>
      <Loaded of={verify}>
        {({ skillName, skillVersion, valid }) => (
          <p className="mt-2 max-w-prose text-muted">
            With{' '}
            <a href={`/certificates/${id}`}>
              <Foreign>{`${skillName} ${skillVersion}`}</Foreign>
            </a>
            , which is {valid ? 'valid' : 'not valid'} now. Whoever asks about it sees that a flag is open. If it leads
            to a suspension, your wallet gets the bounty.
          </p>
        )}
      </Loaded>
      {filed === undefined ? <FlagForm id={id} onFiled={setFiled} /> : <Filed flag={filed} />}
    </>
  );
}

const Filed = ({ flag }: { flag: Wire<'flagCertificate'> }) => (
  <div className="mt-6">
    <Notice
      role="status"
      title={
        flag.state === 'OPEN' ? 'The flag is open. Every answer about it says so.' : 'Received. It is looked at first.'
      }
      tone="ok"
    >
      Decided by {toMoment(flag.triageDueAt)}. <a href={`/certificates/${flag.certificateId}#life`}>Follow it there</a>,
      or under “Flags” of an account that the wallet belongs to.
    </Notice>
  </div>
);

function FlagForm({ id, onFiled }: { id: string; onFiled: (flag: Wire<'flagCertificate'>) => void }) {
  const wallets = useWallets();
  const [category, setCategory] = useState<string>('MALICIOUS_BEHAVIOUR');
  const [severity, setSeverity] = useState<string>('MEDIUM');
  const [description, setDescription] = useKept(`flag ${id}`);
  const [path, setPath] = useKept(`flag path ${id}`);
  const [line, setLine] = useState('1');
  const [address, setAddress] = useState('');
  const act = useAct();
  const file = async (proof: object): Promise<void> => {
    const evidence =
      path === '' ? [] : [{ kind: 'FILE_LINE', value: description.slice(0, 200), path, line: Number(line) }];
    const body = { category, severity, description, evidence, ...proof };
    onFiled(await ask('flagCertificate', `POST /certsvc/v1/certificates/${id}/flag`, { body }));
    setDescription('');
    setPath('');
  };
  const sign = (wallet: Wallet) => async (): Promise<void> => {
    const walletAddress = await connect(wallet);
    const query = `purpose=flag&walletAddress=${walletAddress}`;
    const { nonce, message } = await ask('createNonce', `GET /api/v1/auth/nonce?${query}`);
    const signature = await signText(wallet, walletAddress, message ?? '');
    await file({ walletAddress, nonce, signature });
  };
  return (
    <>
      <Choice
        label="What is wrong"
        onChange={setCategory}
        options={CATEGORIES.map((one) => [one, toWords(one)])}
        value={category}
      />
      <Choice
        label="How bad"
        onChange={setSeverity}
        options={SEVERITIES.map((one) => [one, toWords(one)])}
        value={severity}
      />
      <Field
        hint="At least 20 characters: what it does, and how you saw it"
        label="In your words"
        maxLength={4000}
        onChange={setDescription}
        rows={6}
        value={description}
      />
      <div className="grid max-w-2xl gap-x-6 sm:grid-cols-[1fr_8rem]">
        <Field
          hint="Where it can be seen, if it is in a file"
          isRequired={false}
          label="File"
          onChange={setPath}
          value={path}
        />
        <Field isRequired={false} label="Line" onChange={setLine} value={line} />
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        {wallets.map((wallet) => (
          <button
            className="button"
            disabled={act.isBusy}
            key={wallet.info.uuid}
            onClick={() => act.run(sign(wallet))}
            type="button"
          >
            Sign with {wallet.info.name} and send
          </button>
        ))}
      </div>
      {wallets.length === 0 ? null : <Refused refusal={act.refusal} />}
      <details className="mt-6" open={wallets.length === 0}>
        <summary>Without a wallet in this browser</summary>
        <Form act={act} onSubmit={() => file({ walletAddress: address.trim() })} submit="Send unsigned">
          <Field
            hint="Where a bounty would go. Unsigned, it is looked at before it is opened."
            label="Wallet address"
            maxLength={42}
            onChange={setAddress}
            value={address}
          />
        </Form>
      </details>
    </>
  );
}

const FLAG_TONES: Readonly<Record<string, Tone>> = { OPEN: 'warn', CONFIRMED: 'ok', DISMISSED: 'bad' };

/** Flags that were filed with a wallet of the account. */
export function OwnFlags() {
  const list = useRead('flags', () => ask('listOwnFlags', 'GET /certsvc/v1/flags?limit=100'));
  const act = useAct();
  const withdraw = (id: string) => (): void =>
    act.run(async () => {
      await ask('withdrawFlag', `POST /certsvc/v1/flags/${id}/withdraw`);
      list.reload();
    });
  return (
    <Section id="flags" note="Filed with a wallet that is linked to this account." title="Flags">
      <Refused refusal={act.refusal} />
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>You have flagged nothing.</Empty>
          ) : (
            <Table
              caption="Flags"
              columns={[
                {
                  title: 'Against',
                  cell: ({ certificateId, category }) => (
                    <a href={`/certificates/${certificateId}`}>{toWords(category)}</a>
                  ),
                },
                {
                  title: 'State',
                  cell: ({ state }) => <Mark tone={FLAG_TONES[state] ?? 'plain'}>{toWords(state)}</Mark>,
                },
                { title: 'Decision', cell: ({ decision }) => <Foreign>{decision?.reason ?? ''}</Foreign> },
                {
                  title: 'Bounty',
                  cell: ({ bounty }) =>
                    `${toWords(bounty.state)}${bounty.amount === null ? '' : `, ${toPrice(bounty.amount)}`}`,
                },
                {
                  title: 'Do',
                  cell: ({ id, state }) =>
                    state === 'OPEN' || state === 'RECEIVED' ? (
                      <button className="underline" onClick={withdraw(id)} type="button">
                        Withdraw
                      </button>
                    ) : null,
                },
              ]}
              keyOf={({ id }) => id}
              rows={items}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
