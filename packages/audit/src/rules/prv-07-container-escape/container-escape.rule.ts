import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { commands, lineOf } from '../command.facts.ts';

const HOST_MOUNT = /(?:-v|--volume|--mount)\s*=?\s*["']?(?:type=bind,)?(?:source=|src=)?\/:|-v\s+\/:\//;
const HOME_MOUNT = /(?:-v|--volume)\s*=?\s*["']?(?:~|\$\{?HOME\}?|\/root|\/home\/[\w.-]+|\/etc):/;
const BROKEN = /--privileged|--pid[= ]host|--cap-add[= ](?:ALL|SYS_ADMIN|SYS_PTRACE)|--security-opt\s+\S*unconfined/;
const SOCKET = /docker\.sock/;
/** Files or processes of the host; whoever joins its network alone sees addresses and rules, and stays inside. */
const LEAVES =
  /\bchroot\b|nsenter(?:\s+(?:-[tSG]\s*\S+|--(?:target|setuid|setgid)[= ]\S+|-[a-zA-Z]+|--[\w-]+(?:=\S+)?)){0,8}?\s+(?:-[A-Za-z]*[mparw][A-Za-z]*|--(?:mount|pid|all|root|wd))\b/;
const TO_HOST = /(?:-t|--target)[\s=]*1\b|\/mnt|\/host/;

const toFindings = (facts: Facts): RawFinding[] =>
  commands(facts, 'docker', 'podman', 'nerdctl', 'nsenter').flatMap(({ span, value }): RawFinding[] => {
    const line = lineOf(value);
    if (
      HOST_MOUNT.test(line) ||
      (SOCKET.test(line) && HOME_MOUNT.test(line)) ||
      (LEAVES.test(line) && TO_HOST.test(line))
    )
      return [{ at: span, confidence: 'firm' }];
    return BROKEN.test(line) || SOCKET.test(line) ? [{ at: span, severity: 'MEDIUM', confidence: 'firm' }] : [];
  });

/** A pod made on the spot that has the machine below it, and goes there. */
const POD = /^(?:run|debug)\s.*--overrides.*(?:"hostPID"\s*:\s*true|"privileged"\s*:\s*true|"hostPath")/;
const pods = (facts: Facts): RawFinding[] =>
  commands(facts, 'kubectl', 'oc')
    .filter(({ value }) => POD.test(value.args.join(' ')) && LEAVES.test(lineOf(value)))
    .map(({ span }) => ({ at: span, severity: 'HIGH', confidence: 'firm' }));

const byFile = (facts: Facts): RawFinding[] =>
  facts.of('boundary').map(({ span, value }) => ({
    at: span,
    severity: value.isHost ? 'HIGH' : 'MEDIUM',
    confidence: 'firm',
    note: `${value.what}.`,
  }));

export const containerEscape = {
  id: 'PRV-07',
  title: 'Breaks the container boundary',
  question: 'Is a container or VM boundary broken (privileged, socket mount)?',
  category: 'PRV',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-250', 'CWE-269'],
  why: 'The container then protects nothing.',
  fix: 'Mount the one folder that is needed, without extra rights.',
  looksAt: "Host mounts, privileged flags, the daemon's socket and entry into host namespaces.",
  blindTo: 'Compose files are read as text only.',
  falseAlarms: 'Development containers with the socket: medium.',
  since: '2026.11',
  check: (facts) => [...toFindings(facts), ...pods(facts), ...byFile(facts)],
} satisfies Rule;
