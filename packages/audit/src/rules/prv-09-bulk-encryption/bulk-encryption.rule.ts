import { wordsAround, wordsBefore, wordsBehind } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule, Span } from '@assay/analysis/types';
import { calls, lineOf } from '../command.facts.ts';

const ENCRYPTS =
  /^(?:openssl\s+enc\s.{0,80}-aes|openssl\s+(?:cms|smime)\s+-encrypt|gpg\s.{0,40}(?:-c|--symmetric|-e|--encrypt)|7z\s+a\s.{0,40}-p|zip\s+.{0,20}-[eP]|age\s+(?:-\w+\s+\S+\s+)*(?:-r|-R|--recipient))/;
const LOOP = /\bfor\s+\w+\s+in\s.{0,120}[*~]|find\s+(?:[^\s|;-]\S{0,120}\s+){0,6}["']?(?:~|\/|\$\{?HOME)|-exec\s/;

/** Letters before and behind a command within which its loop begins and the removal stands. */
const NEAR_LOOP = { loop: 300, each: 400, removal: 200, removed: 300 } as const;

/** One name after the other, wherever they come from. */
const EACH =
  /\bwhile\b[^\n]{0,80}\bread\b|\bfor\s+\w+\s+in\b|\bforeach\b|\bForEach-Object\b|\|\s*%\s*\{|\bfor\s+\/[rf]\b/i;
const REMOVAL = String.raw`\b(?:rm|shred|unlink|srm|wipe|truncate|del|erase|Remove-Item|ri|mv)\b[^\n;|&]{0,60}`;

/** The file that is encrypted is the one that is removed, in a loop over names. */
function isSameRemoved(text: string, span: Span): boolean {
  if (!EACH.test(wordsBefore(span, NEAR_LOOP.each))) return false;
  const names = [...text.matchAll(/(?<!-out\s+["']?)[$%]\{?(\w{1,40})/g)].map(([, name = '']) => name);
  const after = wordsBehind(span, NEAR_LOOP.removed);
  return names.some((name) => new RegExp(`${REMOVAL}[$%]\\{?${name}\\b(?!\\}?[.\\w])`, 'i').test(after));
}

const shell = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(
      ({ value, span }) =>
        ENCRYPTS.test(lineOf(value)) &&
        ((LOOP.test(wordsAround(span, NEAR_LOOP.loop, 0)) &&
          /\b(?:rm|shred|unlink)\b/.test(wordsAround(span, 0, NEAR_LOOP.removal))) ||
          isSameRemoved(value.text, span)),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const finds = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(
      ({ value }) =>
        value.program === 'find' &&
        /-exec\s+(?:gpg|openssl|7z|age)\s/.test(value.text) &&
        /-exec\s+(?:rm|shred)|-delete/.test(value.text),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const code = (facts: Facts): RawFinding[] =>
  calls(facts, /(?:encrypt|createCipheriv|Fernet)$/).flatMap(({ span, file }) => {
    const inFile = facts.in(file, 'call').map(({ value }) => value);
    const walks = inFile.some(({ callee }) => WALKS.test(callee));
    const removes = inFile.some(({ callee }) => REMOVES.test(callee)) || overwrites(facts, file);
    // Who reads no file encrypts none: what is kept comes from whoever calls.
    const reads = inFile.some(({ callee, args }) => READS.test(callee) && !/^[wax]/.test(args[1] ?? ''));
    return walks && removes && reads ? [{ at: span, confidence: 'firm' }] : [];
  });
const WALKS = /^(?:os\.walk|glob\.i?glob|fs\.readdirSync)$|rglob$/;
const REMOVES = /^(?:os\.(?:remove|unlink)|fs\.(?:unlinkSync|rmSync))$|unlink$/;
const READS = /(?:^|\.)(?:open|readFileSync|readFile|read_bytes|read_text)$/;
/** Every file that is found is opened again to be written. */
const overwrites = (facts: Facts, file: string): boolean =>
  facts.in(file, 'call').some(({ value }) => value.callee === 'os.walk' && /^~/.test(value.args[0] ?? '')) &&
  facts
    .in(file, 'call')
    .some(
      ({ value }) =>
        value.callee === 'open' && /^[wr]b?\+?b?$/.test(value.args[1] ?? '') && /[w+]/.test(value.args[1] ?? ''),
    );

/** What is found is written to where it is found; elsewhere in the file something else is looked for. */
const isJustBefore = (found: Span, written: Span): boolean =>
  found.view === written.view && found.start <= written.start && written.start - found.start <= NEAR_CHARS;
const NEAR_CHARS = 800;

/** File after file of a folder is given noise for its content. */
const noise = (facts: Facts): RawFinding[] =>
  calls(facts, /(?:^|\.)(?:write_bytes|write|writeFileSync)$/)
    .filter(
      ({ value, file, span }) =>
        /\b(?:os\.urandom|randomBytes|secrets\.token_bytes)\s*\(/.test(value.text) &&
        facts
          .in(file, 'call')
          .some(
            (other) =>
              /^(?:os\.walk|glob\.i?glob)$|(?:\.r?glob|iterdir)$/.test(other.value.callee) &&
              isJustBefore(other.span, span),
          ),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

/** The key is made by chance and told to somebody elsewhere; the user never has it. */
const hostages = (facts: Facts): RawFinding[] =>
  facts
    .of('shape')
    .filter(({ value }) => value.harm === 'hostage')
    .map(({ span }) => ({
      at: span,
      severity: 'CRITICAL',
      confidence: 'firm',
      note: 'The key of what is encrypted is sent to somebody else.',
    }));

export const bulkEncryption = {
  id: 'PRV-09',
  title: 'Encrypts in bulk and deletes the originals',
  question: 'Is there bulk encryption with deletion of originals?',
  category: 'PRV',
  family: 'code-taint',
  kind: 'PROOF',
  reproducedBy: 'deleted',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-506'],
  why: 'That is how files are taken hostage.',
  fix: 'Encrypt the named file and keep the original until the user removes it.',
  looksAt:
    'Walks that encrypt what they find and remove the originals, in code or told in words; a key made by chance that encrypts and is sent away.',
  blindTo: 'Encryption inside a native program.',
  falseAlarms: 'Encrypting one named file is quiet.',
  since: '2026.11',
  check: (facts) => [...shell(facts), ...finds(facts), ...code(facts), ...noise(facts), ...hostages(facts)],
} satisfies Rule;
