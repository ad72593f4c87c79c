type KeptFile = { readonly path: string; readonly bytes: Uint8Array };
type CheckoutProblem = { readonly file: string; readonly problem: 'unread-part'; readonly detail: string };

/** Attributes by which git writes other text into a working tree, or an archive, than it keeps. */
const CHANGING: readonly (readonly [attribute: RegExp, mark: string, detail: string])[] = [
  [/\sworking-tree-encoding=(?!utf-?8\b)/i, '', 'git checks it out in another encoding'],
  [/\sident\b/, '$Id', 'git checks it out with keywords filled in'],
  [/\sexport-subst\b/, '$Format:', 'git checks it out with keywords filled in'],
];

/** Files that whoever clones the repository has in another form than the one that is read here: all of a folder that such a line names. */
export function findCheckoutProblems(files: readonly KeptFile[]): CheckoutProblem[] {
  const decoder = new TextDecoder();
  return files.flatMap(({ path, bytes }) => {
    const [, folder] = /^(.*\/|)\.gitattributes$/i.exec(path) ?? [];
    if (folder === undefined) return [];
    const attributes = decoder.decode(bytes).replace(/^[ \t]*#.*$/gm, '');
    return CHANGING.filter(([attribute]) => attribute.test(attributes)).flatMap(([, mark, detail]) =>
      files
        .filter((file) => file.path.startsWith(folder) && file.path !== path)
        .filter((file) => isNamed(file.path, attributes) && decoder.decode(file.bytes).includes(mark))
        .map((file) => ({ file: file.path, problem: 'unread-part' as const, detail })),
    );
  });
}

/** By its own name or its ending; a line with anything else in it may mean any file. */
function isNamed(path: string, attributes: string): boolean {
  const name = path.split('/').at(-1) ?? path;
  return attributes
    .split('\n')
    .map((line) => line.trim().split(/\s/)[0] ?? '')
    .some((pattern) => {
      const end = pattern.split('/').at(-1) ?? pattern;
      return pattern !== '' && (/[*?["\\]/.test(end.replace(/^\*/, '')) || name.endsWith(end.replace(/^\*/, '')));
    });
}
