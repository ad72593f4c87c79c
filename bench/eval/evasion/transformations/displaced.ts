import { dress, pick } from '../attack.ts';
import { programSkill, shellStep, skill } from '../carrier.ts';

const BLANK_LINES = '\n'.repeat(3_000);
const WIDE_GAP = ' '.repeat(4_000);
const FILLER = 'The team agreed to keep the agenda short and to write down owners.\n\n'.repeat(2_500);

/** Below the visible part, beyond the right edge, or after a long text. */
const displace = (text: string, variant: number): string =>
  pick([`${BLANK_LINES}${text}`, `Good notes are short.${WIDE_GAP}${text}`, `${FILLER}${text}`], variant);

const pushRight = (code: string, start: string): string =>
  code
    .split('\n')
    .map((line) => `${start}${WIDE_GAP};${line}`)
    .join('\n');

export const displaced = dress('displaced', 'whitespace and size', {
  shell: (payload, variant) =>
    skill(
      pick(
        [
          `${BLANK_LINES}${shellStep(payload)}`,
          shellStep(`true${WIDE_GAP}; ${payload}`),
          `${FILLER}${shellStep(payload)}`,
        ],
        variant,
      ),
    ),
  python: (payload, variant) =>
    programSkill('python', pick([`${BLANK_LINES}${payload}`, pushRight(payload, 'pass')], variant)),
  javascript: (payload, variant) =>
    programSkill('javascript', pick([`${BLANK_LINES}${payload}`, pushRight(payload, 'void 0')], variant)),
  prose: (payload, variant) => skill(displace(payload, variant)),
});
