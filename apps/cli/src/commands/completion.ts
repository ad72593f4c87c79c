import { EXIT } from '../exit-codes.ts';
import type { Command, CommandRow } from './command.ts';
import { parseOptions, parseWord } from './options.ts';

const HELP = `Usage: assay completion bash|zsh|fish

Prints a script. For bash: source <(assay completion bash)
`;

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Completes the names of these commands, and files after them. */
export const createCompletion =
  (commands: readonly CommandRow[]): Command =>
  async (args, terminal) => {
    const parsed = parseOptions(args, {}, { min: 1, max: 1, what: 'completion bash|zsh|fish' });
    if (parsed === undefined) {
      terminal.out(HELP);
      return EXIT.safe;
    }
    const shell = parseWord('shell', parsed.positionals[0], SHELLS) ?? 'bash';
    terminal.out(SCRIPTS[shell](commands));
    return EXIT.safe;
  };

type Rows = readonly CommandRow[];
const names = (rows: Rows): string => rows.map(({ name }) => name).join(' ');

const SCRIPTS = {
  bash: (rows: Rows) => `_assay() {
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names(rows)}" -- "\${COMP_WORDS[COMP_CWORD]}"))
  else
    COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
  fi
}
complete -F _assay assay
`,
  zsh: (rows: Rows) => `#compdef assay
_assay() {
  local -a commands
  commands=(${rows.map(({ name, summary }) => `'${name}:${summary.replaceAll("'", '')}'`).join(' ')})
  if (( CURRENT == 2 )); then _describe command commands; else _files; fi
}
compdef _assay assay
`,
  fish: (rows: Rows) =>
    `${rows.map(({ name, summary }) => `complete -c assay -n __fish_use_subcommand -f -a ${name} -d '${summary.replaceAll("'", '')}'`).join('\n')}\n`,
};
