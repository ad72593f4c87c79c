import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

const read = (line: string) => readOptions(line.split(' '), new Set(['-X', '-d', '-o', '--header', '--data']));

describe('readOptions', () => {
  it('reads values apart, attached and after an equals sign', () => {
    expect(read('-X POST').all('-X')).toEqual(['POST']);
    expect(read('-XPOST').all('-X')).toEqual(['POST']);
    expect(read('--data=a=b').all('--data')).toEqual(['a=b']);
    expect(read('--data a').all('--data')).toEqual(['a']);
  });

  it('reads bundled letters, the last of which may take a value', () => {
    const options = read('-fsSLo out url');
    expect(options.has('-L')).toBe(true);
    expect(options.all('-o')).toEqual(['out']);
    expect(options.rest).toEqual(['url']);
  });

  it('takes everything after two dashes and a single dash as words', () => {
    expect(read('- -- -X y').rest).toEqual(['-', '-X', 'y']);
  });

  it('does not fail on a value that is missing', () => {
    expect(read('-d').all('-d')).toEqual(['']);
  });
});
