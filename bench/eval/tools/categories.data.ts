const SECRETS_ASKED = ['MCP-01', 'MCP-10', 'CRD-01', 'CRD-02', 'EXF-01'];

/** What is wrong in a source, by whatever way a value goes. */
const WEAK_SOURCE = ['MCP-16', 'MCP-05', 'MCP-06', 'EXE-04', 'EXE-05', 'WKN-01', 'WKN-02', 'WKN-03'];

/** Rules that answer for a class of attack, by what its author called it. The first row whose words occur counts. */
const RULES_OF: readonly (readonly [words: string, rules: readonly string[]])[] = [
  ['hidden', ['MCP-02']],
  ['steers', ['MCP-03', 'MCP-01']],
  ['descriptions change', ['MCP-11', 'MCP-16']],
  ['changes later', ['MCP-11', 'MCP-16']],
  ['changed after', ['MCP-11', 'MCP-16']],
  ['credential in', ['MCP-13', 'MCP-12']],
  ['caller supplied identity', ['MCP-13', 'MCP-15']],
  ['prompt injection', ['MCP-01', 'MCP-14']],
  ['poison', ['MCP-01', 'MCP-03']],
  ['description injection', ['MCP-01', 'MCP-03']],
  ['parameter injection', ['MCP-01', 'MCP-03']],
  ['schema injection', ['MCP-01', 'MCP-03']],
  ['approval bypass', ['MCP-01', 'MCP-07']],
  ['unbounded power', ['MCP-05', 'MCP-06']],
  ['private data', ['MCP-08']],
  ['context', ['MCP-10', 'MCP-15']],
  ['secrets asked', SECRETS_ASKED],
  ['secret request', SECRETS_ASKED],
  ['source vulnerability', WEAK_SOURCE],
  ['escape in source', WEAK_SOURCE],
  ['injection in source', WEAK_SOURCE],
  ['prompt', ['MCP-14']],
  ['resource', ['MCP-14']],
  ['tools of another server', ['MCP-03']],
  ['shadowing', ['MCP-03']],
  ['order', ['MCP-01']],
  ['concealment', ['MCP-01']],
  ['imitat', ['MCP-04']],
  ['free shell', ['MCP-05']],
  ['free eval', ['MCP-05']],
  ['free sql', ['MCP-05']],
  ['free query', ['MCP-05']],
  ['free exec', ['MCP-05']],
  ['free code', ['MCP-05']],
  ['free url', ['MCP-06']],
  ['free path', ['MCP-06']],
  ['annotation', ['MCP-07']],
  ['trifecta', ['MCP-08']],
  ['outbound', ['MCP-08']],
  ['untrusted', ['MCP-08']],
  ['secret paths', SECRETS_ASKED],
  ['secret path', SECRETS_ASKED],
  ['collect', ['MCP-10', 'MCP-15']],
  ['install', ['MCP-12']],
  ['argv', ['MCP-12']],
  ['token', ['MCP-13']],
  ['transport', ['MCP-13']],
  ['changes its description', ['MCP-11', 'MCP-16']],
  ['command injection', ['MCP-16', 'EXE-05', 'EXE-04']],
  ['escapes the root', ['MCP-16', 'WKN-02']],
  ['source loads', ['MCP-11', 'MCP-16']],
  // What leaves by the source of a tool that says nothing of it is found by the rules of skills, too.
  ['source', ['MCP-16', 'EXF-01', 'EXF-02', 'EXF-03', 'EXF-04']],
];

export const rulesOfTool = (category: string): readonly string[] =>
  RULES_OF.find(([words]) => category.toLowerCase().replaceAll('-', ' ').includes(words))?.[1] ?? [];
