import type { Browser } from '@playwright/test'
import { medianWithSpread } from './measure.ts'
import type { Row } from './row.ts'

const ROUNDS = 5

/** The time from a first visit with an empty cache to the prompt of the terminal. The start of the browser does not count. */
export async function firstPromptRow(browser: Browser, url: string): Promise<Row> {
  const figures: number[] = []
  for (let round = 0; round < ROUNDS; round++) figures.push(await promptTime(browser, url))
  return {
    what: 'app: prompt of a first visit',
    unit: 'ms',
    ...medianWithSpread(figures),
    goal: { atMost: 1000 },
  }
}

/** The milliseconds from the navigation to the prompt. The page looks for the prompt in each frame. */
async function promptTime(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'commit' })
    const shown = await page.waitForFunction(
      () => document.querySelector('.xterm-rows')?.textContent.includes('$') === true && performance.now(),
    )
    return Number(await shown.jsonValue())
  } finally {
    await context.close()
  }
}
