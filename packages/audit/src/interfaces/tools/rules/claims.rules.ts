import { hint } from '../hints.ts';
import { kindOf } from '../parameter-kind.ts';
import { type ToolRule, toolRule } from '../rule.ts';
import type { Offer } from '../server.ts';
import { actsOf, wordsOf } from '../words.ts';

const PRIVATE = new Set(
  'account accounts balance bookings patients results dossier file files document documents email emails mail inbox message messages contact contacts calendar database db record records note notes drive secret secrets credential credentials clipboard history customer customers patient payroll wallet keychain screenshot screen environment env dateien datei dokumente kontakte kalender kunden patienten befunde rechnungen konto konten fichiers courriels contacts clients patients factures comptes archivos correos mensajes contactos clientes pacientes facturas cuentas arquivos contatos documenti fatture'.split(
    ' ',
  ),
);
const OPEN = new Set(
  'news headlines articles web website page pages url issue issues comment comments email emails mail inbox feed rss browser html site tweet tweets post posts review reviews internet ticket tickets forum forums foren beiträge kommentare webseite webseiten bewertungen avis commentaires comentarios páginas reseñas comentários commenti recensioni'.split(
    ' ',
  ),
);

type Leg = 'private' | 'open' | 'out';

/** Whose it is, said outright. */
const OWN =
  /\b(?:your|my|private|personal|confidential|internal|sensitive|medical|salar(?:y|ies)|bank|angemeldete\w*|persönliche\w*|vertraulich\w*|personnel\w*|confidenci\w*|confidentiel\w*)\b/i;
/** Written by whoever likes, said outright. */
const ANYBODY =
  /\b(?:public|anyone|anybody|strangers?|forums?|threads?|community|user-generated|untrusted|third[- ]part(?:y|ies)|incoming|inbound|submitted by|written by|left by|sent by|from the web|online|external|öffentlich\w*|ungeprüft\w*|fremde\w*|publique?s?|públic[oa]s?|pubblic\w+)(?!\p{L})/iu;
/** Where others can read it. */
const ABROAD =
  /\b(?:public|publish\w*|recipients?|outside|external|anyone|post(?:s|ed)?|e-?mail\w*|send\w*|shar(?:e|es|ed)|webhook|upload\w*|comments?)\b/i;
const CARRIED =
  /^(?:body|data|content|contents|payload|message|text|headers|comment|note|description|markdown|html|attachment)$/i;

function legsOf(tool: Offer): Leg[] {
  const acts = actsOf(tool);
  const [head = ''] = tool.description.split(/[.\n]/);
  const words = [...wordsOf(tool.name), ...wordsOf(head)];
  const kinds = tool.parameters.map(kindOf);
  const carries = tool.parameters.some(({ name }) => CARRIED.test(name));
  // A tool that is named after a thing gives it.
  const isThing = acts.length === 0 && !carries && !kinds.includes('recipient');
  const reads = acts.includes('read') || acts.includes('run') || isThing;
  const legs: Leg[] = [];
  const isPrivate = kinds.includes('path') || words.some((word) => PRIVATE.has(word)) || OWN.test(head);
  if (reads && isPrivate) legs.push('private');
  if (reads && (kinds.includes('url') || words.some((word) => OPEN.has(word)) || ANYBODY.test(tool.description)))
    legs.push('open');
  // Text that the agent writes, and a world that is not its own.
  const isAbroad = hint(tool, 'openWorldHint') === true || /\bpublic(?:ly)?\b/i.test(tool.description);
  const isPosted = carries && !reads && isAbroad && ABROAD.test(tool.description);
  // Somebody is looked up by an address, too.
  const isAddressedTo = tool.parameters.some(
    (one) => kindOf(one) === 'recipient' && !(acts.includes('read') && /^e?_?mails?$/i.test(one.name)),
  );
  if (isPosted || acts.includes('send') || (kinds.includes('url') && carries) || isAddressedTo) legs.push('out');
  return legs;
}

const LEGS: readonly Leg[] = ['private', 'open', 'out'];

const trifecta = toolRule({
  id: 'MCP-08',
  title: 'Private data, foreign words and a way out',
  question: 'Do the tools together read private data, take in foreign text and send outward?',
  severity: 'MEDIUM',
  nature: 'weakness',
  references: ['OWASP-LLM06', 'OWASP-LLM02', 'CWE-200'],
  why: 'Foreign text can tell the agent to fetch private data with one tool and to send it with another.',
  fix: 'Split the server, or have the user confirm whatever leaves.',
  blindTo:
    'It goes by verbs, nouns and parameters of the tools of one list; tools of other servers in the same conversation are not known here. One tool that does all three is high.',
  check: ({ tools }) => {
    const legs = tools.map((tool) => ({ tool, has: legsOf(tool) }));
    const alone = legs.find(({ has }) => LEGS.every((leg) => has.includes(leg)));
    if (alone !== undefined)
      return [
        { at: alone.tool.at, confidence: 'firm', severity: 'HIGH', note: `"${alone.tool.name}" alone does all three.` },
      ];
    const found = LEGS.map((leg) => legs.find(({ has }) => has.includes(leg))?.tool);
    const [first, second, third] = found;
    if (first === undefined || second === undefined || third === undefined) return [];
    const related = [
      { at: second.at, role: 'takes in foreign text' },
      { at: third.at, role: 'sends outward' },
    ];
    return [
      {
        at: first.at,
        confidence: 'firm',
        note: `"${first.name}" reads, "${second.name}" takes in, "${third.name}" sends.`,
        related,
      },
    ];
  },
});

export const CLAIM_RULES: readonly ToolRule[] = [trifecta];
