import { describe, expect, it } from 'vitest';
import { UsageError } from '../exit-codes.ts';
import { parseScanOptions } from './scan.options.ts';

describe('parseScanOptions', () => {
  it('parses every option', () => {
    const options = parseScanOptions([
      'a',
      'b',
      '--jsonl',
      '--fail-on',
      'High',
      '--no-sandbox',
      '--jobs',
      '3',
      '--sarif',
      'x',
      '--model',
      'one',
      '--model',
      'two',
      '--model-config',
      'models.json',
      '--plugin',
      'x.md',
      '--budget',
      '0.25',
      '--mcp',
      'node server.js',
      '--pins',
      'pins.json',
    ]);
    expect(options).toEqual({
      paths: ['a', 'b'],
      format: 'jsonl',
      sarifFile: 'x',
      failOn: 'HIGH',
      isSandboxed: false,
      jobs: 3,
      models: ['one', 'two'],
      modelConfig: 'models.json',
      budgetMicros: 250_000,
      isReaderOff: false,
      isReaderRequired: false,
      plugins: ['x.md'],
      mcp: ['node server.js'],
      pins: 'pins.json',
    });
  });

  it.each([
    [[], 'at least one folder'],
    [['a', '--json', '--jsonl'], 'one of --json and --jsonl'],
    [['a', '--fail-on', 'severe'], 'info, low, medium, high, critical'],
    [['a', '--fail-on'], 'fail-on'],
    [['a', '--jobs', '0'], 'from 1 to 64'],
    [['a', '--jobs', 'many'], 'from 1 to 64'],
    [['a', '--colour'], 'colour'],
    [['a', '--model', 'm', '--budget', 'lots'], 'dollars'],
    [['a', '--model', 'm', '--budget', '-1'], 'budget'],
    [['a', '--model-config', 'f'], '--model NAME'],
    [['a', '--no-reader', '--model', 'm'], '--no-reader'],
    [['a', '--no-reader', '--require-reader'], '--no-reader'],
    [['a', '--sarif', ''], '--sarif'],
  ])('refuses %j with a hint', (args, part) => {
    expect(() => parseScanOptions(args)).toThrow(UsageError);
    expect(() => parseScanOptions(args)).toThrow(part);
  });

  it('returns only help when help is requested', () => {
    expect(parseScanOptions(['--help'])).toBeUndefined();
  });
});
