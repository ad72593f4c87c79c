// Who may import whom. ARCHITECTURE.md draws the picture; this file holds it.
const TEST = '[.]test[.]ts$|/src/testing/';
const MODULE = '^apps/server/src/modules/([^/]+)/';
const rule = (name, from, to) => ({ name, severity: 'error', from, to });

const MAY_IMPORT = {
  'packages/protocol': [],
  'packages/(analysis|economy|chain|client)': ['packages/protocol'],
  'packages/(sandbox|contract-review|reader)': ['packages/(protocol|analysis)'],
  'packages/audit': ['packages/(protocol|analysis|sandbox|contract-review|reader)'],
  'apps/server': ['packages/[^/]+', 'apps/portal/(dist|src/contract)', 'apps/cli/src/testing'], // it mounts the built portal; its tests run the CLI
  'apps/(portal|cli)': ['packages/[^/]+'],
};
/** Whose `index.ts` and tables each module of the server may import, lowest first; ARCHITECTURE.md shows it. */
const MODULES_KNOW = require('./apps/server/module-edges.json');
const moduleEdges = Object.entries(MODULES_KNOW).map(([name, known]) =>
  rule(
    `module-edges:${name}`,
    { path: `^apps/server/src/modules/${name}/` },
    { path: '^apps/server/src/modules/', pathNot: [name, ...known].map((one) => `^apps/server/src/modules/${one}/`) },
  ),
);

const directions = Object.entries(MAY_IMPORT).map(([home, targets]) =>
  rule(
    `direction:${home}`,
    { path: `^(${home})/` },
    { path: '^(packages|apps)/', pathNot: ['^$1/', ...targets.map((target) => `^${target}/`)] },
  ),
);

module.exports = {
  forbidden: [
    ...directions,
    ...moduleEdges,
    rule(
      'module-edges', // a new module says whom it knows
      { path: `^apps/server/src/modules/(?!(${Object.keys(MODULES_KNOW).join('|')})/)` },
      { path: '^apps/server/src/modules/' },
    ),
    rule('no-cycles', {}, { circular: true }),
    { ...rule('no-module-cycles', { path: '^apps/server/src/modules/' }, { circular: true }), scope: 'folder' },
    rule(
      'browser-safe', // client/src/node: reading folders, keeping files
      { path: '^packages/(protocol|client)/src/', pathNot: `${TEST}|/client/src/node/` },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'pure-core', // src/node: processes, files and the way to models
      { path: '^packages/(analysis|audit|contract-review|economy|reader|sandbox)/src/', pathNot: `${TEST}|/src/node/` },
      { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|assert|buffer|util|path|zlib)$' },
    ),
    rule(
      'optional-packages', // audit works where these are not installed: it loads them when they are needed
      { path: '^packages/audit/src/', pathNot: TEST },
      {
        path: '^packages/(sandbox|contract-review|reader)/',
        dependencyTypesNot: ['dynamic-import', 'type-only', 'type-import'],
      },
    ),
    rule(
      'module-front-door', // index.ts for code; tables for joins and foreign keys
      { path: MODULE },
      { path: MODULE, pathNot: ['^apps/server/src/modules/$1/', '/index[.]ts$', '[.]tables[.]ts$'] },
    ),
    rule(
      'platform-knows-no-domain',
      { path: '^apps/server/src/platform/' },
      { path: '^apps/server/src/(modules|app|compose|handlers|transactions|main)' },
    ),
    rule(
      'modules-receive', // compose.ts picks; a module sees types of its own
      { path: MODULE, pathNot: TEST },
      {
        path: [
          '^apps/server/src/(main|app|compose[^/]*|config|handlers|transactions)[.]ts$',
          '^packages/chain/',
          'node_modules/(viem|@x402)/',
        ],
      },
    ),
    rule(
      'sql-in-stores',
      { path: MODULE, pathNot: ['[.](store|tables)[.]ts$', TEST] },
      {
        path: ['/platform/db/', '[.]tables[.]ts$', 'node_modules/(drizzle-orm|pg)/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule('routes-call-services', { path: '[.]routes[.]ts$' }, { path: '[.](store|tables)[.]ts$' }),
    rule(
      'policies-are-pure',
      { path: '[.]policy[.]ts$' },
      { path: '/platform/|[.](store|tables|service|routes|jobs)[.]ts$' },
    ),
    rule(
      'one-door-to-drizzle', // platform/db/drizzle.ts says why
      { path: '^apps/server/src/', pathNot: '/platform/db/drizzle[.]ts$' },
      { path: 'node_modules/drizzle-orm/', dependencyTypesNot: ['type-only'] },
    ),
    rule('fakes-stay-in-tests', { path: '^(apps|packages)/', pathNot: TEST }, { path: '/src/testing/' }),
    rule(
      'declared-dependencies',
      { path: '^(apps|packages)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules|/dist/' },
    // Tests, and the walks that one of them goes, may reach anywhere: what they import says nothing about the house.
    exclude: { path: '/fixtures/|[.](test|walk)[.]ts$' },
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
