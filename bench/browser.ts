import path from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { withBuiltPage } from './built-page.ts'
import { median, quantile } from './measure.ts'
import type { Round } from './page/page.ts'
import type { Goals, Row } from './row.ts'
import { rowsOf } from './row.ts'
import type { Plan } from './subject.ts'

declare global {
  /** Measures the floor: a service worker that gives every request the same answer. */
  var floor: (count: number) => Promise<Round>
}

const outDir = path.resolve(import.meta.dirname, '../.cache/bench-page')

const PORT_PLAN: Plan = {
  pods: 10_000,
  atOnce: 32,
  gets: 4000,
  patches: 500,
  lists: 5,
  fanOuts: [{ watchers: 100, events: 100 }],
  turns: 5,
}

/** Durable writes per second, one by one. */
const PORT_GOALS: Goals = { patch: { atLeast: 1500 }, configMap: { atLeast: 1500 } }

/** The server and the floor take turns, so that other load on the machine affects both. */
const TURNS = 6
const FETCHES = 250
const GETS = 4000
const WRITES = 200
const BATCH = 5000
const WATCHERS = 20
const EVENTS = 100

/** Measures the port and the service worker in Chromium, on a production build that stores in IndexedDB. */
export async function browserRows(): Promise<Row[]> {
  await build({
    configFile: path.join(import.meta.dirname, 'page/vite.config.ts'),
    logLevel: 'error',
    build: { outDir },
  })
  return withBuiltPage(outDir, async (browser, url) => {
    const page = await browser.newPage()
    const floor = await browser.newPage()
    await page.goto(url)
    await floor.goto(`${url}/floor/`)
    const rows = [...(await serviceWorkerRows(page, floor)), ...(await portRows(page))]
    await floor.close()
    const { ours, peer } = await page.evaluate((plan) => globalThis.bench.port(plan), PORT_PLAN)
    return [...rows, ...rowsOf('port', ours, { name: 'webernetes', figures: peer }, PORT_GOALS)]
  })
}

/** The floor is the cost of a service worker that answers by itself. No server can cost less. */
async function serviceWorkerRows(page: Page, floor: Page): Promise<Row[]> {
  const ours: Round[] = []
  const constant: Round[] = []
  await page.evaluate((count) => globalThis.bench.serviceWorker(count), FETCHES)
  await floor.evaluate((count) => globalThis.floor(count), FETCHES)
  for (let turn = 0; turn < TURNS; turn++) {
    await floor.bringToFront()
    constant.push(await floor.evaluate((count) => globalThis.floor(count), FETCHES))
    await page.bringToFront()
    ours.push(await page.evaluate((count) => globalThis.bench.serviceWorker(count), FETCHES))
  }
  const p50 = (rounds: readonly Round[]) => median(rounds.flatMap((round) => round.each))
  const rate = (rounds: readonly Round[]) => median(rounds.map(({ atOnce }) => atOnce))
  const name = 'constant answer'
  return [
    {
      what: 'service worker: get, p50',
      unit: 'ms',
      ours: p50(ours),
      beside: { name, figure: p50(constant) },
      goal: { atMost: p50(constant) + 0.5 },
    },
    {
      what: 'service worker: gets, 16 at once',
      unit: '/s',
      ours: rate(ours),
      beside: { name, figure: rate(constant) },
      goal: { times: 0.85 },
    },
    {
      what: `service worker: event at ${WATCHERS} watches, p95`,
      unit: 'ms',
      ours: quantile(
        await page.evaluate(([watchers, events]) => globalThis.bench.watches(watchers, events), [
          WATCHERS,
          EVENTS,
        ] as const),
        0.95,
      ),
      goal: { atMost: 3 },
    },
  ]
}

async function portRows(page: Page): Promise<Row[]> {
  const gets = await page.evaluate((count) => globalThis.bench.portGets(count), GETS)
  const durable = await page.evaluate(([alone, batch]) => globalThis.bench.durable(alone, batch), [
    WRITES,
    BATCH,
  ] as const)
  return [
    { what: 'port: gets, one by one', unit: '/s', ours: gets.oneByOne, goal: { atLeast: 3000 } },
    { what: 'port: gets, 64 at once', unit: '/s', ours: gets.atOnce, goal: { atLeast: 10_000 } },
    { what: 'port: durable create, p50', unit: 'ms', ours: median(durable.each), goal: { atMost: 3 } },
    { what: `port: durable creates, ${BATCH} at once`, unit: '/s', ours: durable.batch, goal: { atLeast: 5000 } },
  ]
}
