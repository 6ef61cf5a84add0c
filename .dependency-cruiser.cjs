/**
 * Which way imports point: docs/ARCHITECTURE.md draws it, this file holds it. One named rule a forbidden direction.
 *
 *   base      errors, codec                            values, bytes and codes
 *   core      canonical-message, exchange, funding,    the rules: pure, synchronous
 *             market-data, wormhole,
 *             split-program, vault-program
 *   adapter   signature, bus, persistence, runtime,    one technology each
 *             chain, journal-files
 *   edge      api                                      HTTP shapes, for apps
 *   assembly  nest-bus, funding-runtime, backup            several adapters put together, for more than one place
 *   client    client                                   the SDK: the other end of the wire, for anybody
 *   app       apps/*                                   wiring; apps/web: the web pages, a client
 *   development  dev/*, tools/*                        never part of a running app
 */
const BASE = 'libs/(?:errors|codec)/';
const CORE =
  'libs/(?:canonical-message|exchange|funding|market-data|wormhole|split-program|vault-program)/';
const ADAPTER = 'libs/(?:signature|bus|persistence|runtime|chain|journal-files)/';
const EDGE = 'libs/api/';
const ASSEMBLY = 'libs/(?:nest-bus|funding-app|backup)/';
const CLIENT = 'libs/client/';
const DEVELOPMENT = '(?:dev|tools)/';
/** Folders of `dev` that others import as they import a lib. */
const DEVELOPMENT_LIBS = 'dev/(?:local-(?:services|chain)|funding-testbed|seeded-random)/';
const TESTS = '(?:/test/|\\.spec\\.ts$)';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** A layer and what its sources may import of ours, beside themselves. */
const layer = (name, comment, path, allowed) =>
  forbid(
    name,
    comment,
    { path: `^${path}`, pathNot: TESTS },
    {
      path: '^(?:libs|apps|dev|tools)/',
      pathNot: [`^${path}`, ...allowed.map((one) => `^${one}`)],
    },
  );

/** A technology stays behind the lib that is named for it, so that it can be exchanged there. */
const behind = (name, comment, packages, allowed) =>
  forbid(
    name,
    comment,
    {
      path: '^(?:apps|libs)/',
      pathNot: [TESTS, ...allowed],
    },
    { path: `node_modules/(?:${packages})(?:/|$)` },
  );

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'Modules in a circle can only be understood, tested and loaded together.',
      {},
      { circular: true },
    ),
    forbid(
      'no-lost-imports',
      'An import that resolves to nothing fails at run time only.',
      {},
      { couldNotResolve: true },
    ),
    layer('base-knows-base', 'Codes and bytes are under everything else.', BASE, []),
    layer('core-knows-base', 'A rule that knows an adapter cannot be replayed.', CORE, [BASE]),
    forbid(
      'adapters-know-core',
      'Adapters are exchanged one by one: none may lean on another.',
      { path: `^(${ADAPTER})`, pathNot: TESTS },
      { path: '^(?:libs|apps|dev|tools)/', pathNot: ['^$1', `^${BASE}`, `^${CORE}`] },
    ),
    layer(
      'edge-knows-core',
      'HTTP shapes are made of values and rules; apps bring the rest.',
      EDGE,
      [BASE, CORE],
    ),
    layer(
      'assembly-knows-adapters',
      'Adapters meet in apps; what is wanted in several places is put together once, below them.',
      ASSEMBLY,
      [BASE, CORE, ADAPTER],
    ),
    layer(
      'client-knows-the-wire',
      'What users install is made of bytes, codes and signed messages; its tests hold its types to the HTTP shapes.',
      CLIENT,
      [BASE, 'libs/canonical-message/'],
    ),
    forbid(
      'client-is-for-users',
      'Nothing that runs in the exchange is a client of it. The web pages run at its users.',
      { path: '^(?:apps|libs)/', pathNot: [`^${CLIENT}`, '^apps/web/'] },
      { path: `^${CLIENT}` },
    ),
    forbid(
      'edge-is-for-apps',
      'HTTP shapes are the outermost ring: nothing below an app knows of HTTP.',
      { path: '^libs/(?!api/|client/test/)' },
      { path: `^${EDGE}` },
    ),
    forbid('libs-know-no-app', 'A lib serves any app.', { path: '^libs/' }, { path: '^apps/' }),
    forbid(
      'apps-know-no-app',
      'Apps meet over NATS alone, so that each can be run, scaled and replaced by itself.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'tools-know-no-app',
      'Tools run apps as processes; what an app is made of is its own affair. The manifests are held to their configuration.',
      { path: '^(?:dev|tools)/', pathNot: '^tools/cluster/test/app-configs\\.ts$' },
      { path: '^apps/' },
    ),
    forbid(
      'development-stays-outside',
      'Development servers and tools are not part of what runs in production.',
      { path: '^(?:apps|libs)/', pathNot: TESTS },
      { path: `^${DEVELOPMENT}` },
    ),
    forbid(
      'units-start-nothing',
      'A spec beside its source tests one unit; what starts servers, chains or processes lies in `test`.',
      { path: '^(?:apps|libs|tools)/[^/]+/src/.*\\.spec\\.ts$' },
      { path: '^(?:dev/(?:local-|funding-testbed)|child_process$)' },
    ),
    forbid(
      'independent-of-us',
      'The second client proves that the documents say enough: it may look at nothing else.',
      { path: '^dev/independent-client/src/' },
      {
        path: '(?:^(?:libs|apps|dev|tools)/|node_modules/)',
        pathNot: '^dev/independent-client/src/',
      },
    ),
    forbid(
      'through-the-index',
      'The index of a lib is what it promises; everything else in it may change. Benchmarks have a door of their own, and so have the seeded commands and the hostile blocks of tests, what stands in for the apps, and two processes on one database; what runs before anything is built reads plain modules.',
      { path: '^((?:apps|libs|dev|tools)/[^/]+/)' },
      {
        path: `^(?:libs/|${DEVELOPMENT_LIBS})`,
        pathNot: [
          '^$1',
          '^(?:libs|dev)/[^/]+/src/index\\.ts$',
          '^(?:libs|dev)/[^/]+/bench/',
          '^libs/exchange/test/seeded-journal\\.ts$',
          '^libs/chain/test/hostile-node\\.ts$',
          '^libs/nest-bus/test/(?:serve-operations|pay-revenue)\\.ts$',
          '^libs/persistence/test/two-processes\\.ts$',
          '^dev/local-services/src/[^/]+\\.mjs$',
        ],
      },
    ),
    forbid(
      'siblings-not-the-index',
      'Inside a lib a file imports its sibling: through the index it would import itself.',
      { path: '^((?:libs|dev)/[^/]+/)src/', pathNot: TESTS },
      { path: '^$1src/index\\.ts$' },
    ),
    forbid(
      'pure-of-node',
      'The rules run in any engine, a browser too, and so does the SDK.',
      { path: `^(?:${BASE}|${CORE}|${CLIENT})src/`, pathNot: TESTS },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'pure-of-packages',
      'What judges money depends on a few audited packages, and on nothing else.',
      { path: `^(?:${BASE}|${CORE}|${CLIENT})src/`, pathNot: [TESTS, '^libs/market-data/'] },
      {
        path: 'node_modules/',
        pathNot: 'node_modules/(?:@noble/(?:curves|ed25519|hashes)|@scure/base)/',
      },
    ),
    forbid(
      'market-data-of-packages',
      'What is shown of the market is kept in caches, and judges no money.',
      { path: '^libs/market-data/src/', pathNot: TESTS },
      { path: 'node_modules/', pathNot: 'node_modules/lru-cache/' },
    ),
    forbid(
      'no-development-packages',
      'Images install production dependencies only.',
      { path: '^(?:apps|libs)/[^/]+/src/', pathNot: '\\.spec\\.ts$' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['npm', 'type-only'] },
    ),
    forbid(
      'pages-are-a-client',
      'The web pages run in browsers, and know the exchange as every client does: by the SDK.',
      { path: '^apps/web/', pathNot: TESTS },
      { path: '^(?:libs|dev|tools)/', pathNot: '^libs/client/' },
    ),
    forbid(
      'documents-stand-alone',
      'The pages of traders, operators and builders share components, and no memory.',
      { path: '^apps/web/src/(trade|operate|build|design)/' },
      { path: '^apps/web/src/(?:trade|operate|build|design)/', pathNot: '^apps/web/src/$1/' },
    ),
    forbid(
      'components-know-no-document',
      'What all documents are made of belongs to none of them.',
      { path: '^apps/web/src/(?:components|exchange|money)/' },
      { path: '^apps/web/src/(?:trade|operate|build|design)/' },
    ),
    behind('nats-behind-bus', 'Delivery rules live in one place.', '@nats-io', ['^libs/bus/']),
    behind('sodium-behind-signature', 'One verification rule.', 'sodium-native', [
      '^libs/signature/',
    ]),
    behind('database-behind-persistence', 'Rows are not domain types.', '@prisma|pg', [
      '^libs/persistence/',
    ]),
    behind('solana-behind-chain', 'One client for both chains.', '@solana(?:-program)?', [
      '^libs/chain/',
    ]),
    behind('nest-at-the-edge', 'No rule stands under a decorator.', '@nestjs', [
      '^apps/',
      '^libs/runtime/',
      '^libs/nest-bus/',
      '^libs/funding-runtime/',
    ]),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:/generated/|^dist/|^dev/chain-clients/)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
