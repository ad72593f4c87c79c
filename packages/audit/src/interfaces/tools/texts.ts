import { findEncodedRuns, findTurnedText } from '@assay/analysis/bundle/decode/encoded-runs';
import { findHiddenBits } from '@assay/analysis/bundle/decode/hidden-bits';
import { findDisplacement, findTerminalTricks, whatItCarries } from '@assay/analysis/flow/concealment/concealment';
import {
  type Concealed,
  findBidi,
  findSelectors,
  findTags,
  findZeroWidth,
} from '@assay/analysis/flow/concealment/unicode';
import { documentOf } from '@assay/analysis/languages/markdown/index';
import type { Span, View } from '@assay/analysis/types';
import { TOOL_LIMITS } from './limits.ts';
import type { Text } from './server.ts';

/** Concealed content of a text, and its decoded form. */
export type Hidden = {
  readonly at: Span;
  readonly text: Text;
  readonly technique: Concealed['technique'];
  readonly revealed: string;
  readonly carries: ReturnType<typeof whatItCarries> | 'binary';
};

const HIDDEN_MAX = 200;

/** Text beyond the limit is reported by the reader of lists. */
export const hiddenTexts = (text: Text): Hidden[] =>
  text.view.text.length > TOOL_LIMITS.textCharsMax ? [] : hiddenIn(text).slice(0, HIDDEN_MAX);

const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

function hiddenIn(text: Text): Hidden[] {
  const { view } = text;
  const toHidden = ({ start, end, technique, revealed }: Concealed): Hidden => ({
    at: { view, start, end },
    text,
    technique,
    revealed: revealed.slice(0, 2_000),
    carries: whatItCarries(revealed),
  });
  const controls = [...view.text.matchAll(CONTROL)]
    .slice(0, 1)
    .map(({ index }): Concealed => ({ start: index, end: index + 1, technique: 'terminal-control', revealed: '' }));
  return [
    ...findTags(view.text),
    ...findSelectors(view.text),
    ...findZeroWidth(view.text),
    ...findBidi(view.text),
    ...findDisplacement(view.text),
    ...findTerminalTricks(view.text),
    ...controls,
    ...unseenIn(view.text),
    ...markupIn(view),
  ]
    .map(toHidden)
    .concat(encodedIn(text));
}

/** Zero-width characters that no script needs. One may be a copying error. Two are not. */
const UNSEEN = /[\u200b\u2060-\u2064\u180e\u115f\u1160\u3164\uffa0]/g;

function unseenIn(text: string): Concealed[] {
  const found = [...text.matchAll(UNSEEN)];
  const [first] = found;
  const isBroken = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u4e00-\u9fff]/.test(text);
  return first === undefined || found.length < 2 || isBroken
    ? []
    : [{ start: first.index, end: first.index + 1, technique: 'zero-width', revealed: '' }];
}

const MARKUP = /<!--|<[a-z]+\s[^>]*(?:style|hidden)/i;

/** Markup that a page rendered from this text would not show. */
function markupIn(view: View): Concealed[] {
  if (!MARKUP.test(view.text)) return [];
  return documentOf(view).hidden.map(({ start, end, how, text: revealed }) => ({
    start,
    end,
    technique: how === 'comment' ? 'html-comment' : 'styled-away',
    revealed,
  }));
}

function encodedIn(text: Text): Hidden[] {
  const { text: whole } = text.view;
  return [...findEncodedRuns(whole), ...findTurnedText(whole), ...findHiddenBits(whole)].map(
    ({ start, end, text: revealed, isBinary }) => ({
      at: { view: text.view, start, end },
      text,
      technique: 'encoded-run',
      revealed: revealed.slice(0, 2_000),
      carries: isBinary ? 'binary' : whatItCarries(revealed),
    }),
  );
}
