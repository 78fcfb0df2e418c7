import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { serviceWorker } from './scripts/service-worker-plugin.ts'

export default defineConfig({
  plugins: [svelte(), serviceWorker(import.meta.dirname)],
  base: './',
  build: { target: 'es2023', sourcemap: true },
  // A module, as the page is; one file, so that it also starts from a blob.
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  test: {
    include: ['{worker,src,serve,tests/spec,tests/conformance,tests/clients}/**/*.test.ts'],
    environment: 'node',
    // A guard against a hang, not a measure: the machine may be busy.
    testTimeout: 60_000,
  },
})
