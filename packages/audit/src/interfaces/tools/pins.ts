import { toOriginal } from '@assay/analysis/bundle/decode/view';
import { digestOf } from '@assay/analysis/result/seal';
import { isAtLeast } from '@assay/analysis/result/severity.policy';
import type { ToolPin, ToolPins } from '@assay/analysis/types';
import { toValue } from './json/node.ts';
import type { RuledHit } from './judge.ts';
import type { Offer, ServerFile } from './server.ts';

export const nameOfPin = ({ kind, name }: Offer): string => (kind === 'tool' ? name : `${kind}:${name}`);

/** A warning with its place in the file. */
type Warning = { readonly id: string; readonly file: string; readonly start: number };

export function warningsOf(hits: readonly RuledHit[]): Warning[] {
  return hits
    .filter(({ rule, hit }) => isAtLeast(hit.severity ?? rule.severity, 'MEDIUM'))
    .map(({ rule, hit }) => {
      const { view, start } = toOriginal(hit.at);
      return { id: rule.id, file: view.file, start };
    });
}

/** Pins of all offers, with the warnings inside each one. */
export function pinOffers(files: readonly ServerFile[], warnings: readonly Warning[]): ToolPins {
  const pins = files.flatMap(({ offers }) => offers.map((offer) => pinOffer(offer, warnings)));
  const sorted = [...new Map(pins.map((one) => [`${one.name}\0${one.pin}`, one])).values()].sort(inOrder);
  return { schema: 'assay-pins/1', list: digestOf(sorted.map(({ name, pin }) => [name, pin])), tools: sorted };
}

export function pinOffer(offer: Offer, warnings: readonly Warning[]): ToolPin {
  const { node, file } = offer;
  const own = warnings.filter((one) => one.file === file && one.start >= node.start && one.start < node.end);
  return { name: nameOfPin(offer), pin: digestOf(toValue(node)), warns: [...new Set(own.map(({ id }) => id))].sort() };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const inOrder = (a: ToolPin, b: ToolPin): number => byText(a.name, b.name) || byText(a.pin, b.pin);
