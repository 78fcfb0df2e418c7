import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { fillLargeNamespace } from './app/large-namespace.ts'
import { violations } from './app/violations.ts'

test('the map follows a rollout and a failure, by keyboard and as a list', async ({ playground }) => {
  const { page } = playground
  await playground.applyExample()
  const map = page.getByRole('group', { name: /^Map of shop/ })
  const box = (name: string | RegExp) => map.getByRole('button', { name })
  await expect(box('Deployment web, 2/2 ready')).toBeVisible()

  await playground.run('svcctl -n shop scale deploy web --replicas=4')
  await expect(box('Deployment web, 4/4 ready')).toBeVisible()
  await expect(box(/^Pod /)).toHaveCount(4)
  await playground.run('svcctl -n shop set image deploy/web web=nginx:1.28')
  await expect(box(/^ReplicaSet .*Scaled to 0/)).toBeVisible()

  // Arrows go along the lines, the space bar selects, Enter opens.
  await box(/^Deployment web/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(box(/^ReplicaSet/).and(page.locator(':focus'))).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(box(/^Deployment web/)).toBeFocused()
  await page.keyboard.press(' ')
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByRole('list', { name: 'Owns' }).getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('+')
  await expect(page.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('0')
  await expect(page.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true')

  await page.getByPlaceholder('Filter by name').fill('nothing-like-this')
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await page.getByRole('button', { name: 'As a list' }).click()
  await expect(
    page
      .getByRole('tabpanel')
      .getByText(/^4\/4 ready/)
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'As a list' }).click()
  await box(/^Service web/).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('list', { name: 'Owns' }).first()).toContainText('EndpointSlice web-')

  // A reload opens the same map.
  await page.getByRole('tab', { name: 'Map' }).click()
  await playground.reload()
  await expect(box(/^Service web/)).toBeVisible()
})

test('a large namespace is drawn as counts, which open', async ({ playground }) => {
  const { page } = playground
  await playground.applyExample()
  await playground.run('svcctl -n shop scale deploy web --replicas=40')
  const map = page.getByRole('group', { name: /^Map of shop/ })
  const group = map.getByRole('button', { name: /^Pod 40 pods, Running/ })
  await expect(group).toBeVisible({ timeout: 60_000 })
  await group.click()
  await expect(map.getByRole('button', { name: /^Pod web-/ })).toHaveCount(40)
})

test('only the boxes near the visible part of a large map are in the page; scrolling and the arrow keys reach the others', async ({
  playground,
}) => {
  const { page } = playground
  await fillLargeNamespace(page, 25)
  await page.goto(`${page.url().split('&')[0]}&map=large`)
  const map = page.getByRole('group', { name: /^Map of large/ })
  // Tab stops at one box, which is the upper left box at first.
  const stop = map.locator('button[tabindex="0"]')
  await expect(stop).toBeInViewport()
  const shown = (): Promise<number> =>
    map.evaluate((scroller) => {
      const { top, bottom } = scroller.getBoundingClientRect()
      const boxes = [...scroller.querySelectorAll('button')].map((box) => box.getBoundingClientRect())
      return boxes.filter((box) => box.bottom > top && box.top < bottom).length
    })
  await expect.poll(shown).toBeGreaterThan(5)
  await map.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight / 2))
  await expect(stop).not.toBeInViewport()
  await expect.poll(shown).toBeGreaterThan(5)
  expect(await map.getByRole('button').count()).toBeLessThan(200)

  await stop.focus()
  for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowDown')
  await expect(map.locator(':focus')).toBeInViewport()
  expect(await map.evaluate((scroller) => scroller.scrollTop)).toBeGreaterThan(600)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(() => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test(`the map is accessible in ${colorScheme}`, async ({ playground }) => {
      const { page } = playground
      await playground.applyExample()
      const map = page.getByRole('group', { name: /^Map of shop/ })
      await map.getByRole('button', { name: 'Deployment web, 2/2 ready' }).click()
      await expect(page.getByRole('list', { name: 'Owns' })).toBeVisible()
      expect(await violations(page)).toEqual([])
      const boxes = map.getByRole('button')
      const durations = await boxes.evaluateAll((all) =>
        all.map((each) => parseFloat(getComputedStyle(each).transitionDuration)),
      )
      expect(Math.max(...durations)).toBeLessThanOrEqual(0.001)
      await page.getByRole('button', { name: 'As a list' }).click()
      expect(await violations(page)).toEqual([])
    })
  })
}
