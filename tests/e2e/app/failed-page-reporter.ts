import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** The most printed lines of a page. A page may show a table of a thousand rows. */
const MAX_LINES = 80

/** Prints the content of the page when a journey fails, because only the output of a hosted machine is kept. */
export default class FailedPageReporter implements Reporter {
  onTestEnd({ title }: TestCase, { attachments }: TestResult): void {
    // Playwright writes this file only for failures.
    const path = attachments.find(({ name }) => name === 'error-context')?.path
    const snapshot = path === undefined ? undefined : pageSnapshot(readFileSync(path, 'utf8'))
    if (snapshot !== undefined) console.log(`The page when "${title}" failed:\n${snapshot}`)
  }

  printsToStdio(): boolean {
    return false
  }
}

/** The accessibility tree, which is the only YAML in Playwright's description of a failure. */
function pageSnapshot(description: string): string | undefined {
  const [, snapshot] = /```yaml\n([\s\S]*?)```/.exec(description) ?? []
  return snapshot?.split('\n').slice(0, MAX_LINES).join('\n')
}
