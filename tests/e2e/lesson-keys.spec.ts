import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { encodeScenarioLink } from '../../src/scenario/scenario-link.ts'
import { test } from './app/fixtures.ts'

const SCENARIO = `apiVersion: tabplane.dev/v1
kind: Scenario
name: first-map
title: A first ConfigMap
summary: You store a setting.
level: beginner
minutes: 3
steps:
  - title: Create it
    text: Store the colour **red** in a ConfigMap.
    checks:
      - name: colour
        title: A ConfigMap holds the colour red
        expr: objects('configmaps', 'default').exists(c, has(c.data) && 'colour' in c.data && c.data.colour == 'red')
    hints: [The command is kubectl create configmap.]
    solution:
      - run: kubectl create configmap settings --from-literal=colour=red
  - title: Read it
    text: |
      Read it again:

      \`\`\`run
      kubectl get configmap settings
      \`\`\`
    checks:
      - name: read
        title: You have read the ConfigMap
        expr: commands.exists(c, c.line.startsWith('kubectl get configmap') && c.code == 0)
    solution:
      - run: kubectl get configmap settings
`

const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement)

/** Presses a key until the element has the focus. */
async function reach(page: Page, locator: Locator, key: string): Promise<void> {
  await expect(locator).toBeVisible()
  for (let presses = 0; presses < 80 && !(await hasFocus(locator)); presses++) await page.keyboard.press(key)
  await expect(locator).toBeFocused()
}

/** Presses F6 until a part of the pane has the focus. */
async function reachPane(page: Page, selector: string): Promise<void> {
  const isInside = (): Promise<boolean> =>
    page.evaluate((pane) => document.activeElement?.closest(pane) !== null, selector)
  for (let presses = 0; presses < 8 && !(await isInside()); presses++) await page.keyboard.press('F6')
  expect(await isInside()).toBe(true)
}

for (const { name, width } of [
  { name: 'desktop', width: 1280 },
  { name: 'phone', width: 390 },
])
  test(`a lesson is finished offline with only the keyboard, on a ${name}`, async ({
    unopened: playground,
    context,
  }) => {
    const { page } = playground
    await page.setViewportSize({ width, height: 800 })
    await playground.open()
    await playground.controlled()
    await context.setOffline(true)
    await page.goto('about:blank')
    await playground.open(`./${await encodeScenarioLink(SCENARIO)}`)
    const lesson = page.getByRole('complementary', { name: 'Lesson' })
    await expect(lesson.getByRole('heading', { name: 'Create it' })).toBeVisible()
    await reachPane(page, '.lesson-pane')
    await reach(page, lesson.getByRole('button', { name: 'Show hint' }), 'Tab')
    await page.keyboard.press('Enter')
    await expect(lesson.getByText('The command is kubectl create configmap.')).toBeVisible()
    if (name === 'phone') {
      await reach(page, page.getByRole('button', { name: 'Terminal' }), 'Tab')
      await page.keyboard.press('Enter')
    }
    await expect(playground.screen).toContainText('$')
    await reachPane(page, '.bottom-pane')
    await reach(page, page.locator('.xterm-helper-textarea'), 'Tab')
    await page.keyboard.type('kubectl create configmap settings --from-literal=colour=red\n')
    await expect(lesson.getByRole('listitem').getByText('Passed:')).toBeAttached()
    await reachPane(page, '.lesson-pane')
    await reach(page, lesson.getByRole('button', { name: 'Next step' }), 'Tab')
    await page.keyboard.press('Enter')
    await expect(lesson.getByRole('heading', { name: 'Read it' })).toBeFocused()
    await reach(page, lesson.getByRole('button', { name: 'Run kubectl get configmap settings' }), 'Tab')
    await page.keyboard.press('Enter')
    await reachPane(page, '.lesson-pane')
    await expect(lesson.getByRole('button', { name: 'Finish' })).toBeEnabled()
    await reach(page, lesson.getByRole('button', { name: 'Finish' }), 'Tab')
    await page.keyboard.press('Enter')
    await expect(lesson.getByRole('heading', { name: 'You have finished this lesson' })).toBeFocused()
  })

test('a check passes with the write that fulfils it, and is pending again when the object is deleted', async ({
  unopened: playground,
}) => {
  const { page } = playground
  const link = await encodeScenarioLink(SCENARIO)
  expect(link.length).toBeLessThan(4096)
  await playground.open(`./${link}`)
  const check = page.getByRole('region', { name: 'Checks' }).getByRole('listitem')
  await expect(check).toHaveAttribute('data-status', 'pending')
  await playground.run('kubectl create configmap a --from-literal=colour=red')
  await expect(check).toHaveAttribute('data-status', 'passed')
  await playground.run('kubectl delete configmap a')
  await expect(check).toHaveAttribute('data-status', 'pending')
})
