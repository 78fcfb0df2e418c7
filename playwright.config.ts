import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { headlessShellPath } from './scripts/chromium-path.mjs'

/** Journeys through the production build in Chromium's headless shell, or in the program that `CHROMIUM` names. */
export default defineConfig({
  testDir: 'tests/e2e',
  // Guards against a hang, not measures: the machine may be busy.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  workers: Math.max(2, availableParallelism()),
  retries: 0,
  reporter: [['list'], ['./tests/e2e/app/failed-page-reporter.ts']],
  use: {
    baseURL: 'http://127.0.0.1:4173',
    launchOptions: {
      executablePath: headlessShellPath(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    },
  },
  webServer: {
    command: 'npx vite preview --host 127.0.0.1 --port 4173 --strictPort',
    url: 'http://127.0.0.1:4173',
    // A server that happens to run may serve an older build.
    reuseExistingServer: false,
  },
})
