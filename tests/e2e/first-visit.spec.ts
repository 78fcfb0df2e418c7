import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { Playground } from './app/playground.ts'

test.use({ firstVisit: true })

// `npm run bench` measures the speed; this test reports the times and checks the order of events.
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
  // The glyphs of the bundled fonts are some pixels wider or narrower than the system's glyphs.
  expect(seen.shift).toBeLessThan(0.001)
  const fonts = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        // Chromium quotes the names, Firefox does not.
        .map(({ family }) => family.replaceAll('"', ''))
        // The others are fonts of the system with the metrics of these.
        .filter((family) => family.endsWith(' Variable')),
    )
  await expect.poll(fonts).toEqual(['Geist Variable', 'Geist Mono Variable'])
  // The service worker caches the fonts.
  await playground.controlled()
  await page.context().setOffline(true)
  await playground.reload()
  await expect.poll(fonts).toEqual(['Geist Variable', 'Geist Mono Variable'])
})

test('the prompt needs only the measured files', async ({ page, baseURL }) => {
  const file = pathToFileURL(path.resolve(import.meta.dirname, '../../.size-limit.mjs'))
  const { default: sizes } = (await import(file.href)) as { default: { name: string; path: string[] }[] }
  const before = sizes.find(({ name }) => name === 'everything before the terminal answers')?.path ?? []
  const measured = before.map((glob) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`))
  const isMeasured = ({ pathname }: URL): boolean =>
    measured.some((pattern) => pattern.test(`dist${pathname === '/' ? '/index.html' : pathname}`))
  let showPrompt = (): void => undefined
  const prompt = new Promise<void>((resolve) => (showPrompt = resolve))
  const later: string[] = []
  // All other files wait for the prompt. A route sees the requests of a dedicated worker, and not the requests of a SharedWorker.
  const isOther = (url: URL): boolean => url.origin === new URL(baseURL ?? '').origin && !isMeasured(url)
  await page.route(isOther, async (route) => {
    later.push(new URL(route.request().url()).pathname)
    await prompt
    await route.continue()
  })
  await page.goto('/?worker=dedicated')
  await expect(page.locator('.xterm-rows')).toContainText('$')
  showPrompt()
  const playground = new Playground(page)
  await playground.run('svcctl get pods')
  await expect(playground.screen).toContainText('No resources found')
  expect(later.some((name) => name.startsWith('/assets/api-worker'))).toBe(true)
})

test('no part of the top bar covers another one at widths from 412 to 1280 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await new Playground(page).open()
  await expect(page.getByRole('button', { name: /^Identity: ./ })).toBeVisible()
  for (const width of [1280, 1100, 1000, 959, 900, 800, 768, 700, 412]) {
    await page.setViewportSize({ width, height: 800 })
    const covered = (): Promise<string[]> =>
      page.locator('.topbar').evaluate((bar) => {
        const parts = [...bar.querySelectorAll('button, .brand, kbd')]
        const boxes = parts
          .map((part) => ({ part, box: part.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 1)
        return boxes.flatMap((one, index) =>
          boxes
            .slice(index + 1)
            .filter(({ part, box }) => !one.part.contains(part) && box.left < one.box.right - 0.5)
            .map(({ part }) => `${part.textContent} over ${one.part.textContent}`),
        )
      })
    await expect.poll(covered, `at ${width} px`).toEqual([])
    expect(await page.locator('.topbar').evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0)
  }
})

test('Escape dismisses the newest notice, after the dialog in front of it', async ({ page }) => {
  await new Playground(page).open('./?cluster=absent')
  const notice = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' })
  await expect(notice).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(notice).toBeVisible()
  await page.locator('.brand').click()
  await page.keyboard.press('Escape')
  await expect(notice).toBeHidden()
})
