import type { CommandValue, Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const DEFENCES =
  /^(?:ufw\s+disable|iptables\s+-F|netsh\s+advfirewall\s+set\s+\S+\s+state\s+off|set-mppreference\s.{0,80}-disable\w+\s+\$?true|add-mppreference\s.{0,40}-exclusion|sc\s+(?:stop|delete)\s+(?:windefend|sense)|launchctl\s+unload\s.{0,80}(?:crowdstrike|sentinel|jamf|santa)|systemctl\s+(?:stop|disable|mask)\s+(?:auditd|falcon-sensor|rsyslog|firewalld|fail2ban|clamav\S*)|auditctl\s+-e\s*0|pkill\s.{0,20}(?:crowdstrike|falcon|defender|santa))/i;
/** Programs whose only task is to notice an attack. */
const GUARDS =
  /^(?:set-mppreference\s.{0,80}-disable(?:realtimemonitoring|behaviormonitoring|scriptscanning|ioavprotection|intrusionpreventionsystem)\s+(?:\$?true|1)|add-mppreference\s.{0,40}-exclusion\w+\s+["']?(?:[a-z]:\\?["']?(?:\s|$)|\*|~|\$env:(?:userprofile|temp|appdata)|powershell)|sc\s+(?:stop|delete|config)\s+(?:windefend|sense)|(?:systemctl|service)\s+(?:stop|disable|mask)\s+(?:--now\s+)?(?:auditd|falcon-sensor|wazuh\S*|osqueryd|sysmon)|auditctl\s+-e\s*0|(?:pkill|killall|taskkill)\s.{0,40}(?:crowdstrike|falcon|defender|msmpeng|santad?|sentinel|osquery)|launchctl\s+(?:unload|bootout|disable)\s.{0,80}(?:crowdstrike|sentinel|jamf|santa|malwarebytes)|tccutil\s+reset\s+all\s*$)/i;
const HISTORY =
  /^(?:history\s+-c|unset\s+HISTFILE|set\s+\+o\s+history|export\s+HISTFILE=\/dev\/null|export\s+HISTSIZE=0|clear-history|wevtutil\s+cl)|^(?:rm|shred|truncate)\s.{0,80}(?:_history|\/var\/log\/(?:auth|secure|syslog|audit|wtmp|messages))/i;
const TLS =
  /^git\s+config\s+--global\s+http\.sslVerify\s+false|^npm\s+config\s+set\s+strict-ssl\s+false|^export\s+NODE_TLS_REJECT_UNAUTHORIZED=0/;

/** `Set-MpPreference @settings`: the words stand in a table somewhere above. */
const isSplatted = ({ program, text, beside }: CommandValue): boolean =>
  /^set-mppreference$/i.test(program) && /@\w+/.test(text) && beside?.includes('scanner-off') === true;

const toFindings = (facts: Facts): RawFinding[] =>
  facts.of('command').flatMap(({ span, value }): RawFinding[] => {
    const line = lineOf(value);
    if (
      [GUARDS, DEFENCES].some((shape) => shape.test(line) || shape.test(value.text)) ||
      isSplatted(value) ||
      HISTORY.test(line)
    )
      return [{ at: span, confidence: 'firm' }];
    return TLS.test(line) ? [{ at: span, severity: 'MEDIUM', confidence: 'firm' }] : [];
  });

const links = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'shell-history' && (value.access === 'write' || value.access === 'delete'))
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const defencesOff = {
  id: 'PRV-05',
  title: 'Switches off defences, logs or history',
  question: 'Are firewall, EDR, TLS checks, logs or history disabled?',
  category: 'PRV',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-693', 'CWE-778'],
  why: 'Who switches off the watch does not want to be watched.',
  fix: 'Leave defences on; ask the user to allow what is needed.',
  looksAt: 'Firewalls, scanners, audit services, history and log files.',
  blindTo: 'Settings in a console.',
  falseAlarms: 'A note about a local self-signed certificate is quiet.',
  since: '2026.11',
  check: (facts) => [...toFindings(facts), ...links(facts)],
} satisfies Rule;
