import { expect, it } from 'vitest';
import { UsageError } from '../exit-codes.ts';
import { parseOptions, toCommonHelp } from './options.ts';

it('a common option that a command does not have is refused and is not in its help', () => {
  expect(() => parseOptions(['--json'], {}, { what: 'login', without: ['json'] })).toThrow('--json');
  expect(parseOptions(['--url', 'x'], {}, { what: 'login', without: ['json'] })?.values).toEqual({ url: 'x' });
  expect(toCommonHelp('json')).not.toContain('--json');
  expect(toCommonHelp('json')).toContain('--url');
});

it('explains an option without its value in one line', () => {
  const parse = () => parseOptions(['--out', '--json'], { out: { type: 'string' } }, { what: 'account export' });

  expect(parse).toThrow(UsageError);
  expect(parse).toThrow(/^Option '--out' argument is ambiguous\. [^\n]+$/);
});
