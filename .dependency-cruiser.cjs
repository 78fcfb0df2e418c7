// The rooms of worker/: a room imports only rooms before it in `order`, and a standalone one only those that it names.
// worker/rooms.test.ts compares the list with the folders and with docs/ARCHITECTURE.md.
const { order: rooms, standalone, host } = require('./worker/rooms.json')
const below = (i) =>
  `^worker/((${rooms
    .slice(i + 1)
    .concat('host')
    .join('|')})/|main|service-worker)`
// The layers of src/ in the same sense. Imports of types count too (src/layers.test.ts reads the imports of components,
// which this tool does not see). src/main.ts is above all of them.
const layers = require('./src/layers.json')
const layersBelow = (i) => `^src/((${layers.slice(i + 1).join('|')})/|main)`
const filesOf = (names) => `^worker/host/(${names.join('|')})\\.ts$`
const TESTS = '\\.(test|fixture)\\.ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', comment: 'not even of types', severity: 'error', from: {}, to: { circular: true } },
    // The build writes the modules whose names begin with `virtual:`.
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    ...rooms.map((room, i) => ({
      name: `room-order-${room}`,
      comment: `${room}/ imports only rooms above it`,
      severity: 'error',
      from: { path: `^worker/${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: below(i) },
    })),
    ...Object.entries(standalone).map(([room, allowed]) => ({
      name: `standalone-${room}`,
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
      name: 'host-sides',
      comment: 'what runs in a page and what runs in the worker share messages only',
      severity: 'error',
      from: { path: filesOf(host.page) },
      to: { path: filesOf(host.worker) },
    },
    {
      name: 'host-sides-back',
      severity: 'error',
      from: { path: filesOf(host.worker) },
      to: { path: filesOf(host.page) },
    },
    {
      name: 'host-contract',
      comment: 'messages import neither side',
      severity: 'error',
      from: { path: filesOf(host.shared) },
      to: { path: filesOf([...host.page, ...host.worker]) },
    },
    {
      name: 'serve-http-decides-nothing',
      comment: 'serve/http turns HTTP messages into exchanges, without flags and without a server',
      severity: 'error',
      from: { path: '^serve/http/', pathNot: TESTS },
      to: { path: '^(src|serve|worker)/', pathNot: '^(serve/http|worker/(api|runtime))/' },
    },
    {
      name: 'serve-etcd-is-a-log',
      severity: 'error',
      from: { path: '^serve/etcd/', pathNot: TESTS },
      to: { path: '^(src|serve|worker)/', pathNot: '^(serve/etcd|worker/(api|runtime|clock|codec|store))/' },
    },
    {
      name: 'serve-data-folder-is-a-log',
      severity: 'error',
      from: { path: '^serve/data-folder/', pathNot: TESTS },
      to: { path: '^(src|serve|worker)/', pathNot: '^(serve/data-folder|worker/(clock|runtime|store))/' },
    },
    {
      name: 'serve-reads-flags-in-one-way',
      comment: 'the table of flags imports none of its readers',
      severity: 'error',
      from: { path: '^serve/flags\\.ts$' },
      to: { path: '^(serve|worker|src)/', pathNot: '^(worker/api/|serve/(flag-table|unused-flags)\\.ts$)' },
    },
    {
      name: 'serve-client-apart',
      comment: 'the server and the command-line client are two programs',
      severity: 'error',
      from: { path: '^serve/', pathNot: '^serve/(client-|svcctl)' },
      to: { path: '^(src|serve/(client-|svcctl))' },
    },
    {
      name: 'server-knows-no-host',
      severity: 'error',
      from: { path: '^worker/' },
      to: { path: '^(src|serve|package)/' },
    },
    {
      name: 'package-is-above-all',
      comment: 'package/ composes the server, its Node host and the client; nothing imports it but its tests',
      severity: 'error',
      from: { path: '^(src|serve)/' },
      to: { path: '^package/' },
    },
    {
      name: 'package-server-runs-anywhere',
      comment: 'a cluster in a program loads Node only for ports, webhooks, folders and flags',
      severity: 'error',
      from: {
        path: '^package/server/',
        pathNot: ['\\.test\\.ts$', '/(loopback-server|flag-options|folder-snapshot-log)\\.ts$'],
      },
      to: { path: '^(src|serve)/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'page-reaches-server-by-http',
      comment: 'the page shares shapes and pure rooms with the server, nothing that runs it',
      severity: 'error',
      // Tests may run the server itself.
      from: { path: '^src/', pathNot: '\\.(test|fixture)\\.ts$' },
      to: {
        path: '^worker/',
        // Expressions, and the reading of a request's URL, are pure: a lesson's checks use both.
        // worker/main.ts is named only to be started as a worker; reading and writing certificates, and reading the
        // settings of a cluster, is pure too, and so are the filters of the simulated scheduler (ADR 0155).
        pathNot:
          '^worker/((runtime|api|apply|cel|clock|codec|dialect|patch|schema|host)/|http/(request-info|path-decoder).ts$|certificates/|server/settings-options.ts$|controllers/simulation/(outcome-words|node-choice|node-filters|occupancy).ts$|main.ts$)',
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
    // Surfaces and examples import the installed package.
    exclude: { path: '^(dist|\\.cache|package/(surface|examples)/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'svelte', 'default', 'types'] },
  },
}
