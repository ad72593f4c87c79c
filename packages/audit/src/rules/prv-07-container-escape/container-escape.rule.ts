import type { Facts, RawFinding } from '@assay/analysis/types';
import { commandHints } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const BROKEN =
  /^(?:docker|podman|nerdctl)\s.*(?:(?:-v|--volume|--mount)[= ]*["']?(?:type=bind,)?(?:source=|src=)?\/:|--privileged|--pid[= ]host|--cap-add[= ](?:ALL|SYS_ADMIN|SYS_PTRACE)|unconfined|docker\.sock)|^nsenter\s|^(?:kubectl|oc)\s+(?:run|debug)\s.*--overrides.*(?:hostPID|privileged|hostPath)/;

const byFile = (facts: Facts): RawFinding[] =>
  facts.of('boundary').map(({ span, value }) => ({
    at: span,
    severity: value.isHost ? 'HIGH' : 'MEDIUM',
    confidence: 'firm',
    note: `${value.what}.`,
  }));

export const containerEscape = skillRule({
  id: 'PRV-07',
  title: 'Container escape',
  question: 'Is a container or VM boundary broken (privileged, socket mount)?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-250', 'CWE-269'],
  why: 'The container no longer isolates the process.',
  fix: 'Mount the one folder that is needed, without extra rights.',
  looksAt: 'The rule finds host mounts, privileged flags, the Docker socket, and entry into host namespaces.',
  blindTo: 'Compose files are read as text only.',
  falseAlarms: 'Development containers with the socket are MEDIUM.',
  check: (facts) => [...commandHints(facts, BROKEN), ...byFile(facts)],
});
