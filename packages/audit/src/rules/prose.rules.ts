import type { Rule } from '../model.ts';
import { excessGrants } from './agy-01-excess-grants/excess-grants.rule.ts';
import { unattendedAct } from './agy-02-unattended-act/unattended-act.rule.ts';
import { moneyMoved } from './agy-03-money-moved/money-moved.rule.ts';
import { endlessLoop } from './agy-04-endless-loop/endless-loop.rule.ts';
import { lethalTrifecta } from './agy-05-lethal-trifecta/lethal-trifecta.rule.ts';
import { otherSkillsChanged } from './agy-06-other-skills-changed/other-skills-changed.rule.ts';
import { massMessaging } from './agy-07-mass-messaging/mass-messaging.rule.ts';
import { alteredOutput } from './agy-08-altered-output/altered-output.rule.ts';
import { remoteTaskPolling } from './agy-09-remote-task-polling/remote-task-polling.rule.ts';
import { uncheckedModelOutput } from './agy-10-unchecked-model-output/unchecked-model-output.rule.ts';
import { identityCheckBypass } from './agy-11-identity-check-bypass/identity-check-bypass.rule.ts';
import { secretRequest } from './crd-06-secret-request/secret-request.rule.ts';
import { seedPhraseRequest } from './crd-07-seed-phrase-request/seed-phrase-request.rule.ts';
import { secretEcho } from './crd-08-secret-echo/secret-echo.rule.ts';
import { privateDataSent } from './exf-04-private-data-sent/private-data-sent.rule.ts';
import { renderLeak } from './exf-05-render-leak/render-leak.rule.ts';
import { standingCopyDuty } from './exf-08-standing-copy-duty/standing-copy-duty.rule.ts';
import { memoryWrite } from './per-03-memory-write/memory-write.rule.ts';
import { standingOrder } from './per-09-standing-order/standing-order.rule.ts';
import { instructionOverride } from './pi-01-instruction-override/instruction-override.rule.ts';
import { forgedTurn } from './pi-02-forged-turn/forged-turn.rule.ts';
import { personaWithoutLimits } from './pi-03-persona-without-limits/persona-without-limits.rule.ts';
import { launderedConsent } from './pi-04-laundered-consent/laundered-consent.rule.ts';
import { concealedAct } from './pi-05-concealed-act/concealed-act.rule.ts';
import { promptDisclosure } from './pi-06-prompt-disclosure/prompt-disclosure.rule.ts';
import { invisibleDirective } from './pi-07-invisible-directive/invisible-directive.rule.ts';
import { obeyRemoteText } from './pi-08-obey-remote-text/obey-remote-text.rule.ts';
import { reviewerAddress } from './pi-09-reviewer-address/reviewer-address.rule.ts';
import { directiveInData } from './pi-10-directive-in-data/directive-in-data.rule.ts';
import { gatedBehaviour } from './pi-11-gated-behaviour/gated-behaviour.rule.ts';
import { forgedAuthority } from './pi-12-forged-authority/forged-authority.rule.ts';
import { prerequisiteLure } from './soc-01-prerequisite-lure/prerequisite-lure.rule.ts';
import { archivePassword } from './soc-02-archive-password/archive-password.rule.ts';
import { pasteIntoTerminal } from './soc-03-paste-into-terminal/paste-into-terminal.rule.ts';
import { mismatchedLink } from './soc-04-mismatched-link/mismatched-link.rule.ts';
import { vendorImpersonation } from './soc-05-vendor-impersonation/vendor-impersonation.rule.ts';
import { triggerHijack } from './soc-06-trigger-hijack/trigger-hijack.rule.ts';
import { forgedTrust } from './soc-07-forged-trust/forged-trust.rule.ts';
import { pressure } from './soc-08-pressure/pressure.rule.ts';
import { purposeMismatch } from './soc-09-purpose-mismatch/purpose-mismatch.rule.ts';
import { nameNearMiss } from './soc-10-name-near-miss/name-near-miss.rule.ts';
import { contradictedSafetyClaim } from './soc-11-contradicted-safety-claim/contradicted-safety-claim.rule.ts';

/** The rules that read prose. */
export const PROSE_RULES: readonly Rule[] = [
  excessGrants,
  unattendedAct,
  moneyMoved,
  endlessLoop,
  lethalTrifecta,
  otherSkillsChanged,
  massMessaging,
  alteredOutput,
  remoteTaskPolling,
  uncheckedModelOutput,
  identityCheckBypass,
  secretRequest,
  seedPhraseRequest,
  secretEcho,
  privateDataSent,
  renderLeak,
  standingCopyDuty,
  memoryWrite,
  standingOrder,
  instructionOverride,
  forgedTurn,
  personaWithoutLimits,
  launderedConsent,
  concealedAct,
  promptDisclosure,
  invisibleDirective,
  obeyRemoteText,
  reviewerAddress,
  directiveInData,
  gatedBehaviour,
  forgedAuthority,
  prerequisiteLure,
  archivePassword,
  pasteIntoTerminal,
  mismatchedLink,
  vendorImpersonation,
  triggerHijack,
  forgedTrust,
  pressure,
  purposeMismatch,
  nameNearMiss,
  contradictedSafetyClaim,
];
