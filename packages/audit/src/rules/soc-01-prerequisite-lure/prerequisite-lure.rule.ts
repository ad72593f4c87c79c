import type { BundleAbout, Rule } from '../../model.ts';
import {
  destinationUrl,
  type Instruction,
  instructions,
  isAsked,
  isForeign,
  isShady,
  lineAround,
  sharesBrand,
} from '../instruction.facts.ts';

export const prerequisiteLure: Rule = {
  id: 'SOC-01',
  title: 'An unrelated utility must be installed first',
  question: 'Must an unrelated utility be installed first (release asset, paste page, OS split)?',
  category: 'SOC',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04', 'CWE-494'],
  why: 'The made-up prerequisite is how most malicious skills deliver their program.',
  fix: 'Name a package from a package manager, or ship the code in the skill.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'install', 'download', 'run')
      .filter(
        (fact) =>
          isAsked(fact) &&
          (fact.value.act === 'run'
            ? fact.value.objectKind === 'url'
            : fact.value.objectKind !== 'archive' && isDemanded(fact)) &&
          isAsset(fact) &&
          isForeignCode(fact, facts.about),
      )
      .map((fact) => ({
        at: fact.span,
        confidence: 'firm',
        ...(isShady(fact) ? { severity: 'CRITICAL' as const } : {}),
      })),
};

const DEMANDED =
  /\b(?:prerequisites?|pre-requisites?|required?|requires|must (?:first |be )?(?:install|download|have)|(?:before|first)[^.]{0,40}(?:using|begin|start|proceed|continue|install|download|first use)|make it executable|chmod \+x|(?:and|then) (?:run|start|launch|execute|open) it|will not (?:work|function|run)|does not work|doesn't work|cannot (?:work|function|run)|mandatory|needed|necessary|important|setup required|critical)\b|前提|必须|必須|필수|requisito|pré-requisito|prérequis|voraussetzung|требуется/i;
const ASSET =
  /\.(?:zip|rar|7z|exe|msi|dmg|pkg|bin|run|appimage|scr|bat|ps1|sh|command|jar|iso|tar|gz|tgz|deb|rpm|apk|crx|xpi|vsix|mcpb|whl)(?:[?#]|$)|\/releases\//i;

const isDemanded = (fact: Instruction): boolean => DEMANDED.test(contextOf(fact));
const isAsset = (fact: Instruction): boolean => ASSET.test(fact.value.destination ?? '') || isShady(fact);

/** The line and the two before it: a heading or lead-in often carries the demand. */
function contextOf(fact: Instruction): string {
  const { text } = fact.span.view;
  return text.slice(Math.max(0, fact.span.start - 260), fact.span.start) + lineAround(fact);
}

function isForeignCode(fact: Instruction, about: BundleAbout): boolean {
  const url = destinationUrl(fact);
  if (url?.origin === 'code-host')
    return (
      url.owner !== null && url.owner !== about.sourceOwner.toLowerCase() && !sharesBrand(`${url.owner}.com`, about)
    );
  return isForeign(fact, about);
}
