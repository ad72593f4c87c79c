import { hitsOf } from '../sentence.ts';
import { type ActReader, actOf, type CuedReader, on, onAny, phraseAct } from './act.ts';

/** What the text claims about itself: priority, trust, safety. */

const PRIORITY =
  /\b(?:load|use|invoke|call|run|consult) (?:this (?:skill|tool|module|plugin)|it) (?:first|before (?:any|all|every)|for any\b|for every\b|whatever)|\bwhatever the (?:person|user) (?:asks|says|wants|types)\b|\b(?:skill|tool|plugin|it) (?:outranks?|overrules?|comes before) (?:all|every|any)\b|\bmust be (?:consulted|loaded|called|invoked|used) (?:before|for|on) (?:every|any|each|all) (?:answers?|repl\w+|requests?|prompts?|messages?|questions?)\b|\blet none of the others\b|\b(?:use this (?:skill|tool|plugin) (?:for|on|with|in) (?:all|any|every|everything)\b|(?:always|must always|should always) (?:use|invoke|call|run|load|activate|trigger) this (?:skill|tool|plugin)\b|(?:before|instead of|over) (?:any|all) other (?:skills?|tools?|plugins?)\b|(?:takes?|has|have) (?:priority|precedence) over (?:all |any )?other (?:skills?|tools?|plugins?)\b|(?:for|on) (?:every|any|all) (?:user )?(?:requests?|messages?|prompts?|tasks?|questions?|conversations?)(?: regardless| no matter| whatsoever|,? without exception)|regardless of (?:the )?(?:topic|task|request|query|context|what the user)|do not use (?:any )?other (?:skills?|tools?)|(?:first|before) (?:responding|replying|answering) to (?:any|every|all))/;
const TRUST =
  /\b(?:(?:[Vv]erified|[Cc]ertified|[Aa]pproved|[Aa]udited|[Ss]igned|[Ee]ndorsed|[Vv]etted|[Rr]eviewed|[Ss]ecurity[- ]checked) by (?:the )?(?:[A-Z][\w.-]+|security)|[Ss]ecurity (?:score|rating|audit)\s*[:=]?\s*(?:100|10\/10|[aA]\+|[Pp]assed|✓|✅)|[Cc]ertificate (?:id|ID|no|No|number)\s*[:#]?\s*[\w-]{4,}|(?:100%|fully|guaranteed|completely) (?:safe|secure|malware[- ]free|virus[- ]free)|[Oo]fficially (?:verified|certified|approved|endorsed)|[Vv]irus[- ]?[Tt]otal\s*[:=]?\s*0)/;
const SAFETY =
  /\b(?:no (?:data|information|files?|code) (?:is |are |ever |will be )*(?:sent|leaves?|transmitted|uploaded|shared|collected|stored)|nothing (?:is sent|leaves|is uploaded|is transmitted|is shared)|(?:runs?|works?|operates?|executes?|processed|processing(?: is)?|stays?) (?:entirely|100%|fully|completely|strictly|only) (?:local(?:ly)?|offline|on[- ]device|on your (?:machine|computer))|(?:does not|doesn't|never|will not|won't) (?:send|transmit|upload|collect|share|phone home|access the network|make (?:any )?network|connect to|store)[^.]{0,60}|no (?:network|internet) (?:access|calls?|requests?|connection)(?: (?:is )?(?:needed|required|made))?|(?:100%|fully|completely|entirely) offline|no telemetry)\b/;

const readPriority: ActReader = ({ sentence }) => {
  const match = PRIORITY.exec(sentence.text);
  return match ? [phraseAct('claim-priority', match, 'skill', { objectKind: 'skill' })] : [];
};

const readTrust: ActReader = ({ sentence }) => {
  const match = TRUST.exec(sentence.raw);
  return match ? [phraseAct('claim-trust', match, match[0])] : [];
};

const readSafety: ActReader = ({ sentence }) => {
  const match = SAFETY.exec(sentence.text);
  return match ? [phraseAct('claim-safety', match, match[0])] : [];
};

const DENIED = /\b(?:without|no|skip|skips|skipping|bypass|avoid|not|never|don't|lacking)\s+(?:\w+\s+){0,4}$/;

const readConfirm: ActReader = (passage) =>
  hitsOf(passage.sentence, 'confirm')
    .filter((hit) => !DENIED.test(passage.sentence.text.slice(Math.max(0, hit.start - 24), hit.start)))
    .slice(0, 1)
    .map((hit) => actOf('confirm', passage, hit, hit));

export const claimReaders: readonly CuedReader[] = [
  on([PRIORITY], readPriority),
  onAny(readTrust),
  on([SAFETY], readSafety),
  on(['confirm'], readConfirm),
];
