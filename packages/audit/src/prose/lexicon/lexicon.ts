/**
 * Word classes the prose readers work with. A lexicon lists, per language, the words of each class separated by `|`.
 * `word~` stands for all English verb forms of a word, `word+` for singular and plural, `(a,b) (c,d)` for every
 * combination of what stands in the brackets. Every form begins with the same two letters, and there are no blanks
 * around `|`.
 */
export const TAGS = [
  // grammar
  'negator',
  'idiom', // a negation that forbids nothing: "don't worry", "not only"
  'exception', // unless, except when
  'clause-break',
  'agent',
  'user',
  'always',
  'unattended', // without asking, no confirmation
  'silent', // without the user noticing
  'confirm', // ask the user first
  'pressure',
  'authority',
  'attribution', // attackers may, phrases like
  'sarcasm',
  'modal',
  // acts
  'disregard',
  'prior',
  'rules',
  'outrank',
  'void', // what is said of rules that no longer hold
  'persona',
  'unlimited',
  'tell',
  'omit', // left out of what the user is told
  'refuse',
  'agreed',
  'reveal',
  'prompt',
  'fetch',
  'obey',
  'reviewer',
  'mark',
  'verdict',
  'send',
  'read',
  'run',
  'install',
  'write',
  'delete',
  'disable',
  'safeguard',
  'remember',
  'request',
  'paste',
  'terminal',
  'pay',
  'publish',
  'promote',
  'plant',
  'poll',
  'bypass',
  'gate',
  'persist', // comes back by itself
  // things
  'access', // rights, accounts and keys that let somebody in
  'slot', // a field of a call that carries data along
  'secret',
  'seed',
  'private-data',
  'conversation',
  'user-file',
  'environment',
  'agent-file',
  'skill-thing',
  'everything',
  'output',
  'defect',
  'money',
  'people',
  'orders',
  'identity-check',
  'utility',
  'required',
  'place', // server, endpoint, address without a name
] as const;

/** What words do in the frames of a sentence, see acts/frames.ts: roles rather than classes of meaning. */
export const ROLES = [
  'self-text',
  'conflict',
  'side-with',
  'above',
  'governor',
  'lapsed',
  'reluctance',
  'dismissed',
  'halt-request',
  'carry-on',
  'uninformed',
  'pretext',
  'asked-about',
  'hidden-effect',
  'off-record',
  'leave-out',
  'count-as',
  'silence',
  'yes-noun',
  'ask-noun',
  'answer-self',
  'asking-costs',
  'go-ahead',
  'take-blame',
  'risky',
  'memory-place',
  'keep-verb',
  'trust-grant',
  'ci-place',
  'ci-gate',
  'loosen',
  'ci-risk',
  'expose',
  'ci-secret',
  'impersonation',
  'other-person',
  'figure',
  'skew',
  'gain',
  'a-little',
  'comes-out',
  'see-to',
  'judgement',
  'one-sided',
  'any-account',
  'lets-in',
  'code-work',
  'pass-key',
  'test-result',
  'failing',
  'made-green',
  'foreign-voice',
  'as-order',
  'come-back',
  'removed',
  'start-file',
  'stays-alive',
  'spread',
  'every-place',
  'new-access',
  'way-in',
  'examiner',
  'clean-verdict',
  'raw-work',
  'reaches',
  'personal',
  'untraceable',
  'shady-act',
  'defence',
  'put-out',
  'reopen',
  'security-helper',
  'shut-out',
  'point-at',
  'service-entry',
  'payee-field',
  'set-to',
  'no-matter',
  'skimmed',
  'takes-money',
  'our-account',
  'mining',
  'mining-run',
  'fabricate',
  'fake-thing',
  'severity-high',
  'written-low',
  'steer',
  'toward',
  'fetch-it',
  'run-it',
  'cue-expired',
  'secret-ask',
  'give-here',
  'fake-voice',
  'fake-name',
  'nothing-of',
  'shapes',
  'no-approval',
  'answers-to',
  'alone-to',
  'consent-all',
  'tool-word',
  'supplant',
  'claims-done',
  'though-not',
  'tint',
  'than-true',
] as const;
export type Tag = (typeof TAGS)[number] | (typeof ROLES)[number];

export type LexiconLanguage = 'en' | 'zh' | 'ja' | 'ko' | 'es' | 'pt' | 'fr' | 'de' | 'ru';

export type Lexicon = { readonly language: LexiconLanguage; readonly words: { readonly [T in Tag]?: string } };

const CHOICE = /\(([^()]*,[^()]*)\)/;

/** "(need not,must not) (know,see)" as its four phrases. */
function expandChoices(word: string): string[] {
  return expandFirst(word).flatMap((one) => (one === word ? [one] : expandChoices(one)));
}

function expandFirst(word: string): string[] {
  const choice = CHOICE.exec(word);
  if (choice === null) return [word];
  const [whole, options = ''] = choice;
  const [before, after] = [word.slice(0, choice.index), word.slice(choice.index + whole.length)];
  return options.split(',').map((option) => `${before}${option}${after}`);
}

/** Entries by how they begin: brackets at the front stand for several beginnings. */
export const toBeginnings = (entry: string): string[] => (entry.startsWith('(') ? expandFirst(entry) : [entry]);

/** An entry with its choices and its form mark expanded. */
export const toForms = (entry: string): string[] => expandChoices(entry).flatMap(formsOf);

function formsOf(word: string): string[] {
  if (word.endsWith('+')) return pluralForms(word.slice(0, -1));
  if (word.endsWith('~')) return verbForms(word.slice(0, -1));
  return [word];
}

function pluralForms(noun: string): string[] {
  if (noun.endsWith('y') && !/[aeiou]y$/.test(noun)) return [noun, `${noun.slice(0, -1)}ies`];
  if (/(?:s|x|ch|sh)$/.test(noun)) return [noun, `${noun}es`];
  return [noun, `${noun}s`];
}

/** Forms of the first word of an English verb phrase; consonants that double are listed by hand where they matter. */
function verbForms(phrase: string): string[] {
  const [verb = '', ...rest] = phrase.split(' ');
  const tail = rest.length > 0 ? ` ${rest.join(' ')}` : '';
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb;
  const isY = verb.endsWith('y') && !/[aeiou]y$/.test(verb);
  const third = isY ? `${verb.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
  const past = isY ? `${verb.slice(0, -1)}ied` : `${stem}ed`;
  return [verb, third, `${stem}ing`, past].map((form) => form + tail);
}
