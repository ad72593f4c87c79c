import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { RawFinding } from '@assay/analysis/types';
import { asks, foreignUrls, type Instruction, names, orders } from '../instruction.facts.ts';
import { skillRule } from '../skill-rule.ts';

export const pasteIntoTerminal = skillRule({
  id: 'SOC-03',
  title: 'Paste-and-run instruction',
  question: 'Does the text tell the user to copy a command from a foreign page into a terminal?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['OWASP-AST04', 'CWE-451'],
  why: 'A command pasted into a terminal bypasses every protection of the agent.',
  fix: 'Put the command and its purpose into the skill, where it can be reviewed.',
  looksAt: 'The rule finds text that tells the user to paste a command into a terminal.',
  blindTo: 'Linked pages that tell the user to paste a command are not read.',
  falseAlarms: 'Tutorials that link to a gist with shell commands can be reported.',
  check: (facts) =>
    orders(facts)
      .filter((fact) => asks(fact, 'run') && names(fact, 'terminal') && !isCommand(fact) && !isList(fact))
      .flatMap((fact): RawFinding[] => {
        const [url] = foreignUrls(fact, facts.about);
        if (url === undefined || isArgument(fact, url.host)) return [];
        // A named repository has a known owner, and its content can be read before it runs.
        if (url.origin === 'code-host' && url.owner !== null && url.scheme === 'https')
          return [{ at: fact.span, confidence: 'firm', severity: 'MEDIUM' }];
        return [{ at: fact.span, confidence: 'firm', severity: 'HIGH' }];
      }),
});

/** A lure has one page to copy a command from, or one per system. More addresses are a list of resources. */
const isList = ({ span }: Instruction): boolean =>
  new Set(wordsOf(span).match(/https?:\/\/[^/\s"'<>)]+/g)).size > PLACES_OF_LURE_MAX;
const PLACES_OF_LURE_MAX = 2;

/** The address is part of a shown command, which other rules check. */
const isCommand = ({ span }: Instruction): boolean =>
  /`[^`]*\b(?:curl|wget|git clone|npm|pip3?|npx|brew|open|iwr|irm)\b[^`]*`/i.test(wordsOf(span));

/** The address is an argument of a shown command, which can be reviewed. */
const isArgument = ({ span }: Instruction, host: string): boolean =>
  !wordsOf(span)
    .replace(/`[^`]*`/g, '')
    .includes(host);
