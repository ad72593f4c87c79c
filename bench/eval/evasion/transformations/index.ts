import type { Transformation } from '../attack.ts';
import { antiExample } from './anti-example.ts';
import { displaced } from './displaced.ts';
import { encodedLayer } from './encoded-layer.ts';
import { escapedBytes } from './escaped-bytes.ts';
import { hiddenMarkup } from './hidden-markup.ts';
import { homoglyphs } from './homoglyphs.ts';
import { invisibleCharacters } from './invisible-characters.ts';
import { judgePreface } from './judge-preface.ts';
import { moved } from './moved.ts';
import { packed } from './packed.ts';
import { renamedParts } from './renamed-parts.ts';
import { splitText } from './split-text.ts';

/** The twelve transformations, in the order of the report. */
export const TRANSFORMATIONS: readonly Transformation[] = [
  encodedLayer,
  escapedBytes,
  splitText,
  renamedParts,
  invisibleCharacters,
  homoglyphs,
  hiddenMarkup,
  displaced,
  moved,
  packed,
  antiExample,
  judgePreface,
];
