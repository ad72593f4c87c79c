import type { ConcealmentValue, Facts } from '@assay/analysis/types';
import type { Pointed } from './passage-places.ts';

const WHY: Readonly<Partial<Record<ConcealmentValue['technique'], string>>> = {
  'html-comment': 'stands in a comment that the page does not show',
  'styled-away': 'is styled out of sight',
  'link-title': 'stands where a page shows nothing',
  'tag-characters': 'is written in characters nobody sees',
  'variation-selectors': 'is written in characters nobody sees',
  'encoded-run': 'is encoded text',
  displacement: 'is pushed out of view',
};

/** A text with fewer words is a marker for a tool, not a message. */
const WORDS_MIN = 4;
const WORD = /\p{L}{2,}/gu;
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4,}/;

const isMessage = (text: string): boolean => (text.match(WORD)?.length ?? 0) >= WORDS_MIN || UNSPACED.test(text);

/** Text that is invisible on the page and visible to an agent. */
export const hiddenTexts = (facts: Facts): Pointed[] =>
  facts.of('concealment').flatMap(({ span, value, unit }): Pointed[] => {
    const why = WHY[value.technique];
    if (why === undefined || value.carries === 'binary' || !isMessage(value.revealed)) return [];
    return unit.reach === 'none' && value.technique === 'encoded-run' ? [] : [{ span, why, weight: 0 }];
  });
