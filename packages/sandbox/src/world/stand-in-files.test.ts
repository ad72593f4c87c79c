import { describe, expect, it } from 'vitest';
import { createStandIns, defaultPaths, NO_READS, namedPaths, readsOf, standInBytes } from './stand-in-files.ts';

const PLACES = { home: '/home/m', work: '/home/m/w' };
const text = (path: string, code = '') => Buffer.from(standInBytes(path, readsOf(code))).toString();

describe('namedPaths', () => {
  it('takes what names a file or a folder to work on', () => {
    expect(namedPaths(['in.csv', 'src/', '--in=a/b.json', '~/notes.md', 'https://a.b/c.txt', 'build', '3.5'])).toEqual([
      'in.csv',
      'src/',
      'a/b.json',
      '~/notes.md',
    ]);
  });

  it('leaves out what is written, and what lies above', () => {
    expect(namedPaths(['--out', 'o.csv', '-o', 'p.csv', '--output=q.csv', '../x.csv', '*.csv'])).toEqual([]);
  });
});

describe('defaultPaths', () => {
  it('takes what a program falls back on', () => {
    const code = 'f="${1:-in.csv}"\nconst g = process.argv[2] || "in.json"\nap.add_argument("--x", default="in.md")';
    expect(defaultPaths(code)).toEqual(['in.csv', 'in.json', 'in.md']);
    expect(defaultPaths('ap.add_argument("--out", default="o.csv")')).toEqual([]);
  });
});

describe('createStandIns', () => {
  it('makes each once, with the folders above it', () => {
    const standIns = createStandIns(PLACES);
    standIns.offer(['data/in.csv', 'src/'], NO_READS);

    expect(standIns.take('/home/m/w/data').map(({ path }) => path)).toEqual(['/home/m/w/data/in.csv']);
    expect(standIns.take('/home/m/w/data/in.csv')).toEqual([]);
    expect(standIns.take('/home/m/w/src').map(({ path }) => path)).toEqual([
      '/home/m/w/src/first.txt',
      '/home/m/w/src/second.md',
    ]);
    expect(standIns.take('/home/m/w/else.csv')).toEqual([]);
  });

  it('makes no secret', () => {
    const standIns = createStandIns(PLACES);
    standIns.offer(['~/.ssh/id_other'], NO_READS);

    expect(standIns.take('/home/m/.ssh/id_other')).toEqual([]);
  });
});

describe('standInBytes', () => {
  it('has the fields that the program asks for', () => {
    expect(text('a.csv', 'row["qty"] + row.get("date")')).toBe('qty,date\n1,2026-01-15\n1,2026-01-15\n');
    expect(JSON.parse(text('a.json', 'for i in d["items"]: i["name"]'))).toEqual({
      items: [{ items: '1', name: 'example' }],
      name: 'example',
    });
  });

  it('follows the ending, and the program where there is none', () => {
    expect(text('a.yml')).toContain('name: example');
    expect(text('example', 'json.load(f)')).toContain('"name"');
    expect(standInBytes('a.png', NO_READS)[1]).toBe('P'.charCodeAt(0));
  });
});
