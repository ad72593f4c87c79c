import { describe, expect, it } from 'vitest';
import { DISGUISES } from '../../../fixtures/discourse/adversarial.ts';
import { PAYLOADS } from '../../../fixtures/discourse/payloads.ts';
import { type Stance, WRAPPERS } from '../../../fixtures/discourse/wrappers.ts';
import { createViewIds, rootView } from '../../bundle/decode/view.ts';
import type { DiscourseInput } from '../../types/index.ts';
import { isDemotable, type Reading } from './demotion.ts';
import { createDiscourse } from './discourse.ts';

const ENTRY = '---\nname: notes\ndescription: Keeps notes.\n---\n# Notes\n\nSort them.\n';

/** The reading of the payload inside the document that carries it. */
function readPayload(path: string, text: string, payload: string): Reading {
  const ids = createViewIds();
  const files = [rootView(ids, path, text), ...(path === 'SKILL.md' ? [] : [rootView(ids, 'SKILL.md', ENTRY)])];
  const input: DiscourseInput = {
    entry: 'SKILL.md',
    files,
    languageOf: (file) => (file.endsWith('.txt') ? 'text' : 'markdown'),
    reachOf: (file) => (file === 'SKILL.md' ? 'entry' : 'none'),
    units: [],
  };
  const [view] = files;
  const needle = payload.split('\n')[0]?.replaceAll('|', '\\|') ?? payload;
  const at = text.includes(payload) ? text.indexOf(payload) : text.indexOf(needle);
  if (!view || at < 0) throw new Error(`payload not in document: ${payload}`);
  return createDiscourse(input).classify({ view, start: at, end: at + payload.length });
}

function stanceOf(reading: Reading): Stance {
  if (!isDemotable(reading, 'HIGH')) return 'live';
  return reading.context === 'quoted' || reading.context === 'prohibited' || reading.context === 'fixture'
    ? reading.context
    : 'live';
}

const STANCES: readonly Stance[] = ['live', 'quoted', 'prohibited', 'fixture'];

type Confusion = Map<string, number>;

function f1(confusion: Confusion, stance: Stance): number {
  const count = (want: Stance, got: Stance) => confusion.get(`${want}>${got}`) ?? 0;
  const hit = count(stance, stance);
  const wanted = STANCES.reduce((sum, other) => sum + count(stance, other), 0);
  const given = STANCES.reduce((sum, other) => sum + count(other, stance), 0);
  return (2 * hit) / (wanted + given);
}

const CASES = PAYLOADS.flatMap((family) => family.texts.map((text) => ({ ...family, text })));

describe('discourse bed', () => {
  it('holds at least 300 payloads and 80 disguises', () => {
    expect(new Set(CASES.map((entry) => entry.text)).size).toBeGreaterThanOrEqual(300);
    expect(new Set(DISGUISES.map((entry) => entry.name)).size).toBeGreaterThanOrEqual(80);
  });

  it('tells live, quoted, prohibited and fixture apart with a macro-F1 of at least 0.95', () => {
    const confusion: Confusion = new Map();
    const misses: string[] = [];
    for (const entry of CASES) {
      for (const [index, wrapper] of WRAPPERS.entries()) {
        if (wrapper.form !== entry.form) continue;
        const { path, text } = wrapper.wrap(entry.text);
        const reading = readPayload(path, text, entry.text);
        const got = stanceOf(reading);
        const key = `${wrapper.stance}>${got}`;
        confusion.set(key, (confusion.get(key) ?? 0) + 1);
        if (got !== wrapper.stance) misses.push(`${index} ${key} ${reading.context} ${entry.text}`);
      }
    }
    const macro = STANCES.reduce((sum, stance) => sum + f1(confusion, stance), 0) / STANCES.length;

    expect(macro, `${JSON.stringify([...confusion])}\n${misses.slice(0, 40).join('\n')}`).toBeGreaterThanOrEqual(0.95);
  });

  it('demotes no payload that its place or its grammar keeps alive', () => {
    const demoted: string[] = [];
    for (const [index, entry] of CASES.entries()) {
      for (const [place, disguise] of DISGUISES.entries()) {
        // Each payload is combined with a seventh of the disguises, so that every pair of families is covered and the
        // run stays short.
        if ((index + place) % 7 !== 0 || disguise.isByOrder) continue;
        const reading = readPayload(
          'SKILL.md',
          disguise.wrap(entry.text),
          entry.text.replaceAll(')', disguise.name === 'in a comment definition' ? '' : ')'),
        );
        if (isDemotable(reading, 'HIGH'))
          demoted.push(`${disguise.name} | ${entry.text} | ${JSON.stringify(reading.signals)}`);
      }
    }

    expect(demoted.slice(0, 60)).toEqual([]);
  });
});
