import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { firstLoad } from './scripts/first-load-plugin.ts'
import { fieldDescriptions } from './scripts/field-descriptions-plugin.ts'
import { besideWorker, workerBuild } from './scripts/worker-build.ts'

export default defineConfig({
  plugins: [svelte(), fieldDescriptions(), firstLoad(import.meta.dirname), ...besideWorker(import.meta.dirname)],
  base: './',
  // Not the pages of tests.
  optimizeDeps: { entries: ['index.html'] },
  build: { target: 'es2023', sourcemap: true },
  worker: workerBuild,
  test: {
    include: [
      '{worker,src,serve,bench,tests/spec,tests/store,tests/documentation,tests/conformance,tests/fuzz,tests/clients,tests/etcd}/**/*.test.ts',
    ],
    environment: 'node',
    // A guard against a hang, not a measure: the machine may be busy.
    testTimeout: 60_000,
  },
})
