/** Reports a problem with a certified version and shows its progress. */
import { toFlagMessage } from '@assay/protocol/flag-message';
import { useState } from 'react';
import { toMoment, toPrice, toWords } from '../ui/format.ts';
import { Empty, Foreign, Mark, Notice, Section, Table, type Tone } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask, Refusal } from './api.ts';
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

/** The page behind "Report a problem" on a certificate. A wallet is sufficient; no account is needed. */
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
            Your report concerns{' '}
            <a href={`/certificates/${id}`}>
              <Foreign>{`${skillName} ${skillVersion}`}</Foreign>
            </a>
            , which is {valid ? 'valid' : 'not valid'} now. Every verification response shows that a flag is open. If
            the flag leads to a suspension, your wallet receives the bounty.
          </p>
        )}
      </Loaded>
      <p className="mt-2 max-w-prose">
        Is the product stolen or illegal? <a href={`/report?certificate=${id}`}>File an abuse report</a>.
      </p>
      {filed === undefined ? <FlagForm id={id} onFiled={setFiled} /> : <Filed flag={filed} />}
    </>
  );
}

const Filed = ({ flag }: { flag: Wire<'flagCertificate'> }) => (
  <div className="mt-6">
    <Notice
      role="status"
      title={
        flag.state === 'OPEN'
          ? 'The flag is open. Every verification response shows it.'
          : 'Received. An operator checks the flag before it is opened.'
      }
      tone="ok"
    >
      The decision is due by {toMoment(flag.triageDueAt)}.{' '}
      <a href={`/certificates/${flag.certificateId}#life`}>See its status</a> here, or under “Flags” in the account to
      which the wallet is linked.
    </Notice>
  </div>
);

type Place = { readonly path: string; readonly line: string; readonly quote: string };

/** A location in the sealed files with its quotation; empty if no file is named. */
function toEvidence({ path, line, quote }: Place): readonly object[] {
  if (path === '') return [];
  if (quote.trim() === '') throw new Refusal(0, 'quote', 'Quote that line, or leave the file field blank.');
  return [{ kind: 'FILE_LINE', value: quote, path, line: Number(line) }];
}

function FlagForm({ id, onFiled }: { id: string; onFiled: (flag: Wire<'flagCertificate'>) => void }) {
  const wallets = useWallets();
  const [category, setCategory] = useState<string>('MALICIOUS_BEHAVIOUR');
  const [severity, setSeverity] = useState<string>('MEDIUM');
  const [description, setDescription] = useKept(`flag ${id}`);
  const [path, setPath] = useKept(`flag path ${id}`);
  const [line, setLine] = useState('1');
  const [quote, setQuote] = useKept(`flag quote ${id}`);
  const [address, setAddress] = useState('');
  const act = useAct();
  const unsignedAct = useAct();
  const toReport = (walletAddress: string) => ({
    category,
    severity,
    description,
    evidence: toEvidence({ path, line, quote }),
    walletAddress,
  });
  const file = async (body: object): Promise<void> => {
    onFiled(await ask('flagCertificate', `POST /certsvc/v1/certificates/${id}/flag`, { body }));
    setDescription('');
    setPath('');
    setQuote('');
  };
  const sign = (walletOfPage: Wallet) => async (): Promise<void> => {
    const wallet = await connect(walletOfPage);
    const report = toReport(wallet);
    const { nonce } = await ask('createNonce', 'GET /api/v1/auth/nonce?purpose=flag');
    const body = { ...report, nonce };
    const message = toFlagMessage({ certificateId: id, wallet, nonce, body });
    await file({ ...body, signature: await signText(walletOfPage, wallet, message) });
  };
  return (
    <>
      <Choice
        label="Category"
        onChange={setCategory}
        options={CATEGORIES.map((one) => [one, toWords(one)])}
        value={category}
      />
      <Choice
        label="Severity"
        onChange={setSeverity}
        options={SEVERITIES.map((one) => [one, toWords(one)])}
        value={severity}
      />
      <Field
        hint="At least 20 characters: what the product does, and how you observed it"
        label="Description"
        maxLength={4000}
        onChange={setDescription}
        rows={6}
        value={description}
      />
      <div className="grid max-w-2xl gap-x-6 sm:grid-cols-[1fr_8rem]">
        <Field hint="Location in a file (optional)" isRequired={false} label="File" onChange={setPath} value={path} />
        <Field isRequired={false} label="Line" onChange={setLine} value={line} />
      </div>
      {path === '' ? null : (
        <Field
          hint="An exact quotation. It is compared with the sealed file; a quotation that does not match is rejected."
          isCode
          label="Quotation"
          maxLength={2000}
          onChange={setQuote}
          rows={2}
          value={quote}
        />
      )}
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
      <Refused refusal={act.refusal} />
      <details className="mt-6" open={wallets.length === 0}>
        <summary>Without a wallet in this browser</summary>
        <Form act={unsignedAct} onSubmit={async () => file(toReport(address.trim()))} submit="Send unsigned">
          <Field
            hint="Receives the bounty. An operator checks an unsigned flag before it is opened."
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

/** Flags that the account's wallets filed. */
export function OwnFlags() {
  const list = useRead('flags', () => ask('listOwnFlags', 'GET /certsvc/v1/flags?limit=100'));
  const act = useAct();
  const withdraw = (id: string) => (): void =>
    act.run(async () => {
      await ask('withdrawFlag', `POST /certsvc/v1/flags/${id}/withdraw`);
      list.reload();
    });
  return (
    <Section id="flags" note="Flags that were filed with a wallet linked to this account." title="Flags">
      <Refused refusal={act.refusal} />
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>You have no flags.</Empty>
          ) : (
            <Table
              caption="Flags"
              columns={[
                {
                  title: 'Certificate',
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
                  title: 'Actions',
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
