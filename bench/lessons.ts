import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import { encodeScenarioLink } from '../src/scenario/scenario-link.ts'
import { median } from './measure.ts'
import type { Row } from './row.ts'

const LESSON = path.resolve(import.meta.dirname, '../scenarios/first-steps/create-and-read.yaml')
const VISITS = 5
/** The number of writes whose check is timed. */
const CHECKED = 50

/** The time from the navigation to the first check on screen, each time in a new profile. */
export async function lessonRow(browser: Browser, url: string): Promise<Row> {
  const link = `${url}${await encodeScenarioLink(readFileSync(LESSON, 'utf8'))}`
  const times: number[] = []
  for (let visit = 0; visit < VISITS; visit++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const started = performance.now()
    await page.goto(link)
    await page.getByRole('region', { name: 'Checks' }).getByRole('listitem').first().waitFor({ timeout: 120_000 })
    times.push(performance.now() - started)
    await context.close()
  }
  const spread = [Math.min(...times), Math.max(...times)] as const
  return {
    what: 'lesson link to its first check',
    unit: 'ms',
    ours: median(times),
    spread,
    goal: { atMost: 1500 },
  }
}

const SCENARIO = `apiVersion: tabplane.dev/v1
kind: Scenario
name: first-map
title: A first ConfigMap
summary: You store a setting.
level: beginner
minutes: 3
steps:
  - title: Create it
    text: Store the colour red in a ConfigMap.
    checks:
      - name: colour
        title: A ConfigMap holds the colour red
        expr: objects('configmaps', 'default').exists(c, has(c.data) && 'colour' in c.data && c.data.colour == 'red')
    solution:
      - run: kubectl create configmap a --from-literal=colour=red
`

/** The time from the answer to a write until the page shows the check that the write fulfils. */
export async function checkRow(browser: Browser, url: string): Promise<Row> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}${await encodeScenarioLink(SCENARIO)}`)
  await page.locator('[data-status=pending]').waitFor({ timeout: 120_000 })
  await page.waitForURL(/[?&]cluster=/, { timeout: 120_000 })
  await page.evaluate(() => (globalThis as unknown as { tabplane: { ready: Promise<void> } }).tabplane.ready)
  const times = await page.evaluate(measureChecks, CHECKED)
  await page.context().close()
  return { what: 'write to its check, as shown, p50', unit: 'ms', ours: median(times), goal: { atMost: 50 } }
}

/** Runs in the page: the times of checks, milliseconds. */
async function measureChecks(count: number): Promise<number[]> {
  const id = new URLSearchParams(location.search).get('cluster')
  const path = `clusters/${id}/api/v1/namespaces/default/configmaps`
  const item = document.querySelector('[data-status]')
  if (item === null) throw new Error('the page shows no check')
  const turned = (status: string): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (item.getAttribute('data-status') !== status) return
        observer.disconnect()
        resolve(performance.now())
      }
      const observer = new MutationObserver(look)
      observer.observe(item, { attributes: true })
      look()
    })
  const body = JSON.stringify({ metadata: { name: 'a' }, data: { colour: 'red' } })
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const passed = turned('passed')
    await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    const written = performance.now()
    times.push((await passed) - written)
    const pending = turned('pending')
    await fetch(`${path}/a`, { method: 'DELETE' })
    await pending
  }
  return times
}
