/** The texts of one language. Keys are the English texts of the sources. */
import { ENGLISH, type Language } from './languages.ts';

/** The forms of a counted noun, by the categories of `Intl.PluralRules`. `{0}` is the formatted number. */
type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

export type Catalogue = {
  readonly texts: Readonly<Record<string, string>>;
  readonly plurals: Readonly<Record<string, Plural>>;
  /** Words for codes of the API, for example `UNDER_REVIEW`. */
  readonly codes: Readonly<Record<string, string>>;
};

export const EMPTY: Catalogue = { texts: {}, plurals: {}, codes: {} };

/** Looks up texts. What the catalogue lacks is answered in English. */
export function createTexts(language: Language, catalogue: Catalogue) {
  const texts = new Map(Object.entries(catalogue.texts));
  const plurals = new Map(Object.entries(catalogue.plurals));
  const codes = new Map(Object.entries(catalogue.codes));
  const rules = new Intl.PluralRules(language.locale);

  return {
    find: (key: string): string => texts.get(key) ?? key,
    text: (key: string, ...values: readonly unknown[]): string => fill(texts.get(key) ?? key, values),
    /** `shown` is the formatted count. */
    plural(count: number, shown: string, one: string, many: string): string {
      const forms = plurals.get(`${one}|${many}`);
      const form = forms?.[rules.select(count)] ?? forms?.other;
      if (form !== undefined) return fill(form, [shown]);
      return `${shown} ${count === 1 ? one : many}`;
    },
    code: (code: string): string | undefined => codes.get(code),
  };
}

/** Values are inserted once: a value that contains `{0}` stays as it is. */
const fill = (text: string, values: readonly unknown[]): string =>
  values.length === 0
    ? text
    : text.replaceAll(/\{(\d+)\}/g, (whole, at) => (Number(at) < values.length ? String(values[Number(at)]) : whole));

export const isEnglish = ({ code }: Language): boolean => code === ENGLISH.code;
