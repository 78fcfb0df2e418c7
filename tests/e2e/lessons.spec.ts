import { inflateSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { encodeScenarioLink } from '../../src/scenario/scenario-link.ts'
import { test } from './app/fixtures.ts'
import { violations } from './app/violations.ts'

const SCENARIO = `apiVersion: tabplane.dev/v1
kind: Scenario
name: first-map
title: A first ConfigMap
summary: You store a setting.
level: beginner
minutes: 3
objects:
  - { apiVersion: v1, kind: Namespace, metadata: { name: shop } }
steps:
  - title: Create it
    text: Store the colour **red** in a ConfigMap of the namespace shop.
    checks:
      - name: colour
        title: A ConfigMap holds the colour red
        expr: objects('configmaps', 'shop').exists(c, has(c.data) && 'colour' in c.data && c.data.colour == 'red')
    hints: [The command is kubectl create configmap.]
    solution:
      - run: kubectl create configmap settings -n shop --from-literal=colour=red
  - title: Read it
    text: |
      Read it again:

      \`\`\`run
      kubectl get configmap settings -n shop -o yaml
      \`\`\`
    checks:
      - name: read
        title: You have read the ConfigMap
        expr: commands.exists(c, c.line.startsWith('kubectl get configmap') && c.code == 0)
    solution:
      - run: kubectl get configmap settings -n shop
`

const link = (): Promise<string> => encodeScenarioLink(SCENARIO)

test('a link opens a lesson that its reader finishes, and finds again after a reload', async ({
  unopened: playground,
}) => {
  const { page } = playground
  await playground.open(`./${await link()}`)
  const pane = page.getByRole('complementary', { name: 'Lesson' })
  await expect(pane.getByRole('heading', { name: 'Create it' })).toBeVisible()
  await expect(pane.getByRole('button', { name: 'Next step' })).toBeDisabled()
  expect(await violations(page)).toEqual([])
  await pane.getByRole('button', { name: 'Show hint' }).click()
  await expect(pane.getByText('The command is kubectl create configmap.')).toBeVisible()
  await playground.run('kubectl create configmap mine -n shop --from-literal=colour=red')
  await expect(pane.getByRole('listitem').getByText('Passed:')).toBeAttached()
  await playground.reload()
  await pane.getByRole('button', { name: 'Next step' }).click()
  await expect(pane.getByRole('heading', { name: 'Read it' })).toBeFocused()
  await pane.getByRole('button', { name: 'Show solution' }).click()
  await expect(playground.screen).toContainText('not found')
  await playground.run('kubectl get configmap -n shop')
  await pane.getByRole('button', { name: 'Finish' }).click()
  await expect(pane.getByRole('heading', { name: 'You have finished this lesson' })).toBeVisible()
})

test('the solution plays in the terminal, and a reset brings back the start of the step', async ({
  unopened: playground,
}) => {
  const { page } = playground
  await playground.open(`./${await link()}`)
  const pane = page.getByRole('complementary', { name: 'Lesson' })
  await pane.getByRole('button', { name: 'Show solution' }).click()
  await expect(playground.screen).toContainText('configmap/settings created')
  await expect(pane.getByRole('button', { name: 'Next step' })).toBeEnabled()
  const before = playground.cluster
  await pane.getByRole('button', { name: 'Reset this step' }).click()
  await expect.poll(() => playground.cluster).not.toBe(before)
  await expect(pane.getByRole('button', { name: 'Next step' })).toBeDisabled()
  await playground.run('kubectl get configmaps -n shop')
  await expect(playground.screen).not.toContainText('settings')
  // The bar of the timeline leaves the lesson and the panes in their places.
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.getByRole('button', { name: 'Step back' }).click()
  await expect(page.getByRole('button', { name: 'Return to now' }).first()).toBeVisible()
  await expect(pane.getByRole('button', { name: 'Show solution' })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.workbench')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(pane.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.workbench')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('navigation', { name: 'Panes' })).toBeInViewport({ ratio: 1 })
})

test('a lesson of the catalogue is found and begun by keyboard', async ({ unopened: playground }) => {
  const { page } = playground
  await playground.open('./?catalogue')
  const search = page.getByRole('searchbox', { name: 'Search lessons' })
  await search.focus()
  await page.keyboard.type('find labels')
  expect(await violations(page)).toEqual([])
  const begin = page.getByRole('button', { name: 'Begin Find objects by their labels' })
  for (let steps = 0; steps < 20 && !(await begin.evaluate((button) => button === document.activeElement)); steps++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Label the pods' })).toBeVisible()
})

test('on a phone the lesson folds to its title', async ({ unopened: playground }) => {
  const { page } = playground
  await page.setViewportSize({ width: 390, height: 800 })
  await playground.open(`./${await link()}`)
  const pane = page.getByRole('complementary', { name: 'Lesson' })
  await expect(pane.getByRole('heading', { name: 'Create it' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await pane.getByRole('button', { name: 'Fold the lesson' }).click()
  await expect(pane.getByRole('heading', { name: 'Create it' })).toBeHidden()
  expect((await pane.boundingBox())?.height).toBeLessThan(80)
})

test('several lessons keep their progress, and each goes on at the step of its reader', async ({
  unopened: playground,
}) => {
  const { page } = playground
  const pane = page.getByRole('complementary', { name: 'Lesson' })
  const begin = async (title: string): Promise<void> => {
    await playground.open('./?catalogue')
    await page.getByRole('button', { name: `Begin ${title}` }).click()
    await expect(pane.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  }
  await begin('Create an object and read it back')
  await expect(pane.getByText('Left: 1 check', { exact: true })).toBeVisible()
  await pane.getByRole('button', { name: 'Run kubectl create namespace shop' }).click()
  await pane.getByRole('button', { name: 'Next step' }).click()
  await begin('Two people write the same object')
  await playground.open('./?catalogue')
  const begun = page.getByRole('region', { name: 'Begun' }).getByRole('listitem')
  await expect(begun).toContainText([/Two people.*Step 1 of 3.*Open/, /Create an object.*Step 2 of 4/])
  await begun.getByRole('button', { name: 'Continue Create an object' }).click()
  await expect(pane.getByRole('heading', { name: 'Create a ConfigMap' })).toBeVisible()
})

test('a printed lesson has all its steps, and nothing of the page around it', async ({ unopened: playground }) => {
  const { page } = playground
  await playground.open(`./${await link()}`)
  const pane = page.getByRole('complementary', { name: 'Lesson' })
  await expect(pane.getByRole('heading', { name: 'Create it' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(pane.getByRole('heading', { level: 3 })).toHaveText(['1. Create it', '2. Read it'])
  await expect(pane.getByText('☐ A ConfigMap holds the colour red')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
})

test('a lesson of the dark theme is printed dark on white', async ({ playground }) => {
  const { page } = playground
  // The browser itself prints a page in light colours when the page follows the system's theme.
  await page.getByRole('button', { name: 'Theme: system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
  await page.goto('about:blank')
  await playground.open(`./${await link()}`)
  const pane = page.getByRole('complementary', { name: 'Lesson' })
  await expect(pane.getByRole('heading', { name: 'Create it' })).toBeVisible()
  const filled = brightnessOf(await page.pdf({ printBackground: true }))
  expect(filled.at(0), 'the paper').toBeGreaterThan(0.9)
  expect(filled.at(-1), 'the last letters').toBeLessThan(0.2)
})

/** The brightness, from 0 to 1, of each colour with which a PDF file fills letters and areas. */
function brightnessOf(file: Buffer): number[] {
  const streams = file.toString('latin1').matchAll(/FlateDecode[^>]*>>\s*stream\r?\n(.*?)\r?\nendstream/gs)
  return [...streams].flatMap(([, data = '']) => {
    const operators = inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
    return [...operators.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) rg\b/g)].map(
      ([, ...colour]) => colour.map(Number).reduce((sum, part) => sum + part, 0) / 3,
    )
  })
}
