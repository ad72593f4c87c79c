import { has, hitsOf, type Sentence } from '../sentence.ts';
import type { Hit } from '../tagger.ts';
import { type ActReader, actOf } from './act.ts';

/** Orders that let something, or somebody, come back: programs that start by themselves, rights given away. */

const ARRANGE =
  /\b(?:arrange|create|make|put|copy|add|install|set up|register|schedule|write|append|let|have|enable|configure|insert|place|plant|ensure|clone|commit|give|grant|open|assign|allow|promote|enrol|enroll|invite)\b|füge|trage|richte|lege|gib|erteile|kopiere|añade|agrega|crea|copia|otorga|concede|ajoute|crée|copie|accorde|adicione|crie|copie|conceda|добавь|создай|скопируй|выдай|дай|添加|写入|创建|复制|授予|开通|追加|作成|複製|付与|추가|복사|부여/;

const ARRANGED_WITHIN_CHARS = 90;

/** English names the act before its end; other languages may close the sentence with it. */
const isArranged = (sentence: Sentence, end: Hit): boolean =>
  ARRANGE.test(
    end.language === 'en'
      ? sentence.text.slice(Math.max(0, end.start - ARRANGED_WITHIN_CHARS), end.end)
      : sentence.text,
  );

/** Starts with the machine, comes back when removed, copies itself. */
const readPersistence: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const [persist] = hitsOf(sentence, 'persist');
  if (!persist || !isArranged(sentence, persist)) return [];
  const seen = actOf('install', passage, persist, persist, {
    objectKind: 'other',
    destination: addresses[0]?.text ?? null,
    isPolar: false,
  });
  const word = sentence.text.slice(persist.start, persist.end);
  return [{ ...seen, object: SPREADS.test(word) ? SPREADING : PERSISTENCE }];
};

const SPREADS =
  /skill|repositor|itself|repository|技能目录|仓库|скилл|репозитор|dépôt|repositorio|repositório|自身|自己/;

/** Rights, accounts and keys that let somebody in. */
const readGrant: ActReader = (passage) => {
  const { sentence } = passage;
  const [access] = hitsOf(sentence, 'access');
  if (!access || !isArranged(sentence, access) || has(sentence, 'confirm')) return [];
  return [{ ...actOf('configure-agent', passage, access, access, { objectKind: 'other' }), object: ACCESS }];
};

/** What these acts call their object, for the rules that look for them. */
export const PERSISTENCE = 'persistence';
export const SPREADING = 'spreading';
export const ACCESS = 'access';

export const footholdReaders: readonly ActReader[] = [readPersistence, readGrant];
