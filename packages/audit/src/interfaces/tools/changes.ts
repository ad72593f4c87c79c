import type { ToolPin, ToolPins } from '@assay/analysis/types';
import type { RuledHit } from './judge.ts';
import { nameOfPin, pinOffer, pinOffers, warningsOf } from './pins.ts';
import type { ToolHit } from './rule.ts';
import { changed } from './rules/reading.rules.ts';
import type { Offer, ServerFile } from './server.ts';

/** Compares offers with the pinned list and reports differences, with a higher severity when they add a warning. */
export function compareWithPins(
  earlier: ToolPins,
  files: readonly ServerFile[],
  hits: readonly RuledHit[],
): RuledHit[] {
  const known = Map.groupBy(earlier.tools, ({ name }) => name);
  const offers = files.flatMap((file) => file.offers);
  const warnings = warningsOf(hits);
  const found = offers.flatMap((offer): ToolHit[] => {
    const pin = pinOffer(offer, warnings);
    const before = known.get(nameOfPin(offer)) ?? [];
    if (before.some((one) => one.pin === pin.pin)) return [];
    return [toHit(offer, pin, before)];
  });
  const offered = new Set(offers.map(nameOfPin));
  const [first] = files;
  const gone = earlier.tools.filter(({ name }) => !offered.has(name)).map(({ name }) => name);
  const missing: ToolHit[] =
    first === undefined || gone.length === 0
      ? []
      : [
          {
            at: { view: first.view, start: 0, end: 1 },
            confidence: 'certain',
            note: `No longer offered: ${gone.slice(0, 5).join(', ')}.`,
          },
        ];
  return [...found, ...missing].map((hit) => ({ rule: changed, hit }));
}

function toHit({ at, name }: Offer, { warns }: ToolPin, before: readonly ToolPin[]): ToolHit {
  const isNew = before.length === 0;
  const added = warns.filter((id) => !before.some((one) => one.warns.includes(id)));
  const what = isNew ? `"${name}" was not in the pinned list` : `"${name}" is not what was pinned`;
  return added.length === 0
    ? { at, confidence: 'certain', note: `${what}.` }
    : { at, confidence: 'certain', severity: 'HIGH', note: `${what}, and it brings ${added.join(', ')}.` };
}

/** Compares two lists of one bundle: the later one by path with the one before it. */
export function compareLists(files: readonly ServerFile[], hits: readonly RuledHit[]): RuledHit[] {
  const lists = files.filter(({ offers }) => offers.length > 0);
  return lists.flatMap((list, index) => {
    const earlier = lists.slice(0, index).filter((one) => sharesNames(one, list));
    const pins = earlier.map((one) => pinOffers([one], warningsOf(hits)));
    return pins
      .slice(-1)
      .flatMap((pin) =>
        compareWithPins(pin, [list], hits).filter(({ hit }) => hit.severity !== undefined || isShared(hit, list, pin)),
      );
  });
}

const sharesNames = (a: ServerFile, b: ServerFile): boolean => {
  const names = new Set(a.offers.map(nameOfPin));
  return b.offers.some((offer) => names.has(nameOfPin(offer)));
};

const isShared = ({ at }: ToolHit, list: ServerFile, pins: ToolPins): boolean =>
  list.offers.some((offer) => offer.at === at && pins.tools.some(({ name }) => name === nameOfPin(offer)));
