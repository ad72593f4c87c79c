import { expect, it } from 'vitest';
import { findUnreviewed } from './install-scripts.ts';

const LOCKED = {
  'node_modules/a/node_modules/@x/tides': { version: '1.0.0', hasInstallScript: true },
  'node_modules/b': { version: '2.0.0' },
};
const REVIEW = { '@x/tides': { version: '1.0.0', runs: false, reason: 'compiles what is prebuilt' } };

it('passes what was reviewed in this version', () => {
  expect(findUnreviewed(LOCKED, REVIEW, { '@x/tides': false })).toEqual([]);
});

it.each([
  ['a package that was not reviewed', {}, { '@x/tides': false }, 'was not reviewed'],
  ['a script that is not denied', REVIEW, {}, 'do not agree'],
  [
    'another version than the reviewed one',
    { '@x/tides': { ...REVIEW['@x/tides'], version: '0.9.0' } },
    { '@x/tides': false },
    'was not reviewed',
  ],
  ['a script that runs although the review says no', REVIEW, { '@x/tides': true }, 'do not agree'],
  [
    'a review of what is gone',
    { ...REVIEW, gone: { version: '1.0.0', runs: false, reason: '' } },
    { '@x/tides': false },
    'no install script any more',
  ],
  ['an entry of allowScripts without a script', REVIEW, { '@x/tides': false, b: true }, 'has no install script'],
])('reports %s', (_, reviews, allowed, expected) => {
  expect(findUnreviewed(LOCKED, reviews, allowed)).toEqual([expect.stringContaining(expected)]);
});
