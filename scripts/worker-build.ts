import path from 'node:path'
import type { UserConfig } from 'vite'
import { serviceWorker } from './service-worker-plugin.ts'
import { wholeWorker } from './whole-worker-plugin.ts'

/** How the API worker is built: as modules. What it imports when needed are files of their own, in a folder beside it. */
export const workerBuild: NonNullable<UserConfig['worker']> = {
  format: 'es',
  rolldownOptions: {
    output: {
      entryFileNames: 'assets/api-worker-[hash].js',
      chunkFileNames: 'assets/api-worker/[name]-[hash].js',
      // What the entry imports is one file with it, also where a later part uses it too: no second round of loading.
      codeSplitting: { groups: [{ name: 'api-worker', tags: ['$initial'] }] },
    },
  },
}

/** What stands beside the API worker, wherever a page of ours is built. */
export const besideWorker = (root: string) => [serviceWorker(root), wholeWorker(root)]

/** A page over the host alone: the app's own workers and its page side, without the app. */
export const hostPage = (folder: string, root: string, outDir: string): UserConfig => ({
  root: folder,
  base: './',
  plugins: besideWorker(root),
  build: { target: 'es2023', outDir: path.join(root, outDir), emptyOutDir: true },
  worker: workerBuild,
})
