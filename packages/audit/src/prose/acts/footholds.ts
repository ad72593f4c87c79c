import { has, hitsOf, type Sentence } from '../sentence.ts';
import type { Hit } from '../tagger.ts';
import { type ActReader, actOf, type CuedReader, on, phraseAct } from './act.ts';

/** Orders that let something, or somebody, come back: programs that start by themselves, rights given away. */

const ARRANGE =
  /\b(?:arrange|create|make|put|copy|add|install|set up|register|schedule|write|append|let|have|enable|configure|insert|place|plant|ensure|clone|commit|give|grant|open|assign|allow|promote|enrol|enroll|invite|spawn|start|open|keep|transfer|change|share)\b|füge|trage|richte|lege|gib|erteile|kopiere|añade|agrega|crea|copia|otorga|concede|ajoute|crée|copie|accorde|adicione|crie|copie|conceda|добавь|создай|скопируй|выдай|дай|添加|写入|创建|复制|授予|开通|追加|作成|複製|付与|추가|복사|부여/;

const ARRANGED_WITHIN_CHARS = 90;

/** English names the act before its end; other languages may close the sentence with it. */
function arrangedAt(sentence: Sentence, end: Hit): number | undefined {
  const from = end.language === 'en' ? Math.max(0, end.start - ARRANGED_WITHIN_CHARS) : 0;
  const match = ARRANGE.exec(end.language === 'en' ? sentence.text.slice(from, end.end) : sentence.text);
  return match === null ? undefined : from + match.index;
}

/** Starts with the machine, comes back when removed, copies itself. */
const readPersistence: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const [persist] = hitsOf(sentence, 'persist');
  const verbAt = persist && arrangedAt(sentence, persist);
  if (!persist || verbAt === undefined) return [];
  const seen = actOf('install', passage, persist, persist, {
    objectKind: 'other',
    destination: addresses[0]?.text ?? null,
    isPolar: false,
  });
  const word = sentence.text.slice(persist.start, persist.end);
  return [{ ...seen, verbAt, object: SPREADS.test(word) ? SPREADING : PERSISTENCE }];
};

const SPREADS =
  /skill|repositor|itself|repository|技能目录|仓库|скилл|репозитор|dépôt|repositorio|repositório|自身|自己/;

/** Rights, accounts and keys that let somebody in. */
const readGrant: ActReader = (passage) => {
  const { sentence } = passage;
  const [access] = hitsOf(sentence, 'access');
  const verbAt = access && arrangedAt(sentence, access);
  if (!access || verbAt === undefined || has(sentence, 'confirm')) return [];
  return [{ ...actOf('configure-agent', passage, access, access, { objectKind: 'other' }), verbAt, object: ACCESS }];
};

const ANCHOR =
  /\b(?:install|add|trust|import|accept)\b[^.]{0,40}\b(?:root certificate|ca certificate|root ca|certificate authority)\b|\b(?:set|change|point|switch|use|configure)\b[^.]{0,40}\b(?:dns(?: settings| server| resolver)?|https?_proxy|proxy|hosts file|resolver)\b[^.•]{0,30}•/;

/** Whom the machine believes and through whom it talks. */
const readAnchor: ActReader = ({ sentence, addresses }) => {
  const match = ANCHOR.exec(sentence.words);
  return match
    ? [phraseAct('configure-agent', match, ANCHORED, { isPolar: false, destination: addresses[0]?.text ?? null })]
    : [];
};

/** What these acts call their object, for the rules that look for them. */
export const PERSISTENCE = 'persistence';
export const SPREADING = 'spreading';
export const ACCESS = 'access';
export const ANCHORED = 'trust anchor';

export const footholdReaders: readonly CuedReader[] = [
  on(['persist'], readPersistence),
  on(['access'], readGrant),
  on([ANCHOR], readAnchor),
];
