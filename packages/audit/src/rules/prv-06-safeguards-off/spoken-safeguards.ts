import type { Facts, RawFinding } from '../../model.ts';
import { type Instruction, instructions, isAsked, isConfirmed, lineAround, moods } from '../instruction.facts.ts';

/** Safeguards to be switched off by words: "skip the permission prompts", "turn the sandbox off". */
export function spokenSafeguards(facts: Facts): RawFinding[] {
  return instructions(facts, 'disable-safeguard')
    .filter((fact) => isAsked(fact) && fact.value.objectKind !== 'skill' && !isConfirmed(facts, fact))
    .filter(({ value }) => FRAMED.test(value.object) || (SWITCH.test(value.verb) && !EVERYDAY.test(value.object)))
    .filter(
      (fact) =>
        FRAMED.test(fact.value.object) ||
        isStarted(fact) ||
        (!FLAG_ROW.test(lineAround(fact)) && !OTHER.test(lineAround(fact))),
    )
    .map((fact) =>
      GUARD.test(fact.value.object) || FRAMED.test(fact.value.object)
        ? { at: fact.span, confidence: 'firm', modifiers: moods(fact) }
        : { at: fact.span, confidence: 'tentative', severity: 'MEDIUM' },
    );
}

/** What the frames of a sentence show to be a safeguard, whatever it is called. */
const FRAMED = /^(?:release gate|pipeline rights|defence|permission checks)$/;
const GUARD =
  /permission|always allow|approval|your checks|own checks|refuses|blocks|real-?time protection|virus protection|shell command|required reviews|every command|sandbox|guardrail|safety|security|antivirus|firewall|edr|endpoint protection|gatekeeper|defender|smartscreen|audit|^(?:the|its) protection|protection of|log shipper|event log|checksum|signature|content (?:filter|policy)|human|oversight|quarantine|trust (?:prompt|dialog)|tool (?:approval|permission)|confirmation|dlp|权限|确认|安全|沙|防火|杀毒|許可|確認|サンド|セキュ|권한|확인|안전|샌드|보안|permis|confirm|segur|autoris|sécur|berechtig|bestätig|sicherheit|virenschutz|разреш|подтвержд|безопас|песоч|антивирус/i;
const SWITCH =
  /^(?:disabl\w+|turn(?:ing|s)? off|switch off|skip\w*|bypass\w*|suppress\w*|deactivat\w+|circumvent\w*|evad\w+|auto-approve|auto-accept|weaken\w*|get around|defeat|shut down|kill|grant yourself|dangerously-skip|click|(?:turn|switch|shut|take|knock)\b.*|[^a-z].*|desactiv\w+|deshabilit\w+|désactiv\w+|contourn\w+|deaktivier\w+|umgeh\w+|überspring\w+|unterdrück\w+|omit\w+|desativ\w+|desabilit\w+|pule|contorne|burle)$/;
/** "start the agent with --dangerously-…": the flag is used, not explained. */
const isStarted = (fact: Instruction): boolean =>
  fact.context === 'directive' &&
  /^[^|]{0,20}\b(?:run|start|launch|restart|relaunch|invoke|execute)\b[^.|]{0,60}\bwith\b[^.|]{0,20}--dangerously/i.test(
    lineAround(fact),
  );
/** Switches of programs that are turned every day. */
const EVERYDAY =
  /^(?:rate limits?|logging|monitoring|authentication|input validation|commit signing|pre-commit hooks)$/;
/** A row of a table of options, or a line about a flag, describes it. */
const FLAG_ROW = /^\s*\|.*\||--[a-z][\w-]*/;
/** Settings of the product at hand: linters, headers, tests, browsers, servers. */
const OTHER =
  /\b(?:optional|if (?:you|the user)|unless|only when|test(?:s|ing)?|ci|dev(?:elopment)?|local(?:host)?|headless|chrome|iframe|csp|lint|eslint|cors|rate limit|spring|django|middleware|endpoint security|user script|xcode|row level|rls|feature flag|debug|staging|screen|docker|kernel|vm|xss|csrf|cookie|router|vpc|aws|azure|gcp|database|windows update|selinux)\b/i;
