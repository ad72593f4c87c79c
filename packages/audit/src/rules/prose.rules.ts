import type { Rule } from '@assay/analysis/types';
import { privateDataSent } from './exf-04-private-data-sent/private-data-sent.rule.ts';
import { renderLeak } from './exf-05-render-leak/render-leak.rule.ts';
import { instructionOverride } from './pi-01-instruction-override/instruction-override.rule.ts';
import { forgedTurn } from './pi-02-forged-turn/forged-turn.rule.ts';
import { invisibleDirective } from './pi-07-invisible-directive/invisible-directive.rule.ts';
import { obeyRemoteText } from './pi-08-obey-remote-text/obey-remote-text.rule.ts';
import { reviewerAddress } from './pi-09-reviewer-address/reviewer-address.rule.ts';
import { prerequisiteLure } from './soc-01-prerequisite-lure/prerequisite-lure.rule.ts';
import { archivePassword } from './soc-02-archive-password/archive-password.rule.ts';
import { pasteIntoTerminal } from './soc-03-paste-into-terminal/paste-into-terminal.rule.ts';
import { nameNearMiss } from './soc-10-name-near-miss/name-near-miss.rule.ts';

/** The rules that read prose. */
export const PROSE_RULES: readonly Rule[] = [
  privateDataSent,
  renderLeak,
  instructionOverride,
  forgedTurn,
  invisibleDirective,
  obeyRemoteText,
  reviewerAddress,
  prerequisiteLure,
  archivePassword,
  pasteIntoTerminal,
  nameNearMiss,
];
