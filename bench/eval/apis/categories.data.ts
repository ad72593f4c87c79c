const ORDERS = ['API-16', 'PI-01', 'PI-02', 'PI-07', 'PI-08', 'PI-09'];
const HIDDEN = ['HID-01', 'HID-02', 'HID-03', 'PI-07', 'API-16'];

/**
 * Which rules answer for what the author of a suite calls a fault, by the words of the name; the first row whose words occur
 * counts. Written before any of its samples was looked at.
 */
const RULES_OF: readonly (readonly [words: RegExp, rules: readonly string[]])[] = [
  [/hidden|unicode|invisible/, HIDDEN],
  [/prompt injection/, ORDERS],
  [/property level/, []],
  [/excessive data|data exposure/, []],
  [/change by get|chang\w+ get|unsafe get/, []],
  [/bulk delet/, []],
  [/server (?:impersonation|identity|(?:is )?not (?:whom|the claimed))/, ['API-12']],
  [/unsafe consumption/, []],
  [/inventory/, []],
  [/misconfiguration/, ['API-02', 'API-10', 'API-11']],
  [/debug|internal endpoint/, []],
  [/admin|privileged|function level/, ['API-01']],
  [/mass assignment|writable/, []],
  [/owner|objects? (?:access|level|of)|bola|tenant/, ['API-01']],
  [/answers?\b|response|active content|html/, ['API-16']],
  [/webhook|callback|signature/, ['API-17']],
  [/secret|live key|hard coded/, ['API-11']],
  [/origin|cors/, ['API-10']],
  [/plain ?text|clear ?text|plain http|http scheme|http server|over http|mixed scheme/, ['API-02']],
  [/credentials?/, ['API-03']],
  [/error/, []],
  [/redirect|upstream/, []],
  [/server side|ssrf|template|traversal|inclusion|injection|command|sql\b|free (?:url|host|path)/, []],
  [/foreign/, ['API-12']],
  [/unbounded|size|limits?\b|resource/, []],
  [/orders|instructions|directed/, ORDERS],
  [/broken auth/, ['API-01', 'API-03', 'API-20']],
  [/auth|no security|without security/, ['API-01']],
];

export const rulesOfApi = (category: string): readonly string[] =>
  RULES_OF.find(([words]) => words.test(category.toLowerCase().replaceAll('-', ' ')))?.[1] ?? [];
