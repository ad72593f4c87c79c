import { wordsBefore } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding, Rule } from '@assay/analysis/types';

const AUTO_FILE =
  /(?:^|\/)(?:__init__\.py|conftest\.py|sitecustomize\.py|usercustomize\.py|setup\.py|\.envrc|[^/]+\.pth|build\.rs)$/;
const ACTS =
  /^(?:requests\.|httpx\.|urllib\.request|os\.(?:system|popen|exec)|subprocess\.|socket\.|eval$|exec$|fetch$)/;

const python = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(({ file, value }) => AUTO_FILE.test(file) && value.isTopLevel && ACTS.test(value.callee))
    .map(({ span, file }) => ({
      at: span,
      severity: file.endsWith('setup.py') ? 'MEDIUM' : 'HIGH',
      confidence: 'firm',
    }));

const shell = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(
      ({ file, value }) =>
        /(?:^|\/)\.envrc$/.test(file) && /^(?:curl|wget|nc|bash|sh|python3?|eval)$/.test(value.program),
    )
    .map(({ span }) => ({ at: span, severity: 'HIGH', confidence: 'firm' }));

const BEFORE_CHARS = 240;
const devcontainer = (facts: Facts): RawFinding[] =>
  facts
    .of('url')
    .filter(
      ({ file, span }) =>
        /devcontainer\.json$/.test(file) &&
        /(?:postCreate|onCreate|postStart|initialize)Command[^\n]{0,200}$/.test(wordsBefore(span, BEFORE_CHARS)),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const loadTimeCode = {
  id: 'EXE-06',
  title: 'Acts as soon as it is loaded',
  question: 'Does code run at load (init, .pth, conftest, .envrc, devcontainer, Makefile default)?',
  category: 'EXE',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-506', 'CWE-829'],
  why: 'Nobody decides to run it: importing, testing or entering the folder is enough.',
  fix: 'Move the effect into a function that has to be called.',
  looksAt: 'Files that tools load by themselves, with network or process calls at their top level.',
  blindTo: 'Import hooks installed by a dependency.',
  falseAlarms: '`setup.py` that asks git for a version: medium.',
  since: '2026.11',
  check: (facts) => [...python(facts), ...shell(facts), ...devcontainer(facts)],
} satisfies Rule;
