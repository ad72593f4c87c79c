import { execFileSync } from 'node:child_process';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ATTACKS } from './attacks.ts';
import { ROWS, toCells } from './cells.ts';
import {
  reverse,
  toCharCodes,
  toHexEscapes,
  toOctalEscapes,
  toPieces,
  toRot13,
  toXorHex,
  XOR_KEY,
} from './transformations/text-codes.ts';

const cells = toCells();
const textOf = (cell: (typeof cells)[number]): string =>
  cell.bundle.files.map(({ bytes }) => Buffer.from(bytes).toString('utf8')).join('\n');

/** Printed by a real shell: proof that a dress can be taken off again. The text is an echo, never an attack. */
const shell = (script: string): string => execFileSync('bash', ['-c', script], { encoding: 'utf8' });

describe('the evasion suite', () => {
  it('has at least 30 attacks in 12 dresses, each attack and each dress once', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(30);
    expect(ROWS).toHaveLength(13);
    expect(new Set(cells.map(({ attack, transformation }) => `${attack.id} ${transformation}`)).size).toBe(
      cells.length,
    );
  });

  it('names reserved hosts and documentation addresses only', () => {
    const hosts = ATTACKS.flatMap(
      ({ payload }) => payload.match(/(?<=https?:\/\/)[^/\s"')]+|\d+\.\d+\.\d+\.\d+/g) ?? [],
    );
    const isReserved = (host: string): boolean =>
      /(^|\.)example\.invalid$/.test(host) ||
      /^(192\.0\.2|198\.51\.100|203\.0\.113)\./.test(host) ||
      host === METADATA_ADDRESS;
    expect(hosts.filter((host) => !isReserved(host))).toEqual([]);
  });

  it('gives every skill one entry document and changes something in every dress', () => {
    for (const cell of cells) {
      expect(cell.bundle.files.filter(({ path }) => path === 'SKILL.md')).toHaveLength(1);
      const plain = cells.find((other) => other.attack === cell.attack && other.transformation === 'plain');
      if (plain !== undefined && plain !== cell) expect(textOf(cell), cell.transformation).not.toBe(textOf(plain));
    }
  });

  it('leaves every program a program: compiled, never run', () => {
    const programs = cells.flatMap(({ bundle }) => bundle.files.filter(({ path }) => path.endsWith('.cjs')));
    expect(programs.length).toBeGreaterThan(30);
    for (const { bytes } of programs) expect(() => new Script(Buffer.from(bytes).toString('utf8'))).not.toThrow();
  });

  it('makes the same bytes every time', () => {
    expect(toCells().map(textOf)).toEqual(cells.map(textOf));
  });
});

/** Link-local address of instance metadata: the subject of one attack, and no host of anybody. */
const METADATA_ADDRESS = '169.254.169.254';

describe('the codes', () => {
  const WORDS = `echo "ünïcode it's $HOME" | cat`;

  it('are undone by the tools the dresses name', () => {
    expect(shell(`printf '%s' $'${toHexEscapes('plain words')}'`)).toBe('plain words');
    expect(shell(`printf '${toOctalEscapes('plain words')}'`)).toBe('plain words');
    expect(shell(`echo '${toRot13('plain words')}' | tr 'A-Za-z' 'N-ZA-Mn-za-m'`)).toBe('plain words\n');
  });

  it('lose nothing', () => {
    expect(toPieces(WORDS, 7).join('')).toBe(WORDS);
    expect(reverse(reverse(WORDS))).toBe(WORDS);
    expect(Buffer.from(toCharCodes(WORDS).split(', ').map(Number)).toString()).toBe(WORDS);
    expect(Buffer.from([...Buffer.from(toXorHex(WORDS), 'hex')].map((byte) => byte ^ XOR_KEY)).toString()).toBe(WORDS);
  });
});
