import { MailId, newUuidV7, type RandomBytes } from '@assay/protocol';
import { escapeHtml } from '../http/escape-html.ts';
import type { MailRow } from './mails.store.ts';

/** A mail before it is rendered as text and HTML. `code` is separate, so that the reader can copy it. */
export type MailContent = {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly code?: string;
};

const SIGNED = 'Assay';

/** Renders the same content as text and as HTML. Untrusted text is escaped in both. */
export function writeMail(mail: MailContent, now: Date, random: RandomBytes): MailRow {
  const blocks =
    mail.code === undefined ? mail.paragraphs : [mail.paragraphs[0] ?? '', mail.code, ...mail.paragraphs.slice(1)];
  const html = blocks
    .map((block) => (block === mail.code ? `<p><code>${escapeHtml(block)}</code></p>` : `<p>${toLines(block)}</p>`))
    .join('\n');
  return {
    id: newUuidV7(MailId, now.getTime(), random),
    recipient: mail.to,
    // A line break in a subject would start another header.
    subject: mail.subject.replaceAll(/\s+/g, ' ').trim(),
    text: `${[...blocks, SIGNED].join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html}\n<p>${SIGNED}</p>\n</body></html>\n`,
    createdAt: now,
    dueAt: now,
    tries: 0,
  };
}

const toLines = (block: string): string => escapeHtml(block).replaceAll('\n', '<br>');
