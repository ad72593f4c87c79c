import { describe, expect, it } from 'vitest';
import { findNearMiss } from './near-miss.ts';

describe('near-miss packages', () => {
  it.each([
    ['pypi', 'reqeusts', 'requests'],
    ['npm', 'expresss', 'express'],
    ['npm', '@antropic-ai/sdk', 'anthropic-ai'],
    ['pypi', 'panads-cli', 'pandas'],
  ])('sees in %s %s a lookalike of %s', (ecosystem, name, known) => {
    expect(findNearMiss(ecosystem, name)).toBe(known);
  });

  it.each([
    ['pypi', 'psycopg'],
    ['pypi', 'scapy'],
    ['npm', 'preact'],
    ['npm', '@anthropic-ai/sdk'],
    ['npm', '@acme/requests'],
    ['cargo', 'serdee'],
  ])('leaves %s %s alone', (ecosystem, name) => {
    expect(findNearMiss(ecosystem, name)).toBeUndefined();
  });
});
