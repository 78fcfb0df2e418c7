import path from 'node:path'
import { defineConfig } from 'vite'
import { serviceWorker } from '../../scripts/service-worker-plugin.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The host and the peer in one page, without the app. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [serviceWorker(root)],
  build: { target: 'es2023', outDir: path.join(root, '.cache/bench-page'), emptyOutDir: true },
  worker: {
    format: 'iife',
    rolldownOptions: { output: { entryFileNames: 'assets/api-worker-[hash].js' } },
  },
})
