import { MailId, newUuidV7, type RandomBytes } from '@assay/protocol';
import { escapeHtml } from '../http/escape-html.ts';
import type { MailRow } from './mails.store.ts';

/** A mail before it has words for two kinds of reader. `code` is set apart so that it can be copied. */
export type Letter = {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly code?: string;
};

const SIGNED = 'Assay';

/** The same words as text and as HTML; whatever strangers wrote stays text in both. */
export function writeMail(letter: Letter, now: Date, random: RandomBytes): MailRow {
  const blocks =
    letter.code === undefined
      ? letter.paragraphs
      : [letter.paragraphs[0] ?? '', letter.code, ...letter.paragraphs.slice(1)];
  const html = blocks
    .map((block) => (block === letter.code ? `<p><code>${escapeHtml(block)}</code></p>` : `<p>${toLines(block)}</p>`))
    .join('\n');
  return {
    id: newUuidV7(MailId, now.getTime(), random),
    recipient: letter.to,
    // A line break in a subject would begin a header of its own.
    subject: letter.subject.replaceAll(/\s+/g, ' ').trim(),
    text: `${[...blocks, SIGNED].join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html}\n<p>${SIGNED}</p>\n</body></html>\n`,
    createdAt: now,
    dueAt: now,
    tries: 0,
  };
}

const toLines = (block: string): string => escapeHtml(block).replaceAll('\n', '<br>');
