// The parts of the package, as data. `exports` of package.json, the bundles and the declarations are made from it.

/** The parts by export name. `node` parts run under Node, Deno and Bun, `page` parts also in pages and workers. */
export const ENTRIES = {
  server: { file: 'package/server/index.ts', host: 'node' },
  browser: { file: 'package/browser/index.ts', host: 'page' },
  embed: { file: 'package/embed/index.ts', host: 'page' },
  patch: { file: 'package/patch/index.ts', host: 'page' },
  apply: { file: 'package/apply/index.ts', host: 'page' },
  cel: { file: 'package/cel/index.ts', host: 'page' },
  schema: { file: 'package/schema/index.ts', host: 'page' },
  remark: { file: 'package/plugins/remark.ts', host: 'page' },
  rehype: { file: 'package/plugins/rehype.ts', host: 'page' },
  vitest: { file: 'package/testing/vitest.ts', host: 'node', peer: 'vitest' },
  jest: { file: 'package/testing/jest.ts', host: 'node', peer: '@jest/globals' },
  'node-test': { file: 'package/testing/node-test.ts', host: 'node' },
  playwright: { file: 'package/testing/playwright.ts', host: 'node', peer: '@playwright/test' },
}

/** Packages that need files beside their code, so they stay dependencies. All others become a part of the package. */
export const DEPENDENCIES = ['classic-level', '@grpc/grpc-js', '@grpc/proto-loader']

/** Test runners. Each user installs only some of them. */
export const PEERS = Object.values(ENTRIES).flatMap(({ peer }) => (peer === undefined ? [] : [peer]))

export const entriesOf = (host) => Object.entries(ENTRIES).filter(([, entry]) => entry.host === host)
