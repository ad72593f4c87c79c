import {
  bytesToText,
  decodeAscii85,
  decodeBase32,
  decodeBase64,
  decodeHex,
  inflate,
  rot13,
} from '../../bundle/decode/codecs.ts';
import { rowsOf, tableOf } from '../../models/table.ts';
import { own } from '../../own.ts';
import { concat, encoded, isFullyKnown, mergeTaints, shown } from '../value.ts';
import type { CallModel, CallSite } from './call-site.ts';
import { type CodeValue, decoded, fromValue, list, NOTHING, text, withTaints } from './code-value.ts';
import { elementsOf } from './fold.ts';
import { linesOf } from './settings.calls.ts';

const toBytes = (value: string): Uint8Array => Uint8Array.from(value, (char) => char.charCodeAt(0) & 0xff);

const allTaints = (site: CallSite): CodeValue['taints'] =>
  mergeTaints([
    site.receiver.taints,
    ...site.args.map(({ taints }) => taints),
    ...[...site.named.values()].map(({ taints }) => taints),
  ]);

/** A decoder: real output when the input is known, otherwise "something decoded". */
const decoder =
  (decode: (input: string) => Uint8Array | undefined): CallModel =>
  (site) => {
    const input = site.args[0] ?? site.receiver;
    const bytes = isFullyKnown(input) ? decode(input.text) : undefined;
    return decoded(bytes === undefined ? null : bytesToText(bytes), allTaints(site));
  };

const encoder: CallModel = (site) => withTaints(encoded(allTaints(site)));

const CODEC_BY_NAME: Readonly<Record<string, (input: string) => Uint8Array | undefined>> = {
  base64: decodeBase64,
  base64url: decodeBase64,
  base_64: decodeBase64,
  hex: decodeHex,
  hex_codec: decodeHex,
  zlib: (input) => inflate(toBytes(input)),
  zip: (input) => inflate(toBytes(input)),
  rot13: (input) => toBytes(rot13(input)),
  rot_13: (input) => toBytes(rot13(input)),
};

const codecsDecode: CallModel = (site) => {
  const name = shown(site.args[1] ?? text('')).toLowerCase();
  const decode = own(CODEC_BY_NAME, name);
  return decode === undefined
    ? fromValue(site.args[0] ?? NOTHING)
    : decoder(decode)({ ...site, args: site.args.slice(0, 1) });
};

/** `Buffer.from(x, 'base64')` decodes; without an encoding it is the text itself. */
const bufferFrom: CallModel = (site) => {
  const input = site.args[0] ?? NOTHING;
  if (input.items !== null) return charCodes(input.items, input);
  const decode = own(CODEC_BY_NAME, shown(site.args[1] ?? text('')).toLowerCase());
  if (decode === undefined) return fromValue(input);
  const bytes = isFullyKnown(input) ? decode(input.text) : undefined;
  return decoded(bytes === undefined ? null : bytesToText(bytes), input.taints);
};

function charCodes(items: readonly CodeValue[], from: CodeValue): CodeValue {
  const codes = items.map((item) => Number(item.text ?? Number.NaN));
  const isText = codes.length > 0 && codes.every((code) => Number.isInteger(code) && code >= 0 && code <= 0x10ffff);
  return decoded(isText ? String.fromCodePoint(...codes.slice(0, 50_000)) : null, from.taints);
}

const fromCharCode: CallModel = (site) =>
  charCodes(
    site.args.length === 1 && site.args[0]?.items ? site.args[0].items : site.args,
    withTaints(allTaints(site)),
  );

const BYTE_MAX = 0xff;

/** Binary data is kept as text with one character per byte. */
function hexOf(content: string): string {
  const codes = [...content].map((char) => char.codePointAt(0) ?? 0);
  const isKeptByByte = codes.every((code) => code <= BYTE_MAX);
  return Buffer.from(content, isKeptByByte ? 'latin1' : 'utf8').toString('hex');
}

const toStringCall: CallModel = (site) => {
  const encoding = shown(site.args[0] ?? text('')).toLowerCase();
  if (encoding === 'hex' && site.receiver.isDecoded && isFullyKnown(site.receiver))
    return decoded(hexOf(site.receiver.text), encoded(site.receiver.taints));
  if (encoding === 'base64' || encoding === 'hex') return withTaints(encoded(site.receiver.taints));
  return { ...site.receiver, fn: null, file: null };
};

const join: CallModel = (site) => {
  const isPython = isFullyKnown(site.receiver);
  const items = isPython ? site.args[0]?.items : site.receiver.items;
  const glue = isPython ? site.receiver : (site.args[0] ?? text(','));
  if (items === null || items === undefined) return undefined;
  return fromValue(concat([text(''), ...items.flatMap((item, index) => (index === 0 ? [item] : [glue, item]))]));
};

const split: CallModel = (site) => {
  const { receiver } = site;
  const by = site.args[0];
  if (!isFullyKnown(receiver)) return undefined;
  const pieces = by === undefined ? receiver.text.split(/\s+/) : receiver.text.split(shown(by));
  return list(pieces.slice(0, 5_000).map((piece) => ({ ...receiver, text: piece })));
};

const replace: CallModel = (site) => {
  const [from, to] = site.args;
  // The replacement is a function, which may decode the text letter by letter.
  if (
    to?.fn != null &&
    site.call(
      to.fn,
      to.fn.params.map(() => withTaints(site.receiver.taints)),
    ).isDecoded
  )
    return decoded(null, site.receiver.taints);
  if (!isFullyKnown(site.receiver) || from?.text === null || from === undefined || from.text === '') return undefined;
  return { ...site.receiver, text: site.receiver.text.replaceAll(from.text, shown(to ?? text(''))) };
};

/** `text.slice(from, to)`; a list is cut the same way. */
const cutText: CallModel = ({ receiver, args, method }) => {
  const [from = 0, to] = args.map(({ text: known }) => (known === null || known === '' ? Number.NaN : Number(known)));
  if (Number.isNaN(from) || Number.isNaN(to)) return undefined;
  const end = method === 'substr' && to !== undefined ? from + to : to;
  if (receiver.items !== null) return { ...receiver, items: receiver.items.slice(from, end) };
  return isFullyKnown(receiver) ? { ...receiver, text: receiver.text.slice(from, end) } : undefined;
};

const reverse: CallModel = (site) => {
  const subject = site.callee === 'reversed' ? site.args[0] : site.receiver;
  if (subject?.items) return { ...subject, items: [...subject.items].reverse(), isDecoded: true };
  return subject !== undefined && isFullyKnown(subject)
    ? { ...subject, text: [...subject.text].reverse().join(''), isDecoded: true }
    : undefined;
};

const format: CallModel = (site) => {
  if (site.receiver.text === null) return undefined;
  let next = 0;
  const parts = site.receiver.text.split(/(\{[\w.]*(?:![rs])?(?::[^{}]{0,20})?\})/);
  const values = parts.map((part): CodeValue => {
    if (!/^\{/.test(part)) return text(part);
    const name = /^\{(\w*)/.exec(part)?.[1] ?? '';
    const value = name === '' ? site.args[next++] : /^\d+$/.test(name) ? site.args[Number(name)] : site.named.get(name);
    const path = /^\{\w*((?:\.\w+)+)/.exec(part)?.[1] ?? '';
    return path
      .split('.')
      .slice(1)
      .reduce((on, field) => site.member(on, field), value ?? NOTHING);
  });
  return fromValue(concat(values));
};

/** A payload stored as numbers is longer than a list that a developer writes by hand. */
const mappedMax = (items: readonly CodeValue[]): number =>
  items.every(({ text: known }) => known !== null && /^-?\d+$/.test(known)) ? 2_000 : 200;

/** `enumerate(items)`: the elements with their numbers. */
const numbered: CallModel = (site) => {
  const { items } = elementsOf(site.args[0] ?? NOTHING);
  if (items === null) return undefined;
  return list(items.map((item, index) => list([text(String(index)), item])));
};

const mapper: CallModel = (site) => {
  const isMethod = site.receiver.items !== null;
  const items = isMethod ? site.receiver.items : site.args[1]?.items;
  const [by] = site.args;
  if (by?.fn) {
    const { fn } = by;
    const inputs = items ?? [isMethod ? site.receiver : (site.args[1] ?? site.receiver)];
    return list(
      inputs
        .slice(0, mappedMax(inputs))
        .map((item, index) => site.call(fn, isMethod ? [item, text(String(index))] : [item])),
    );
  }
  if (by?.ref === 'chr' || by?.ref === 'String.fromCharCode')
    return items ? list(items.map((item) => charCodes([item], item))) : undefined;
  return undefined;
};

/** Quotes a value as one word of a shell. */
const asWord: CallModel = ({ args: [word = NOTHING] }) =>
  fromValue(concat([text("'"), { ...word, text: word.text?.replaceAll("'", `'"'"'`) ?? null }, text("'")]));

const same: CallModel = (site) => fromValue(site.args[0] ?? site.receiver);
const ofReceiver: CallModel = (site) => site.receiver;

/** Removes the indentation that a text shares with the code around it. */
const flushLeft: CallModel = ({ args: [given] }) =>
  given?.text == null ? given : { ...given, text: given.text.replace(/^[ \t]+/gm, '').trimStart() };

/** The code of a character. A value that is already a number stays the same. */
const ordinal = (value: CodeValue): CodeValue =>
  value.text !== null && [...value.text].length === 1 && !(value.isDecoded && /\d/.test(value.text))
    ? { ...value, text: String(value.text.codePointAt(0)) }
    : value;

const chr: CallModel = (site) => charCodes(site.args, withTaints(allTaints(site)));

const decodeUri: CallModel = (site) => {
  const [input] = site.args;
  if (input === undefined || !isFullyKnown(input)) return undefined;
  const value = input.text.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return value === input.text ? input : decoded(value, input.taints);
};

/** A number in another base than 10 is likely encoded content. */
const isBased = ({ args }: CallSite): boolean => /^(?:2|8|16|36)$/.test(args[1]?.text ?? '');

const B64 = decoder(decodeBase64);
const HEX = decoder(decodeHex);
const INFLATE = decoder((input) => inflate(toBytes(input)));

const SIGNING =
  'sign signAsync sign_async partialSign partial_sign sign_transaction signTransaction sign_message signMessage sign_typed_data signTypedData sign_hash signHash detached signDetached generate_presigned_url generate_presigned_post generate_signed_url getSignedUrl generateSignedUrl createPresignedPost presigned_get_object presigned_put_object presignedGetObject presignedPutObject presign Transaction VersionedTransaction hexdigest digest MD5 SHA1 SHA256 SHA512 HmacMD5 HmacSHA1 HmacSHA256 HmacSHA512 public_bytes pubkey public_key getPublicKey get_verifying_key'.split(
    ' ',
  );

/** A signature or a digest does not contain the key. */
const signed: CallModel = (site) =>
  withTaints(
    (site.args[0] ?? NOTHING).taints.filter(({ class: kind }) => kind !== 'named-secret' && kind !== 'secret-file'),
  );

const hiddenIn: CallModel = (site) => decoded(null, site.receiver.taints);

/** Text, encoding and decoding functions of the common languages, by resolved name. */
export const TEXT_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...rowsOf(
    B64,
    'base64.b64decode base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes base64.decodestring binascii.a2b_base64 atob',
  ),
  ...rowsOf(HEX, 'bytes.fromhex bytearray.fromhex binascii.unhexlify binascii.a2b_hex'),
  ...rowsOf(
    INFLATE,
    'zlib.decompress gzip.decompress zlib.inflateSync zlib.gunzipSync zlib.unzipSync lzma.decompress bz2.decompress zlib.brotliDecompressSync pako.inflate pako.ungzip',
  ),
  ['base64.b32decode', decoder(decodeBase32)],
  ['base64.a85decode', decoder(decodeAscii85)],
  ['base64.b85decode', decoder(() => undefined)],
  ['base64.b16decode', HEX],
  ['codecs.decode', codecsDecode],
  ['codecs.encode', (site) => (/rot/.test(shown(site.args[1] ?? text(''))) ? codecsDecode(site) : encoder(site))],
  ['Buffer.from', bufferFrom],
  ['Buffer', bufferFrom],
  ['String.fromCharCode', fromCharCode],
  ['String.fromCodePoint', fromCharCode],
  ['chr', chr],
  ['bytes', (site) => (site.args[0]?.items ? charCodes(site.args[0].items, site.args[0]) : same(site))],
  ['bytearray', (site) => (site.args[0]?.items ? charCodes(site.args[0].items, site.args[0]) : same(site))],
  ['ord', (site) => ordinal(site.args[0] ?? NOTHING)],
  [
    'int',
    (site) =>
      /^(?:0x)?[0-9a-f]+$/i.test(site.args[0]?.text ?? '')
        ? {
            ...(site.args[0] ?? NOTHING),
            text: String(Number.parseInt(site.args[0]?.text ?? '', Number(site.args[1]?.text ?? 10))),
          }
        : isBased(site)
          ? { ...(site.args[0] ?? NOTHING), text: null, isDecoded: true }
          : site.args[0],
  ],
  ...rowsOf(same, 'getAddress ethers.getAddress utils.getAddress toChecksumAddress Web3.toChecksumAddress PublicKey'),
  ...rowsOf(same, 'str String repr'),
  ...rowsOf(decodeUri, 'decodeURIComponent decodeURI unescape urllib.parse.unquote'),
  ['urllib.parse.quote', same],
  ...rowsOf(asWord, 'shlex.quote pipes.quote'),
  ...rowsOf(same, 'encodeURIComponent JSON.stringify json.dumps'),
  ['reversed', reverse],
  ...rowsOf(flushLeft, 'textwrap.dedent inspect.cleandoc dedent cleandoc'),
  ...rowsOf(same, 'list tuple sorted'),
  ['map', mapper],
  ['enumerate', numbered],
  ...rowsOf(
    encoder,
    'base64.b64encode base64.urlsafe_b64encode base64.encodebytes btoa binascii.hexlify zlib.compress gzip.compress zlib.deflateSync zlib.gzipSync crypto.createCipheriv cryptography.fernet.Fernet.encrypt base64.b32encode base64.b85encode lzma.compress bz2.compress crypto.publicEncrypt',
  ),
]);

/** Methods on a value of an unknown class. */
export const TEXT_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ['join', join],
  // Pixels, samples and metadata of a picture or a sound. Text that comes out of them was hidden there.
  ...rowsOf(hiddenIn, 'getdata getpixel tobytes readframes getexif _getexif getImageData reveal'),
  ['split', split],
  ['rsplit', split],
  ['replace', replace],
  ['to_bytes', (site) => decoded(null, site.receiver.taints)],
  ['replaceAll', replace],
  ...rowsOf(cutText, 'slice substring substr'),
  ['reverse', reverse],
  ['format', format],
  ['map', mapper],
  ['forEach', mapper],
  ['filter', ofReceiver],
  ['toString', toStringCall],
  [
    'decode',
    (site) =>
      site.args[0] && own(CODEC_BY_NAME, shown(site.args[0]))
        ? codecsDecode({ ...site, args: [site.receiver, ...site.args] })
        : site.receiver,
  ],
  ['encode', ofReceiver],
  ...rowsOf<CallModel>(
    ({ receiver }) => (isFullyKnown(receiver) ? list(linesOf(receiver)) : undefined),
    'splitlines readlines',
  ),
  ...rowsOf(ofReceiver, 'strip trim lower toLowerCase'),
  ['concat', (site) => fromValue(concat([site.receiver, ...site.args]))],
  ['hex', encoder],
  ...SIGNING.map((name) => [name, signed] as const),
  ['encrypt', encoder],
  [
    'charAt',
    (site) =>
      isFullyKnown(site.receiver) && site.args[0]?.text
        ? { ...site.receiver, text: site.receiver.text[Number(site.args[0].text)] ?? '' }
        : undefined,
  ],
]);
