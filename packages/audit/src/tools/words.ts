/** The words of an identifier: `readFile`, `read_file` and `read-file` have the same. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** What a tool does, by the verb in its name or at the head of its description. One plain verb per row is one act. */
export const ACTS = ['remove', 'change', 'send', 'run', 'read'] as const;
export type Act = (typeof ACTS)[number];

const VERBS: Readonly<Record<Act, ReadonlySet<string>>> = {
  remove: new Set(
    'delete remove drop destroy purge wipe erase truncate uninstall revoke kill terminate prune'.split(' '),
  ),
  change: new Set(
    'write create update edit set add insert append put patch modify move rename replace upload save commit push merge overwrite change alter assign schedule'.split(
      ' ',
    ),
  ),
  send: new Set(
    'send post publish email mail notify tweet reply share submit transfer pay forward broadcast'.split(' '),
  ),
  run: new Set('run execute exec eval evaluate shell spawn launch invoke deploy install'.split(' ')),
  read: new Set(
    'get list read search find fetch query describe show view count check lookup retrieve download browse open load scrape crawl inspect'.split(
      ' ',
    ),
  ),
};

const actOf = (word: string): Act | undefined => {
  const forms = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
  return ACTS.find((act) => forms.some((form) => VERBS[act].has(form)));
};

const HEAD_WORDS = 1;

/** Acts that the name tells; nouns that look like verbs stand at its end, so the last word counts only when alone. */
export function actsOfName(name: string): Act[] {
  const words = wordsOf(name);
  const heads = words.length === 1 ? words : words.slice(0, -1);
  return [...new Set(heads.flatMap((word) => actOf(word) ?? []))];
}

/** The act at the head of a description: "Deletes a file." */
export function actOfHead(description: string): Act | undefined {
  const [first] = description.trim().split(/\s+/).slice(0, HEAD_WORDS);
  return first === undefined ? undefined : actOf(first.toLowerCase().replace(/[^a-z]/g, ''));
}
