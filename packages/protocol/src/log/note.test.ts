import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64 } from '../seal/base64.ts';
import { createSigner, isSignedBy } from '../seal/ed25519.ts';
import { parseCheckpoint, parseCheckpointText, toCheckpointText } from './checkpoint.ts';
import { emptyRoot, hashLeaf } from './merkle.ts';
import {
  cosignNote,
  createNoteKey,
  NOTE_KEY_TYPES,
  NOTE_LIMITS,
  openNote,
  parseNote,
  parseVerifierKey,
  signNote,
  toNote,
  toVerifierKey,
} from './note.ts';
import { encodeEntries, findEntries, findTilePlace, toTilePath } from './tiles.ts';
import { parseWitnessRequest, toWitnessRequest } from './witness-request.ts';

/** The example of C2SP signed-note. */
const PUBLISHED_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const PUBLISHED_NOTE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;
/** The example of C2SP tlog-checkpoint with the two signatures of tlog-witness. */
const PUBLISHED_CHECKPOINT = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— example.com/behind-the-sofa opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V6267UEjw6QUXTS5Rovnzv++qbSzm9Q=
`;

const LOG = createSigner(new Uint8Array(32).fill(7));
const WITNESS = createSigner(new Uint8Array(32).fill(8));
const logKey = createNoteKey('log.example/a', NOTE_KEY_TYPES.ed25519, LOG.publicKey);
const witnessKey = createNoteKey('witness.example/w', NOTE_KEY_TYPES.cosignature, WITNESS.publicKey);
const TEXT = toCheckpointText({ origin: logKey.name, size: 1, root: hashLeaf(new Uint8Array()) });
const SECONDS = 1_679_315_147;
const logLine = signNote(TEXT, logKey, LOG.sign);
const witnessLine = cosignNote(TEXT, { key: witnessKey, seconds: SECONDS, sign: WITNESS.sign });
const refusal = (code: string) => expect.objectContaining({ name: 'NoteError', code });

describe('a signed note', () => {
  it('of the specification is opened by its key', async () => {
    const { text, proven } = await openNote(PUBLISHED_NOTE, [parseVerifierKey(PUBLISHED_KEY)], isSignedBy);
    expect([text, proven.map(({ key }) => key.id)]).toEqual(['This is an example message.\n', ['530d903a']]);
  });

  it('is refused with any character of the text changed', async () => {
    const changed = PUBLISHED_NOTE.replace('example message', 'example Message');
    await expect(openNote(changed, [parseVerifierKey(PUBLISHED_KEY)], isSignedBy)).rejects.toThrow(
      refusal('bad_signature'),
    );
  });

  it('formats a verifier key as it was parsed', () => {
    expect(toVerifierKey(parseVerifierKey(PUBLISHED_KEY))).toBe(PUBLISHED_KEY);
    expect(parseVerifierKey(toVerifierKey(witnessKey))).toEqual(witnessKey);
  });

  it('is opened by log and witness, each once, with the time of the cosignature', async () => {
    const note = toNote(TEXT, [logLine, witnessLine, witnessLine]);
    const { proven } = await openNote(note, [logKey, witnessKey], isSignedBy);
    expect(proven).toEqual([
      { key: logKey, seconds: null },
      { key: witnessKey, seconds: SECONDS },
    ]);
  });

  it('ignores unknown keys, and is refused when it has no known one', async () => {
    expect((await openNote(toNote(TEXT, [witnessLine, logLine]), [logKey], isSignedBy)).proven).toHaveLength(1);
    await expect(openNote(toNote(TEXT, [witnessLine]), [logKey], isSignedBy)).rejects.toThrow(refusal('unknown_key'));
  });

  it('is refused with an invalid signature of a known key', async () => {
    const foreign = signNote(TEXT, logKey, WITNESS.sign);
    await expect(openNote(toNote(TEXT, [logLine, foreign]), [logKey], isSignedBy)).rejects.toThrow(
      refusal('bad_signature'),
    );
    const later = cosignNote(TEXT, { key: witnessKey, seconds: SECONDS, sign: LOG.sign });
    await expect(openNote(toNote(TEXT, [later]), [witnessKey], isSignedBy)).rejects.toThrow(refusal('bad_signature'));
  });

  it('does not accept an ordinary signature as a cosignature', async () => {
    const asLog = createNoteKey(witnessKey.name, NOTE_KEY_TYPES.ed25519, WITNESS.publicKey);
    expect(asLog.id).not.toBe(witnessKey.id);
    await expect(openNote(toNote(TEXT, [witnessLine]), [asLog], isSignedBy)).rejects.toThrow(refusal('unknown_key'));
  });

  it.each([
    ['no blank line', `${TEXT}${logLine}`],
    ['no newline at its end', toNote(TEXT, [logLine]).slice(0, -1)],
    ['a control character', toNote(`${TEXT}\u0007\n`, [logLine])],
    ['a carriage return', toNote(TEXT, [logLine]).replaceAll('\n', '\r\n')],
    ['a lone surrogate', toNote(`\ud800${TEXT}`, [logLine])],
    ['a hyphen for a dash', toNote(TEXT, [logLine.replace('—', '-')])],
    ['two spaces', toNote(TEXT, [logLine.replace(' ', '  ')])],
    ['a signature that is not base64', toNote(TEXT, [`— ${logKey.name} !!!!\n`])],
    ['a signature of an id alone', toNote(TEXT, [`— ${logKey.name} ${toBase64(new Uint8Array(4))}\n`])],
    [
      'too many signatures',
      toNote(
        TEXT,
        Array.from({ length: NOTE_LIMITS.signaturesMax + 1 }, () => logLine),
      ),
    ],
    ['a text without end', toNote('x'.repeat(NOTE_LIMITS.charsMax), [logLine])],
  ])('with %s is malformed', (_name, note) => {
    expect(() => parseNote(note)).toThrow(refusal('malformed'));
  });

  it.each([
    ['another id', PUBLISHED_KEY.replace('530d903a', '530d903b')],
    ['another type', `example.com/foo+530d903a+${toBase64(Uint8Array.of(2, ...new Uint8Array(32)))}`],
    ['a short key', `example.com/foo+530d903a+${toBase64(Uint8Array.of(1, 2, 3))}`],
    ['no parts', 'example.com/foo'],
  ])('refuses a verifier key with %s', (_name, key) => {
    expect(() => parseVerifierKey(key)).toThrow(refusal('malformed'));
  });

  it.each(['', 'a b', 'a+b', 'a\u2003b', 'x'.repeat(NOTE_LIMITS.nameCharsMax + 1)])(
    'refuses a key named %j',
    (name) => {
      expect(() => createNoteKey(name, NOTE_KEY_TYPES.ed25519, LOG.publicKey)).toThrow(refusal('malformed'));
    },
  );
});

describe('a checkpoint', () => {
  it('of the specification is parsed, with both signatures', () => {
    const { origin, size, root, note } = parseCheckpoint(PUBLISHED_CHECKPOINT);
    expect([origin, size, toBase64(root), note.signatures.length]).toEqual([
      'example.com/behind-the-sofa',
      20_852_163,
      'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
      2,
    ]);
    expect(toCheckpointText({ origin, size, root })).toBe(note.text);
  });

  it('may have extension lines, which are ignored', () => {
    expect(parseCheckpointText(`${TEXT}extra\n`).size).toBe(1);
    expect(() => parseCheckpointText(`${TEXT}\nextra\n`)).toThrow(refusal('malformed'));
  });

  it.each([
    ['a leading zero', `o\n01\n${toBase64(emptyRoot())}\n`],
    ['a sign', `o\n+1\n${toBase64(emptyRoot())}\n`],
    ['a size past what numbers hold', `o\n9007199254740993\n${toBase64(emptyRoot())}\n`],
    ['a short root', `o\n1\n${toBase64(new Uint8Array(31))}\n`],
    ['no origin', `\n1\n${toBase64(emptyRoot())}\n`],
    ['two lines', 'o\n1\n'],
  ])('with %s is malformed', (_name, text) => {
    expect(() => parseCheckpointText(text)).toThrow(refusal('malformed'));
  });
});

describe('a request to a witness', () => {
  const checkpoint = toNote(TEXT, [logLine]);
  it('is parsed as it was formatted', () => {
    const request = { oldSize: 1, hashes: [hashLeaf(new Uint8Array()), emptyRoot()], checkpoint };
    expect(parseWitnessRequest(toWitnessRequest(request))).toEqual(request);
    const first = { oldSize: 0, hashes: [], checkpoint };
    expect(parseWitnessRequest(toWitnessRequest(first))).toEqual(first);
  });

  it.each([
    ['no first line', `\n\n${checkpoint}`],
    ['another word', `new 1\n\n${checkpoint}`],
    ['a leading zero', `old 01\n\n${checkpoint}`],
    ['a hash that is none', `old 1\nAAAA\n\n${checkpoint}`],
    ['no blank line', 'old 1\n'],
    ['too many hashes', `old 1\n${`${toBase64(emptyRoot())}\n`.repeat(64)}\n${checkpoint}`],
  ])('with %s is malformed', (_name, body) => {
    expect(() => parseWitnessRequest(body)).toThrow(refusal('malformed'));
  });
});

describe('tiles', () => {
  it('have the paths of the specification', () => {
    expect(toTilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('0/x001/x234/067');
    expect(toTilePath({ level: 'entries', index: 5, width: 112 })).toBe('entries/005.p/112');
  });

  it('are found by exactly one path each', () => {
    const level = fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const));
    const place = fc.record({
      level,
      index: fc.integer({ min: 0, max: 10 ** 15 }),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(place, (one) => {
        expect(findTilePlace(toTilePath(one))).toEqual(one);
      }),
    );
  });

  it.each([
    '00/000',
    '64/000',
    '0/0',
    '0/x000/001',
    '0/x001',
    '0/001.p/0',
    '0/001.p/256',
    '0/001.p/01',
    '0/../001',
    '0/001/',
    'data/001',
    '0/1000',
    '-1/000',
  ])('are not found at %s', (path) => {
    expect(findTilePlace(path)).toBeUndefined();
  });

  it('of entries are parsed as they were written, completely or not at all', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 256 }), (entries) => {
        const bundle = encodeEntries(entries);
        expect(findEntries(bundle, entries.length)).toEqual(entries);
        expect(findEntries(bundle, entries.length + 1)).toBeUndefined();
        if (bundle.length > 0) expect(findEntries(bundle.slice(0, -1), entries.length)).toBeUndefined();
        expect(findEntries(Uint8Array.of(...bundle, 0), entries.length)).toBeUndefined();
      }),
    );
    expect(() => encodeEntries([new Uint8Array(65_536)])).toThrow(RangeError);
  });
});
