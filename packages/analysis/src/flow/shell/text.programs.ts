import { bytesToText, decodeBase64, decodeHex, inflate } from '../../bundle/decode/codecs.ts';
import { unescapeAnsi } from '../../languages/shell/ansi-escapes.ts';
import { rowsOf, tableOf } from '../../models/table.ts';
import {
  concat,
  encoded,
  isFullyKnown,
  isOfSecrets,
  known,
  mergeTaints,
  shown,
  type Taint,
  tainted,
  UNKNOWN,
  type Value,
} from '../value.ts';
import { all, has, readOptions } from './options.ts';
import type { Handler, Invoked } from './session.ts';
import { inputOr } from './sources.ts';
import { joinWords } from './words.ts';

const echo: Handler = ({ args }) => {
  const isEscaping = args.some((arg) => /^-[nE]*e/.test(shown(arg)));
  const words = args.filter((arg, index) => !(index < 3 && /^-[neE]+$/.test(shown(arg))));
  const value = joinWords(words);
  return isEscaping && value.text !== null ? { ...value, text: unescapeAnsi(value.text) } : value;
};

const printf: Handler = ({ args, context }) => {
  if (shown(args[0] ?? UNKNOWN) !== '-v') return format(args);
  const value = format(args.slice(2));
  context.session.variables.set(shown(args[1] ?? UNKNOWN), value);
  return UNKNOWN;
};

const format = (args: readonly Value[]): Value => {
  const [format, ...rest] = args;
  if (format === undefined) return UNKNOWN;
  const queue = [...rest];
  const pieces = unescapeAnsi(shown(format)).split(/(%[-0-9.]*[sdbqxc])/);
  const parts = pieces.map((piece): Value => {
    if (!/^%[-0-9.]*[sdbqxc]$/.test(piece)) return known(piece);
    const next = queue.shift() ?? known('');
    return piece.endsWith('b') && next.text !== null ? { ...next, text: unescapeAnsi(next.text) } : next;
  });
  const value = concat(parts.length === 0 ? [known('')] : parts);
  return { ...value, taints: mergeTaints([value.taints, ...queue.map(({ taints }) => taints)]) };
};

/** The named files, or standard input. */
function inputOf(invoked: Invoked, files: readonly Value[]): Value {
  const named = files.filter((file) => shown(file) !== '-');
  if (named.length === 0) return inputOr(invoked.stdin, invoked.context.unit, invoked.span);
  // An unknown file name that comes from a list of secret paths is one of these paths.
  const listed = named.filter((file) => file.text === null && isOfSecrets(file)).map(({ taints }) => tainted(taints));
  return concat([...named.map((file) => invoked.context.readFile(shown(file), invoked.span)), ...listed]);
}

const passThrough =
  (valued: readonly string[], skip = 0): Handler =>
  (invoked) => {
    const { operands } = readOptions(invoked.args, new Set(valued));
    return inputOf(invoked, operands.slice(skip));
  };

/** A value passed as an argument (`awk -v k="$KEY"`, `jq --arg k "$KEY"`) may be part of the output. */
const withWords = ({ args }: Invoked, { taints }: Value): readonly Taint[] =>
  mergeTaints([taints, ...args.map((arg) => arg.taints)]);

/** Text tools change the text but keep its taints. */
const filter =
  (valued: readonly string[], skip = 0): Handler =>
  (invoked) => {
    const value = passThrough(valued, skip)(invoked);
    return { ...tainted(withWords(invoked, value)), isDecoded: value.isDecoded };
  };

/** The output of `tail -c +9` on known content is known. This extracts a payload behind a header. */
const tail: Handler = (invoked) => {
  const read = readOptions(invoked.args, new Set(['n', 'c']));
  const input = inputOf(invoked, read.operands);
  const from = /^\+(\d+)$/.exec(shown(all(read, 'c')[0] ?? UNKNOWN))?.[1];
  const line = /^\+(\d+)$/.exec(shown(all(read, 'n')[0] ?? UNKNOWN))?.[1];
  if (input.text === null) return input;
  if (from !== undefined) return { ...input, text: input.text.slice(Number(from) - 1) };
  if (line !== undefined)
    return {
      ...input,
      text: input.text
        .split('\n')
        .slice(Number(line) - 1)
        .join('\n'),
    };
  return { ...tainted(input.taints), isDecoded: input.isDecoded };
};

const decodedText = (bytes: Uint8Array | undefined, from: Value): Value =>
  bytes === undefined
    ? { ...UNKNOWN, taints: from.taints, isDecoded: true }
    : { text: bytesToText(bytes), taints: from.taints, isDecoded: true };

/** Encoders without a codec here. The output keeps the taints and is marked as encoded or decoded. */
const otherBase: Handler = (invoked) => {
  const read = readOptions(invoked.args, new Set(['w', 'wrap']));
  const input = inputOf(invoked, read.operands);
  return has(read, 'd', 'D', 'decode') ? { ...tainted(input.taints), isDecoded: true } : tainted(encoded(input.taints));
};

const base64: Handler = (invoked) => {
  const read = readOptions(invoked.args, new Set(['w', 'i', 'o', 'b', 'wrap', 'input']));
  const input = inputOf(invoked, [...read.operands, ...all(read, 'i', 'input')]);
  if (!has(read, 'd', 'D', 'decode')) return tainted(encoded(input.taints));
  return isFullyKnown(input)
    ? decodedText(decodeBase64(input.text), input)
    : { ...tainted(input.taints), isDecoded: true };
};

const xxd: Handler = (invoked) => {
  const read = readOptions(invoked.args, new Set(['l', 's', 'c', 'g']));
  const input = inputOf(invoked, read.operands);
  if (!has(read, 'r')) return tainted(encoded(input.taints));
  return isFullyKnown(input)
    ? decodedText(decodeHex(input.text), input)
    : { ...tainted(input.taints), isDecoded: true };
};

export const openssl: Handler = (invoked) => {
  const words = invoked.args.map(shown);
  const read = readOptions(
    invoked.args.slice(1),
    new Set(['in', 'out', 'k', 'pass', 'K', 'iv', 'connect', 'passin', 'passout']),
  );
  const input = inputOf(invoked, all(read, 'in'));
  const isDecoding = words.includes('-d') || words.includes('-decrypt');
  const hasCipher = words.some((word) => /^-(?:aes|des|camellia|aria|chacha|bf|rc|seed|k$|K$|pass$)/i.test(word));
  const isBase64 = !hasCipher && (words.includes('base64') || words.includes('-base64') || words.includes('-a'));
  const result: Value = isDecoding
    ? isBase64 && isFullyKnown(input)
      ? decodedText(decodeBase64(input.text), input)
      : { ...tainted(input.taints), isDecoded: true }
    : tainted(encoded(input.taints));
  for (const out of all(read, 'out')) invoked.context.writeFile(shown(out), result, invoked.span, false);
  return result;
};

/** gzip, bzip2, xz, zstd and their `…cat` forms. */
const compress =
  (isAlwaysUnpacking: boolean): Handler =>
  (invoked) => {
    const read = readOptions(invoked.args, new Set(['S']));
    const input = inputOf(invoked, read.operands);
    if (!isAlwaysUnpacking && !has(read, 'd', 'decompress', 'uncompress')) return tainted(encoded(input.taints));
    const bytes = isFullyKnown(input)
      ? inflate(Uint8Array.from(input.text, (char) => char.charCodeAt(0) & 0xff))
      : undefined;
    return bytes === undefined ? { ...tainted(input.taints), isDecoded: input.isDecoded } : decodedText(bytes, input);
  };

const expandSet = (set: string): string =>
  set.replace(/([A-Za-z0-9])-([A-Za-z0-9])/g, (_, from: string, to: string) => {
    const start = from.charCodeAt(0);
    const length = Math.max(0, Math.min(to.charCodeAt(0) - start + 1, 128));
    return Array.from({ length }, (__, index) => String.fromCharCode(start + index)).join('');
  });

const tr: Handler = ({ args, stdin }) => {
  const input = stdin ?? UNKNOWN;
  const words = args.map(shown);
  if (!isFullyKnown(input)) return input;
  if (words[0] === '-d') {
    const drop = new Set(unescapeAnsi(expandSet(words[1] ?? '')));
    return { ...input, text: [...input.text].filter((char) => !drop.has(char)).join('') };
  }
  const from = expandSet(words[0] ?? '');
  const to = expandSet(words[1] ?? '');
  if (/^-/.test(words[0] ?? '')) return input;
  if (from === '' || to === '') return input;
  const text = [...input.text]
    .map((char) => (from.includes(char) ? (to[Math.min(from.indexOf(char), to.length - 1)] ?? char) : char))
    .join('');
  return { ...input, text, isDecoded: true };
};

const sed: Handler = (invoked) => {
  const read = readOptions(invoked.args, new Set(['e', 'f', 'expression', 'file']));
  const scripts = all(read, 'e', 'expression');
  const [first, ...rest] = read.operands;
  const script = scripts.length > 0 ? scripts : first === undefined ? [] : [first];
  const input = inputOf(invoked, scripts.length > 0 ? read.operands : rest);
  const taints = withWords(invoked, input);
  if (!isFullyKnown(input)) return { ...input, taints };
  const text = script.reduce((before, one) => substitute(before, shown(one)), input.text);
  // `sed` on a plain script fills in placeholders and decodes nothing. The result is analysed like any script.
  const isDecoded = input.isDecoded || !PLAIN_SCRIPT.test(input.text);
  return { ...input, taints, text, isDecoded };
};
const PLAIN_SCRIPT = /^#!\s*\/\S+/;
/** Applies only `s` commands with literal text, because obfuscators use these. */
function substitute(text: string, script: string): string {
  const match = /^s([/|#,_])((?:(?!\1).){1,40})\1((?:(?!\1).){0,40})\1/.exec(script);
  if (match === null || /[.*[\]()+?\\^$]/.test(match[2] ?? '')) return text;
  return text.replaceAll(match[2] ?? '', match[3] ?? '');
}

/** jq passes variables as pairs: `--arg name value` is text, `--slurpfile name file` is a file. */
const jq: Handler = (invoked) => {
  const { args, context, span } = invoked;
  const pairAt = (at: number): boolean => JQ_PAIRS.has(shown(args[at] ?? UNKNOWN));
  const given = args.filter((_, at) => pairAt(at - 2));
  const words = args.filter((_, at) => !pairAt(at) && !pairAt(at - 1) && !pairAt(at - 2));
  const files = given.filter((value) => /file$/.test(shown(args[args.indexOf(value) - 2] ?? UNKNOWN)));
  const value = passThrough(['f', 'from-file', 'indent'], 1)({ ...invoked, args: words });
  const read = files.map((file) => context.readFile(shown(file), span).taints);
  const taints = mergeTaints([value.taints, ...given.map((one) => one.taints), ...read]);
  return { ...tainted(taints), isDecoded: value.isDecoded };
};
const JQ_PAIRS: ReadonlySet<string> = new Set(['--arg', '--argjson', '--slurpfile', '--rawfile']);

const SEARCH_VALUED = ['f', 'A', 'B', 'C', 'm', 'include', 'exclude'];

export const TEXT_PROGRAMS: ReadonlyMap<string, Handler> = tableOf<Handler>([
  ['echo', echo],
  ['printf', printf],
  ['print', echo],
  ...rowsOf(passThrough([]), 'cat tac nl bat less more type'),
  ['get-content', passThrough(['Encoding', 'TotalCount', 'Tail'])],
  ['gc', passThrough(['Encoding', 'TotalCount', 'Tail'])],
  ['head', filter(['n', 'c'])],
  ['tail', tail],
  ['strings', filter(['n'])],
  // The output comes from the database. The operands are the database and the query.
  ['sqlite3', () => UNKNOWN],
  // `sort` changes only the order of the lines.
  ['sort', passThrough(['k', 't', 'S', 'T'])],
  ['uniq', passThrough(['f', 's', 'w'])],
  ['wc', () => UNKNOWN],
  ...rowsOf(filter(SEARCH_VALUED, 1), 'grep egrep fgrep rg'),
  ['awk', filter(['F', 'v', 'f'], 1)],
  ['gawk', filter(['F', 'v', 'f'], 1)],
  ['jq', jq],
  ['yq', filter([], 1)],
  ['cut', filter(['d', 'f', 'c', 'b'])],
  ['paste', filter(['d'])],
  ['column', passThrough(['s', 't', 'o'])],
  ['fold', filter(['w'])],
  ['iconv', passThrough(['f', 't'])],
  ['od', filter(['t', 'A'])],
  ['hexdump', filter(['n', 'e'])],
  ['xmllint', filter([])],
  ['tr', tr],
  ['sed', sed],
  ['gsed', sed],
  ['base64', base64],
  ['gbase64', base64],
  ...rowsOf(otherBase, 'base32 basenc ascii85'),
  ['uudecode', ({ stdin }) => ({ ...tainted(stdin?.taints ?? []), isDecoded: true })],
  ['xxd', xxd],
  ...rowsOf(compress(false), 'gzip bzip2 xz zstd'),
  ...rowsOf(compress(true), 'gunzip zcat gzcat bunzip2 bzcat unxz xzcat'),
]);
