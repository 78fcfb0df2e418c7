import { DEPENDENCIES, ENTRIES, PEERS } from './entries.mjs'

/** The package.json of the package, made from the one of the repository. */
export function packageManifest({ name, version, description, license, type, engines, dependencies, devDependencies }) {
  const versionOf = (peer) => devDependencies[peer] ?? devDependencies.jest
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    keywords: ['kubernetes', 'apiserver', 'testing', 'envtest', 'crd', 'kubectl'],
    bin: { tabplane: 'lib/tabplane.cjs' },
    exports: {
      ...Object.fromEntries(Object.keys(ENTRIES).map((entry) => [`./${entry}`, conditions(entry)])),
      './browser/worker': './lib/page/worker.mjs',
      './package.json': './package.json',
    },
    // Bundlers may leave out what a page does not import; only the program and the worker act when they load.
    sideEffects: ['./lib/tabplane.cjs', './lib/page/worker.mjs', './lib/page/chunks/*'],
    files: ['lib', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.md'],
    dependencies: Object.fromEntries(DEPENDENCIES.map((one) => [one, dependencies[one]])),
    peerDependencies: Object.fromEntries(PEERS.map((peer) => [peer, `>=${versionOf(peer).split('.')[0]}`])),
    peerDependenciesMeta: Object.fromEntries(PEERS.map((peer) => [peer, { optional: true }])),
  }
}

function conditions(entry) {
  const types = `./lib/types/${entry}.d.ts`
  if (ENTRIES[entry].host === 'page') return { types, default: `./lib/page/${entry}.mjs` }
  // Bundlers for pages and workers get a server that opens no port.
  return { types, ...(entry === 'server' && { browser: './lib/page/server.mjs' }), default: `./lib/${entry}.mjs` }
}
