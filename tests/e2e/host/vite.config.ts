import path from 'node:path'
import { defineConfig } from 'vite'
import { hostPage } from '../../../scripts/worker-build.ts'

/** The host without the app, built as the app builds it. */
export default defineConfig(hostPage(import.meta.dirname, path.resolve(import.meta.dirname, '../../..'), '.cache/host'))
