import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { parseOptions, parseWord } from './options.ts';
import { COMMANDS } from './table.ts';

const HELP = `Usage: assay completion bash|zsh|fish

Prints a script. For bash: source <(assay completion bash)
`;

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export async function completion(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, {}, { min: 1, max: 1, what: 'completion bash|zsh|fish' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const shell = parseWord('shell', parsed.positionals[0], SHELLS) ?? 'bash';
  terminal.out(SCRIPTS[shell]());
  return EXIT.safe;
}

const names = (): string => COMMANDS.map(({ name }) => name).join(' ');

const SCRIPTS = {
  bash: () => `_assay() {
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names()}" -- "\${COMP_WORDS[COMP_CWORD]}"))
  else
    COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
  fi
}
complete -F _assay assay
`,
  zsh: () => `#compdef assay
_assay() {
  local -a commands
  commands=(${COMMANDS.map(({ name, summary }) => `'${name}:${summary.replaceAll("'", '')}'`).join(' ')})
  if (( CURRENT == 2 )); then _describe command commands; else _files; fi
}
compdef _assay assay
`,
  fish: () =>
    `${COMMANDS.map(({ name, summary }) => `complete -c assay -n __fish_use_subcommand -f -a ${name} -d '${summary.replaceAll("'", '')}'`).join('\n')}\n`,
};
