import path from 'node:path'
import { expect, it } from 'vitest'
import { chromiumPath } from '../../scripts/chromium-path.mjs'
import { folder, run, write } from './installed-package.ts'

/**
 * The time limit of a test in milliseconds, in place of the runners' own limits of 5 and 30 seconds. A busy machine may
 * take long, so it only guards against a hang.
 */
const LONGEST_TEST = 150_000

const tool = (file: string): string => path.join(folder, 'node_modules', file)

/** The examples of package/examples/, each run by its test runner as a user runs it. */
export function testRunners(): void {
  it('gives each test of node:test a cluster', async () => {
    const { code, stdout } = await run(process.execPath, ['--test', 'examples/node.test.js'])
    expect({ code, passed: /^(?:#|ℹ) pass (\d+)$/m.exec(stdout)?.[1] }, stdout).toEqual({ code: 0, passed: '3' })
  })

  it('gives each test of vitest a cluster', async () => {
    const { code, stdout } = await run(
      process.execPath,
      [
        tool('vitest/vitest.mjs'),
        'run',
        `--testTimeout=${LONGEST_TEST}`,
        `--hookTimeout=${LONGEST_TEST}`,
        'examples/vitest.test.js',
      ],
      {
        NO_COLOR: '1',
      },
    )
    expect(stdout).toMatch(/Tests +2 passed/)
    expect(code).toBe(0)
  })

  it('gives each test of jest a cluster', async () => {
    const { code, stderr } = await run(
      process.execPath,
      [tool('jest/bin/jest.js'), `--testTimeout=${LONGEST_TEST}`, 'examples/jest.test.js'],
      {
        NODE_OPTIONS: '--experimental-vm-modules',
      },
    )
    expect(stderr).toMatch(/Tests: +2 passed/)
    expect(code).toBe(0)
  })

  it('gives each test of Playwright a cluster and its port', async () => {
    const launch = { executablePath: chromiumPath(), args: ['--no-sandbox'] }
    write(
      'playwright.config.js',
      `export default { testMatch: '*.spec.js', timeout: ${LONGEST_TEST}, use: { launchOptions: ${JSON.stringify(launch)} } }`,
    )
    const { code, stdout } = await run(process.execPath, [tool('@playwright/test/cli.js'), 'test', 'examples/'])
    expect(stdout).toMatch(/1 passed/)
    expect(code).toBe(0)
  })
}
