/** The languages of the portal. English texts are in the sources; every other language has a catalogue in this folder. */
export const LANGUAGES = [
  { code: 'en', tag: 'en', locale: 'en-GB', name: 'English' },
  { code: 'de', tag: 'de', locale: 'de-DE', name: 'Deutsch' },
  { code: 'zh', tag: 'zh-Hans', locale: 'zh-CN', name: '中文' },
] as const;

export type Language = (typeof LANGUAGES)[number];
export type LanguageCode = Language['code'];

export const ENGLISH = LANGUAGES[0];

/** The language of a code or tag; English if there is none. */
export const toLanguage = (tag: string | null | undefined): Language =>
  LANGUAGES.find(({ code }) => code === tag?.split('-')[0]) ?? ENGLISH;
