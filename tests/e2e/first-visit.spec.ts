import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { Playground } from './app/playground.ts'

// How fast it is, `npm run bench` compares; here the figures are told, and what happens must happen in order.
test('a first visit paints, prompts and answers, and nothing jumps', async ({ page }, testInfo) => {
  await page.addInitScript(() => {
    const marks: readonly (readonly [string, string, RegExp])[] = [
      ['prompt', '.xterm-rows', /\$/],
      ['answer', '.xterm-rows', /svc-system/],
    ]
    const left = new Set(marks)
    const observer = new MutationObserver(() => {
      for (const mark of left) {
        const [name, selector, text] = mark
        if (!text.test(document.querySelector(selector)?.textContent ?? '')) continue
        performance.mark(name)
        left.delete(mark)
      }
      if (left.size === 0) observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) performance.mark('shift', { detail: 'value' in entry ? entry.value : 0 })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const playground = new Playground(page)
  await playground.open()
  await playground.run('svcctl get namespaces')
  await expect(playground.screen).toContainText(/svc-system\s+Active/)
  await expect(playground.editor).toContainText('name: shop')
  const seen = await page.evaluate(() => {
    const at = (name: string): number => Math.round(performance.getEntriesByName(name)[0]?.startTime ?? NaN)
    const shifts = performance.getEntriesByName('shift', 'mark') as PerformanceMark[]
    const shift = shifts.reduce((sum, { detail }) => sum + Number(detail), 0)
    return { paint: at('first-contentful-paint'), prompt: at('prompt'), answer: at('answer'), shift }
  })
  const figures = `paint ${seen.paint} ms, prompt ${seen.prompt} ms, first answer ${seen.answer} ms, shift ${seen.shift.toFixed(4)}`
  testInfo.annotations.push({ type: 'first visit', description: figures })
  console.log(`first visit: ${figures}`)
  expect(seen.paint).toBeLessThanOrEqual(seen.prompt)
  expect(seen.prompt).toBeLessThan(seen.answer)
  expect(seen.shift).toBeLessThan(0.1)
})
