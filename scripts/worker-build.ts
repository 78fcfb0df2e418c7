import path from 'node:path'
import type { UserConfig } from 'vite'
import { serviceWorker } from './service-worker-plugin.ts'
import { yamlBesideWorker, yamlOutsideWorker } from './worker-yaml-plugin.ts'

/** How the API worker is built: one classic script, so that it also starts from a blob (src/cluster/page-worker.ts). */
export const workerBuild = (root: string): NonNullable<UserConfig['worker']> => ({
  format: 'iife',
  plugins: () => [yamlOutsideWorker(root)],
  rolldownOptions: { output: { entryFileNames: 'assets/api-worker-[hash].js' } },
})

/** What stands beside the API worker, wherever a page of ours is built. */
export const besideWorker = (root: string) => [serviceWorker(root), yamlBesideWorker(root)]

/** A page over the host alone: the app's own workers and its page side, without the app. */
export const hostPage = (folder: string, root: string, outDir: string): UserConfig => ({
  root: folder,
  base: './',
  plugins: besideWorker(root),
  build: { target: 'es2023', outDir: path.join(root, outDir), emptyOutDir: true },
  worker: workerBuild(root),
})
