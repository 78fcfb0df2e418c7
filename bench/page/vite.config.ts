import path from 'node:path'
import { defineConfig } from 'vite'
import { hostPage } from '../../scripts/worker-build.ts'

/** A page with the host and the peer, without the app. */
export default defineConfig(
  hostPage(import.meta.dirname, path.resolve(import.meta.dirname, '../..'), '.cache/bench-page'),
)
