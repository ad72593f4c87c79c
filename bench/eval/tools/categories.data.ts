const SECRETS_ASKED = ['MCP-01', 'CRD-01', 'CRD-02', 'EXF-01'];

/** What is wrong in a source, by whatever way a value goes. */
const WEAK_SOURCE = ['MCP-16'];

/** Rules that answer for a class of attack, by what its author called it. The first row whose words occur counts. */
const RULES_OF: readonly (readonly [words: string, rules: readonly string[]])[] = [
  ['hidden', ['MCP-02']],
  ['steers', ['MCP-01']],
  ['descriptions change', ['MCP-11', 'MCP-16']],
  ['changes later', ['MCP-11', 'MCP-16']],
  ['changed after', ['MCP-11', 'MCP-16']],
  ['credential in', ['MCP-13', 'MCP-12']],
  ['caller supplied identity', ['MCP-13']],
  ['prompt injection', ['MCP-01', 'MCP-14']],
  ['poison', ['MCP-01']],
  ['description injection', ['MCP-01']],
  ['parameter injection', ['MCP-01']],
  ['schema injection', ['MCP-01']],
  ['approval bypass', ['MCP-01']],
  ['unbounded power', []],
  ['private data', []],
  ['context', []],
  ['secrets asked', SECRETS_ASKED],
  ['secret request', SECRETS_ASKED],
  ['source vulnerability', WEAK_SOURCE],
  ['escape in source', WEAK_SOURCE],
  ['injection in source', WEAK_SOURCE],
  ['prompt', ['MCP-14']],
  ['resource', ['MCP-14']],
  ['tools of another server', []],
  ['shadowing', []],
  ['order', ['MCP-01']],
  ['concealment', ['MCP-01']],
  ['imitat', ['MCP-04']],
  ['free shell', []],
  ['free eval', []],
  ['free sql', []],
  ['free query', []],
  ['free exec', []],
  ['free code', []],
  ['free url', []],
  ['free path', []],
  ['annotation', []],
  ['trifecta', []],
  ['outbound', []],
  ['untrusted', []],
  ['secret paths', SECRETS_ASKED],
  ['secret path', SECRETS_ASKED],
  ['collect', []],
  ['install', ['MCP-12']],
  ['argv', ['MCP-12']],
  ['token', ['MCP-13']],
  ['transport', ['MCP-13']],
  ['changes its description', ['MCP-11', 'MCP-16']],
  ['command injection', WEAK_SOURCE],
  ['escapes the root', ['MCP-16']],
  ['source loads', ['MCP-11', 'MCP-16']],
  // What leaves by the source of a tool that says nothing of it is found by the rules of skills, too.
  ['source', ['MCP-16', 'EXF-01', 'EXF-02', 'EXF-03', 'EXF-04']],
];

export const rulesOfTool = (category: string): readonly string[] =>
  RULES_OF.find(([words]) => category.toLowerCase().replaceAll('-', ' ').includes(words))?.[1] ?? [];
