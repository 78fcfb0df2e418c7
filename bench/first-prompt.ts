import type { Browser } from '@playwright/test'
import { median } from './measure.ts'
import type { Row } from './row.ts'

const ROUNDS = 5

/** The time from a first visit, without anything cached, to the prompt of the terminal. The browser itself has started before. */
export async function firstPromptRow(browser: Browser, url: string): Promise<Row> {
  const figures: number[] = []
  for (let round = 0; round < ROUNDS; round++) figures.push(await promptTime(browser, url))
  return {
    what: 'app: prompt of a first visit',
    unit: 'ms',
    ours: median(figures),
    spread: [Math.min(...figures), Math.max(...figures)],
    goal: { atMost: 1000 },
  }
}

/** In ms since the navigation. The page looks in each frame. */
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
