import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { classicScript } from './scripts/classic-script.ts'
import { fixedFiles } from './scripts/fixed-files-plugin.ts'
import { firstLoad } from './scripts/first-load-plugin.ts'
import { fieldDescriptions } from './scripts/field-descriptions-plugin.ts'
import { referenceFiles } from './scripts/reference/reference-files.ts'
import { besideWorker, workerBuild } from './scripts/worker-build.ts'

export default defineConfig({
  plugins: [
    svelte(),
    fieldDescriptions(),
    firstLoad(import.meta.dirname),
    fixedFiles([
      {
        name: 'embed.js',
        type: 'text/javascript',
        source: (config) => classicScript(import.meta.dirname, 'src/embed/tabplane-cluster.ts', config),
      },
      ...referenceFiles(import.meta.dirname),
    ]),
    ...besideWorker(import.meta.dirname),
  ],
  base: './',
  // Not the pages of tests.
  optimizeDeps: { entries: ['index.html'] },
  build: { target: 'es2023', sourcemap: true },
  worker: workerBuild,
  // A sandboxed frame has an origin of its own and asks across origins; what is built is for everybody.
  preview: { cors: { origin: '*' } },
  test: {
    include: ['{worker,src,serve,bench,scripts,tests,package}/**/*.test.ts'],
    environment: 'node',
    // A guard against a hang, not a measure: the machine may be busy.
    testTimeout: 60_000,
  },
})
