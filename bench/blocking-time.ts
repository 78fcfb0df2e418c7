import type { Browser, CDPSession } from '@playwright/test'
import { medianWithSpread } from './measure.ts'
import type { Row } from './row.ts'

/** An event of Chromium's trace, with the fields that this file reads. Times are microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Processor time of the thread. */
  readonly tdur?: number
}

/** A phone's processor, as Lighthouse simulates it. */
const SLOWDOWN = 4
/** The part of a task that does not count as blocking, ms. */
const FREE = 50
const ROUNDS = 5
/** After the cluster has opened, the page loads its other panes. */
const SETTLED_MS = 5000
const OPENED = 'tabplane:opened'

/**
 * The total blocking time of the main thread in ms, from the first paint on. Each task counts with the time beyond 50 ms that
 * it takes on a slower processor. Processor time is measured, because a busy machine lengthens the wall-clock time of a task.
 */
export function blockingTime(events: readonly TraceEvent[]): number {
  const mark = events.find(({ name }) => name === OPENED)
  const main = events.filter(({ pid, tid }) => pid === mark?.pid && tid === mark.tid)
  const paint = main.find(({ name }) => name === 'firstContentfulPaint')
  if (paint === undefined) throw new Error('the trace has no first paint of the page with the cluster')
  return main
    .filter(({ name, ts, dur = 0 }) => name === 'RunTask' && ts + dur > paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * SLOWDOWN - FREE), 0)
}

/** The row of first visits on a phone's screen. */
export async function blockingRow(browser: Browser, url: string): Promise<Row> {
  const figures: number[] = []
  for (let round = 0; round < ROUNDS; round++) figures.push(blockingTime(await traced(browser, url)))
  return {
    what: 'app: blocking time of a first visit, processor slowed 4 times',
    unit: 'ms',
    ...medianWithSpread(figures),
    goal: { atMost: 300 },
  }
}

async function traced(browser: Browser, url: string): Promise<TraceEvent[]> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline', 'loading', 'blink.user_timing', 'toplevel'],
      excludedCategories: ['*'],
    },
  })
  await page.goto(url)
  await page.getByRole('button', { name: /^Cluster / }).waitFor()
  await page.evaluate((name) => performance.mark(name), OPENED)
  await page.waitForTimeout(SETTLED_MS)
  await ended(session)
  await context.close()
  return events
}

async function ended(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
}
