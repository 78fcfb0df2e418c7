import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { firstLoad } from './scripts/first-load-plugin.ts'
import { fieldDescriptions } from './scripts/field-descriptions-plugin.ts'
import { serviceWorker } from './scripts/service-worker-plugin.ts'
import { yamlBesideWorker, yamlOutsideWorker } from './scripts/worker-yaml-plugin.ts'

export default defineConfig({
  plugins: [
    svelte(),
    fieldDescriptions(),
    firstLoad(import.meta.dirname),
    serviceWorker(import.meta.dirname),
    yamlBesideWorker(import.meta.dirname),
  ],
  base: './',
  // Not the pages of tests.
  optimizeDeps: { entries: ['index.html'] },
  build: { target: 'es2023', sourcemap: true },
  // One file that is a classic script, too: so it starts from a blob (src/cluster/page-worker.ts).
  worker: {
    format: 'iife',
    plugins: () => [yamlOutsideWorker(import.meta.dirname)],
    rolldownOptions: { output: { entryFileNames: 'assets/api-worker-[hash].js' } },
  },
  test: {
    include: ['{worker,src,serve,tests/spec,tests/conformance,tests/clients}/**/*.test.ts'],
    environment: 'node',
    // A guard against a hang, not a measure: the machine may be busy.
    testTimeout: 60_000,
  },
})
