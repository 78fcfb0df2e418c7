// The rooms of worker/ in their order: a room imports only rooms above it (docs/ARCHITECTURE.md).
const rooms = [
  'dialect',
  'runtime',
  'api',
  'clock',
  'observability',
  'schema',
  'codec',
  'cel',
  'patch',
  'apply',
  'store',
  'certificates',
  'webhooks',
  'resources',
  'apiextensions',
  'authentication',
  'authorization',
  'admission',
  'verbs',
  'http',
  'controllers',
  'server',
]
const below = (i) =>
  `^worker/((${rooms
    .slice(i + 1)
    .concat('host')
    .join('|')})/|main|service-worker)`
// The layers of src/ in the same sense. Imports of types count too (src/layers.test.ts reads those of components, which
// this tool does not see). src/main.ts is above all of them.
const layers = require('./src/layers.json')
const layersBelow = (i) => `^src/((${layers.slice(i + 1).join('|')})/|main)`
/** Rooms usable on their own: they may know only what describes an object. */
const pure = {
  cel: ['dialect', 'runtime', 'api', 'schema'],
  patch: ['runtime', 'api', 'schema'],
  apply: ['runtime', 'api', 'schema', 'patch'],
  store: ['runtime', 'api', 'clock'],
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-type-cycles',
      comment: 'rooms whose contracts import none of their implementations',
      severity: 'error',
      from: { path: '^worker/(controllers|resources|apiextensions|verbs)/' },
      to: { circular: true, viaOnly: { path: '^worker/(controllers|resources|apiextensions|verbs)/' } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...rooms.map((room, i) => ({
      name: `room-order-${room}`,
      comment: `${room}/ imports only rooms above it`,
      severity: 'error',
      from: { path: `^worker/${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: below(i) },
    })),
    ...Object.entries(pure).map(([room, allowed]) => ({
      name: `pure-${room}`,
      severity: 'error',
      from: { path: `^worker/${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^worker/', pathNot: `^worker/(${allowed.concat(room).join('|')})/` },
    })),
    ...layers.map((layer, i) => ({
      name: `layer-order-${layer}`,
      comment: `src/${layer}/ imports only layers above it in src/layers.json`,
      severity: 'error',
      from: { path: `^src/${layer}/`, pathNot: '\\.test\\.ts$' },
      to: { path: layersBelow(i) },
    })),
    {
      name: 'no-cycles-in-the-page',
      comment: 'not even of types',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { circular: true },
    },
    { name: 'server-knows-no-host', severity: 'error', from: { path: '^worker/' }, to: { path: '^(src|serve)/' } },
    {
      name: 'page-reaches-server-by-http',
      comment: 'the page shares shapes and pure rooms with the server, nothing that runs it',
      severity: 'error',
      // Tests may run the server itself.
      from: { path: '^src/', pathNot: '\\.(test|fixture)\\.ts$' },
      to: {
        path: '^worker/',
        // worker/main.ts is named only to be started as a worker; what reads a request for a certificate is pure too.
        pathNot:
          '^worker/((runtime|api|apply|clock|codec|dialect|patch|schema|host)/|certificates/(certificate-request|pem).ts$|main.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-node-in-the-browser',
      severity: 'error',
      from: { path: '^(worker|src)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'svelte', 'default', 'types'] },
  },
}
