import type { InboxMail } from '../contract/contract.ts';
import type { Page } from '../page.ts';
import { toMoment } from '../ui/format.ts';
import { Empty, Foreign, Snippet } from '../ui/parts.tsx';
import { Title } from '../ui/prose.tsx';

/** The login code in the text of a mail, for copying. */
const toCode = (text: string): string | undefined => /^\s*([A-Z0-9][A-Z0-9-]{3,11})\s*$/m.exec(text)?.[1];

const Mail = ({ mail: { subject, to, sentAt, text } }: { mail: InboxMail }) => {
  const code = toCode(text);
  return (
    <li className="border-b border-line py-5">
      <h2 className="text-lg font-semibold">
        <Foreign>{subject}</Foreign>
      </h2>
      <p className="text-sm text-muted">
        To <Foreign>{to}</Foreign>, {toMoment(sentAt)}
      </p>
      {code === undefined ? null : (
        <div className="mt-3 max-w-xs">
          <Snippet label={`Code for ${to}`} text={code} />
        </div>
      )}
      <p className="mt-3 max-w-prose whitespace-pre-wrap">
        <Foreign>{text}</Foreign>
      </p>
    </li>
  );
};

/** The mails of a development server without a mail server. */
export const inbox: Page<readonly InboxMail[]> = {
  load: () => [],
  isEnglish: true,
  head: () => ({
    title: 'Development inbox: Assay',
    description: 'Emails of a service without a mail server.',
    twin: { type: 'application/json', href: '/dev/inbox.json' },
    isIndexed: false,
  }),
  body: (mails) => (
    <div className="page">
      <Title lead="No mail server is configured (SMTP_URL), so emails stay here. They are readable only from this machine.">
        Development inbox
      </Title>
      {mails.length === 0 ? (
        <div className="mt-6">
          <Empty>
            No emails yet. <a href="/account">Log in</a> to receive a code.
          </Empty>
        </div>
      ) : (
        <ul className="mt-4 border-t border-ink">
          {mails.map((mail) => (
            <Mail key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </div>
  ),
};
