/** The terms of the service: the accepted versions, and the current text if it is not accepted yet. */
import { useState } from 'react';
import { toMoment } from '../ui/format.ts';
import { Hash, Notice, Section, Table } from '../ui/parts.tsx';
import type { Wire } from '../wire.ts';
import { ask } from './api.ts';
import { Form, Loaded, useAct, useRead } from './state.tsx';

type Shown = Wire<'readTerms'>;

const useTerms = () => useRead('terms', () => ask('readTerms', 'GET /certsvc/v1/terms'));

export function Terms() {
  const terms = useTerms();
  return (
    <Section
      id="terms"
      note="The terms that you accepted, with their digests. Submissions record the version."
      title="Terms of service"
    >
      <Loaded of={terms}>
        {(data) => (
          <>
            {data.isAccepted ? null : <Accept onDone={terms.reload} terms={data} />}
            <Documents terms={data} />
            <Table
              caption="Accepted terms"
              columns={[
                { title: 'Version', cell: ({ version }) => version },
                { title: 'Accepted', cell: ({ acceptedAt }) => toMoment(acceptedAt) },
                { title: 'Digest', isWide: true, cell: ({ sha256 }) => <Hash>{sha256}</Hash> },
              ]}
              keyOf={({ sha256 }) => sha256}
              rows={data.acceptances}
            />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** Shown above every part of the account until the current text is accepted, if submissions require it. */
export function TermsReminder() {
  const terms = useTerms();
  if (terms.data === undefined || terms.data.isAccepted || !terms.data.isRequired) return null;
  return (
    <div className="mt-6 border-2 border-warn p-5">
      <Accept onDone={terms.reload} terms={terms.data} />
      <Documents terms={terms.data} />
    </div>
  );
}

const Documents = ({ terms: { documents, version } }: { terms: Shown }) => (
  <p className="my-4">
    Version {version}:{' '}
    {documents.map(({ title, url }, at) => (
      <span key={url}>
        {at === 0 ? '' : ', '}
        <a href={url}>{title}</a>
      </span>
    ))}
  </p>
);

function Accept({ terms: { version, sha256 }, onDone }: { terms: Shown; onDone: () => void }) {
  const [hasRead, setRead] = useState(false);
  const act = useAct();
  const accept = async (): Promise<void> => {
    await ask('acceptTerms', 'POST /certsvc/v1/terms/accept', { body: { version, sha256 } });
    onDone();
  };
  return (
    <>
      <Notice
        role="status"
        title="You have not yet accepted the current version of this service's terms."
        tone="warn"
      />
      <Form act={act} onSubmit={accept} submit="Accept the terms">
        <label className="mt-4 flex gap-3">
          <input
            checked={hasRead}
            className="size-5"
            onChange={(event) => setRead(event.target.checked)}
            required
            type="checkbox"
          />
          <span>I have read and accept version {version} of the terms and the acceptable-use policy</span>
        </label>
      </Form>
    </>
  );
}
