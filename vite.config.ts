import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { embedScript } from './scripts/embed-script-plugin.ts'
import { firstLoad } from './scripts/first-load-plugin.ts'
import { fieldDescriptions } from './scripts/field-descriptions-plugin.ts'
import { besideWorker, workerBuild } from './scripts/worker-build.ts'

export default defineConfig({
  plugins: [
    svelte(),
    fieldDescriptions(),
    firstLoad(import.meta.dirname),
    embedScript(import.meta.dirname),
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
    include: ['{worker,src,serve,bench,scripts,tests}/**/*.test.ts'],
    environment: 'node',
    // A guard against a hang, not a measure: the machine may be busy.
    testTimeout: 60_000,
  },
})
