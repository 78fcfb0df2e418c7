import { svelte } from '@sveltejs/vite-plugin-svelte'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { apiDocs } from './scripts/api-docs/api-docs-plugin.ts'
import { chunkGroups } from './scripts/chunk-groups.ts'
import { compiledAhead } from './scripts/compiled-ahead.ts'
import { classicScript, moduleScript } from './scripts/classic-script.ts'
import { fixedFiles } from './scripts/fixed-files-plugin.ts'
import { fontLicences } from './scripts/font-licences.ts'
import { firstLoad } from './scripts/first-load-plugin.ts'
import { hostingHeaders } from './scripts/hosting/headers-plugin.ts'
import { fieldDescriptions } from './scripts/field-descriptions-plugin.ts'
import { handlerFrame } from './scripts/handler-frame.ts'
import { plainIcons } from './scripts/plain-icons-plugin.ts'
import { sandboxedPage } from './scripts/sandboxed-page.ts'
import { scenarioList } from './scripts/scenario-list.ts'
import { referenceFiles } from './scripts/reference/reference-files.ts'
import { SCHEMA_FILE, publishedSchema } from './src/scenario/published-schema.ts'
import { besideWorker, workerBuild } from './scripts/worker-build.ts'
import { LongestFirst } from './tests/longest-first.ts'
import { OWN_PROCESS } from './tests/own-process.ts'

/** The chunk of src/app/opened-address.ts. */
const LINK_OPENER = /\/opened-address-/

export default defineConfig({
  plugins: [
    plainIcons(import.meta.dirname),
    svelte(),
    fieldDescriptions(),
    hostingHeaders(import.meta.dirname),
    scenarioList(import.meta.dirname),
    firstLoad(import.meta.dirname),
    sandboxedPage(),
    compiledAhead(),
    fixedFiles([
      {
        name: 'embed.js',
        type: 'text/javascript',
        source: (config) => classicScript(import.meta.dirname, 'src/embed/tabplane-cluster.ts', config),
      },
      {
        name: 'embed-kit.js',
        type: 'text/javascript',
        source: (config) => moduleScript(import.meta.dirname, 'src/embed/embed-kit.ts', config),
      },
      handlerFrame(import.meta.dirname),
      fontLicences(import.meta.dirname),
      { name: SCHEMA_FILE, type: 'application/schema+json', source: publishedSchema },
      ...referenceFiles(import.meta.dirname),
    ]),
    apiDocs(import.meta.dirname),
    ...besideWorker(import.meta.dirname),
  ],
  base: './',
  // Not the pages of tests.
  optimizeDeps: { entries: ['index.html'] },
  build: {
    target: 'es2023',
    sourcemap: true,
    rolldownOptions: {
      output: {
        // The page names its files, and each character of a hash is 0.75 bytes of the first load.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: chunkGroups(import.meta.dirname) },
      },
    },
    modulePreload: {
      // Styles only: the names of all scripts behind each import() are 1 kB of the page, and panes load ahead of their use.
      // The code that opens a link is needed at once, and level by level its files would take five round trips.
      resolveDependencies: (_, files, { hostId, hostType }) =>
        hostType === 'html' || LINK_OPENER.test(hostId) ? files : files.filter((file) => file.endsWith('.css')),
    },
  },
  worker: workerBuild,
  // `hostingHeaders` allows other origins the files that they need.
  preview: { cors: false },
  test: {
    environment: 'node',
    // A guard against a hang, not a measure: the machine may be busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['tests/patient-waits.ts'],
    // Some tests wait for processes and for the pace of controllers, and leave their processor to the others.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Files in one thread share their modules, because importing the server again for each file takes longer than its
        // tests.
        extends: true,
        test: {
          name: 'units',
          include: ['{worker,src,bench,scripts}/**/*.test.ts', 'tests/spec/**/*.test.ts'],
          exclude: [...OWN_PROCESS],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['{serve,package,tests}/**/*.test.ts', ...OWN_PROCESS],
          exclude: ['tests/spec/**'],
        },
      },
    ],
  },
})
