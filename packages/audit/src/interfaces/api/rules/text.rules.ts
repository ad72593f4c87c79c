import { findSignals } from '../../text/signals.ts';
import type { ApiDocument } from '../document/document.ts';
import { type ApiHit, type ApiRule, apiRule } from '../rule.ts';
import { commentsOf, textFields } from '../texts.ts';
import type { Place } from '../tree/node.ts';

/** Descriptions, examples and comments, each with its place in the file. */
function textsOf({ file, text, root }: ApiDocument): { value: string; at: Place }[] {
  const fields = textFields(root);
  const comments = commentsOf(text, fields).map(({ at, lines }) => {
    const value = lines.join('\n');
    return { value, at: { file, start: at, end: Math.min(text.length, at + value.length) } };
  });
  return [...fields.map((field) => ({ value: field.value, at: field })), ...comments];
}

/** The place of the signal in the file, or its whole text where the format escapes it. */
function placeIn({ text, file }: ApiDocument, at: Place, found: string): Place {
  const start = text.indexOf(found, at.start);
  return start === -1 || start >= at.end ? at : { file, start, end: start + found.length };
}

const directives = apiRule({
  id: 'API-16',
  title: 'Instructions for an agent',
  question: 'Does a text contain prompt markup, a command, or a path to credentials or agent settings?',
  severity: 'MEDIUM',
  nature: 'malice',
  references: ['OWASP-LLM01', 'OWASP-API10:2023', 'CWE-1427'],
  why: 'Agents read descriptions in order to call the service, and may follow instructions in them.',
  fix: 'Describe what the operation does and needs, and remove the rest.',
  blindTo:
    'The rule checks structure only, in any language. A reader judges the meaning of a sentence. The HID and PI rules find hidden text in all texts.',
  check: (document) =>
    textsOf(document).flatMap(({ value, at }) =>
      findSignals(value).map(
        ({ start, end, note }): ApiHit => ({
          at: placeIn(document, at, value.slice(start, end)),
          confidence: 'firm',
          note,
          class: note,
        }),
      ),
    ),
});

export const TEXT_RULES: readonly ApiRule[] = [directives];
