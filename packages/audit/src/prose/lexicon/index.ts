import { de } from './de.ts';
import { enFrames } from './en.frames.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import type { Lexicon } from './lexicon.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { zh } from './zh.ts';

export const LEXICONS: readonly Lexicon[] = [en, enFrames, zh, ja, ko, es, pt, fr, de, ru];
