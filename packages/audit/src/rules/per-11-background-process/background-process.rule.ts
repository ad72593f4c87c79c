import { wordsBehind } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding } from '@assay/analysis/types';
import { calls, lineOf } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const BEACON = /while\s+(?:true|:|\[\s*1).{0,300}(?:curl|wget|nc|\/dev\/tcp|requests|fetch)/is;
const SERVER =
  /\b(?:serve|server|dev|start|watch|http\.server|uvicorn|vite|next|jupyter|localhost|8080|3000|ngrok|tail|log|test|build|preview|gradle|docker|postgres|redis|chrome|playwright)\b/i;

const BEHIND_CHARS = 40;

const shell = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => value.isBackground && value.program !== '')
    .map(({ span, value }) => {
      const isBeacon = BEACON.test(value.text) && !/localhost|127\.0\.0\.1/.test(lineOf(value));
      const isDetached = /^\s*(?:nohup|setsid)\b/.test(value.text) || /disown/.test(wordsBehind(span, BEHIND_CHARS));
      return {
        at: span,
        severity: isBeacon ? 'HIGH' : isDetached && !SERVER.test(value.text) ? 'MEDIUM' : 'LOW',
        confidence: 'firm',
      };
    });

const python = (facts: Facts): RawFinding[] =>
  calls(facts, /^(?:os\.fork|os\.setsid|daemon\.DaemonContext)$/).map(({ span }) => ({
    at: span,
    severity: 'MEDIUM',
    confidence: 'firm',
  }));

export const backgroundProcess = skillRule({
  id: 'PER-11',
  title: 'Background process',
  question: 'Is a detached background process started?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['CWE-912'],
  why: 'The user does not see the process and cannot stop it easily.',
  fix: 'Run it in the foreground, or tell the user how to stop it.',
  looksAt:
    'The rule finds detached commands, and rates a requested server lower than a loop that contacts another host.',
  blindTo: 'Processes that a service starts are not detected.',
  falseAlarms: 'Starting a development server is LOW.',
  check: (facts) => [...shell(facts), ...python(facts)],
});
