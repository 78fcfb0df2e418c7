import type { Browser, Page } from '@playwright/test'
import { fillLargeNamespace } from '../tests/e2e/app/large-namespace.ts'
import { blockingRow } from './blocking-time.ts'
import { withBuiltApp } from './built-page.ts'
import { firstPromptRow } from './first-prompt.ts'
import { quantile } from './measure.ts'
import type { Row } from './row.ts'

const EVENTS_PER_SECOND = 200
const TYPED = 'abcdefghijklmnopqrstuvwxyz'.repeat(3)
const OBJECTS = 1000

/** The app in Chromium, on a production build: first visits, shell lines, typing while the cluster changes, frames of the map. */
export async function appRows(): Promise<Row[]> {
  return withBuiltApp(async (browser, url) => {
    const visits = [await firstPromptRow(browser, url), await blockingRow(browser, url)]
    const page = await openApp(browser, url)
    const lines = await shellRows(page)
    return [...visits, ...lines, await typingRow(page), await mapRow(page)]
  })
}

async function openApp(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(url)
  await page.locator('.xterm-rows').getByText('$').first().waitFor()
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    if (serviceWorker.controller !== null) return
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })
  return page
}

/** The time from Enter to the output of a line with a pipe. The first such line loads the interpreter. */
async function shellRows(page: Page): Promise<Row[]> {
  const terminal = page.locator('.xterm-helper-textarea')
  const took = async (word: string): Promise<number> => {
    await terminal.focus()
    await page.keyboard.type(`for i in 1; do echo ${word}-$i | cat; done`)
    await page.evaluate(() => {
      addEventListener('keydown', ({ timeStamp }) => Object.assign(globalThis, { pressed: timeStamp }), {
        once: true,
        capture: true,
      })
    })
    await page.keyboard.press('Enter')
    // Looks in each frame, so that the time ends with the frame that shows the output.
    const shown = await page.waitForFunction(
      (text) =>
        document.querySelector('.xterm-rows')?.textContent.includes(text) === true
          ? performance.now() - (globalThis as unknown as { pressed: number }).pressed
          : 0,
      `${word}-1`,
    )
    return shown.jsonValue()
  }
  return [
    { what: 'app: first compound line', unit: 'ms', ours: await took('cold'), goal: { atMost: 300 } },
    { what: 'app: next compound line', unit: 'ms', ours: await took('warm'), goal: { atMost: 300 } },
  ]
}

/** The time from a key press to its first listener, while a table shows the objects that change. */
async function typingRow(page: Page): Promise<Row> {
  await page.getByRole('tree').getByText('configmaps', { exact: true }).dblclick()
  await page.getByRole('grid').waitFor()
  await page.evaluate(async (perSecond) => {
    const base = `clusters/${new URL(location.href).searchParams.get('cluster')}/api/v1/namespaces/default/configmaps`
    const names = Array.from({ length: 50 }, (_, index) => `typed-${index}`)
    const write = (method: string, to: string, body: object): Promise<Response> =>
      fetch(to, { method, headers: { 'Content-Type': 'application/merge-patch+json' }, body: JSON.stringify(body) })
    for (const name of names)
      await fetch(base, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ metadata: { name } }),
      })
    let turn = 0
    const started = performance.now()
    const timer = setInterval(() => {
      const due = ((performance.now() - started) / 1000) * perSecond
      for (; turn < due; turn++)
        void write('PATCH', `${base}/${names[turn % names.length]}`, { data: { turn: String(turn) } })
    }, 20)
    const delays: number[] = []
    addEventListener('keydown', ({ timeStamp }) => delays.push(performance.now() - timeStamp), { capture: true })
    Object.assign(globalThis, { typed: { delays, timer } })
  }, EVENTS_PER_SECOND)
  await page.getByRole('searchbox', { name: 'Filter configmaps' }).focus()
  await page.keyboard.type(TYPED, { delay: 40 })
  const delays = await page.evaluate(() => {
    const { typed } = globalThis as unknown as { typed: { delays: number[]; timer: number } }
    clearInterval(typed.timer)
    return typed.delays
  })
  return {
    what: `app: input delay at ${EVENTS_PER_SECOND} events/s, p95`,
    unit: 'ms',
    ours: quantile(delays, 0.95),
    goal: { atMost: 50 },
  }
}

/** Frames per second while the map of a large namespace is scrolled. */
async function mapRow(page: Page): Promise<Row> {
  // An owner and its nine objects.
  await fillLargeNamespace(page, OBJECTS / 10)
  await page.goto(`${page.url().split('&')[0]}&map=large`)
  const map = page.getByRole('group', { name: /^Map of large/ })
  await map.getByRole('button').nth(20).waitFor()
  const frames = await map.evaluate(async (element) => {
    const scroller = [element, ...element.querySelectorAll('*')].find((each) => each.scrollHeight > each.clientHeight)
    const started = performance.now()
    let count = 0
    while (performance.now() - started < 3000) {
      scroller?.scrollBy(0, 12)
      await new Promise((resolve) => requestAnimationFrame(resolve))
      count++
    }
    return (count * 1000) / (performance.now() - started)
  })
  return { what: `app: map frames, ${OBJECTS} objects`, unit: '/s', ours: frames, goal: { atLeast: 58 } }
}
