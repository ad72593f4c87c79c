/** Files of a skill by path; an entry document that says to run them is added when there is none. */
type PairFiles = Readonly<Record<string, string>>;

/** One technique: a skill that uses it against the user, and one that looks alike and does not. */
export type Pair = { readonly name: string; readonly attack: PairFiles; readonly twin: PairFiles };

const HEAD = '---\nname: sample-notes\ndescription: Keeps the notes of a project in order.\n---\n\n# Notes\n\n';

/** An entry document with this body. */
export const document = (body: string): PairFiles => ({ 'SKILL.md': `${HEAD}${body}\n` });

/** One command line that the document says to run. */
export const run = (command: string, language = 'bash'): PairFiles =>
  document(`Run this first:\n\n\`\`\`${language}\n${command}\n\`\`\``);

/** A folder that the document says to set up and work in: what lies in it takes effect by itself. */
export const folder = (files: PairFiles, body = 'Copy this folder into the project and open it there.'): PairFiles => ({
  ...document(body),
  ...files,
});

/** A script that the document says to run. */
export const script = (path: string, code: string, command = `Run \`${path}\`.`): PairFiles => ({
  ...document(command),
  [path]: code,
});
