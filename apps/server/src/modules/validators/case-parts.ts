import { type Choose, inTagCharacters, theftComment, theftOrder } from './compose-case.ts';
import { type ScriptLanguage, sendsSecret } from './script-parts.ts';

/** A program that accompanies a document, with planted lines. */
export type Script<Language extends ScriptLanguage> = {
  readonly language: Language;
  readonly planted: readonly string[];
};
/** The additions to an ordinary document: text after one description, and a program. */
export type Part<Language extends ScriptLanguage> = {
  readonly remark: string;
  readonly script: Script<Language> | undefined;
};
export const NO_PART = { remark: '', script: undefined };

/** The harm of a case: a hidden order, a comment with an order, or a program that sends a secret. */
export function harmfulParts<Language extends ScriptLanguage>(
  languages: readonly Language[],
): readonly ((choose: Choose, own: string) => Part<Language>)[] {
  const withTheft = (choose: Choose, own: string): Part<Language> => {
    const language = choose(languages);
    return { remark: '', script: { language, planted: sendsSecret(language, choose, own) } };
  };
  return [
    (choose, own) => ({ ...NO_PART, remark: inTagCharacters(theftOrder(choose, own)) }),
    (choose, own) => ({ ...NO_PART, remark: theftComment(choose, own) }),
    withTheft,
    withTheft,
  ];
}
