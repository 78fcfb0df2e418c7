import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { violations } from './app/violations.ts'

test('an author records a lesson, proves it, and a reader opens its link', async ({
  unopened: playground,
  browser,
}) => {
  const { page } = playground
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await playground.open('./?dialect=k8s')
  await playground.command('Write a lesson')
  const bench = page.getByRole('complementary', { name: 'Lesson bench' })
  await expect(bench.getByText('steps must have at least 1 entries')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await bench.getByRole('tab', { name: 'Record' }).click()
  await bench.getByRole('button', { name: 'Record', exact: true }).click()
  await playground.run('kubectl create configmap settings --from-literal=colour=red')
  await expect(bench.getByText('Check: settings exists')).toBeVisible()
  await playground.run('kubectl label configmap settings app=shop')
  await expect(bench.getByText('Check: settings has app shop')).toBeVisible()
  await bench.getByLabel('Another user').fill('alice')
  await bench.getByRole('button', { name: 'Add' }).click()
  await playground.run('kubectl get secrets')
  await expect(bench.getByText('The server has refused to list secrets')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await bench.getByRole('button', { name: 'Stop recording' }).click()
  await expect(bench.getByText('fault')).toHaveCount(0)
  await bench.getByRole('tab', { name: 'Preview' }).click()
  await expect(bench.getByRole('heading', { name: 'settings exists' })).toBeVisible()
  await bench.getByRole('tab', { name: 'Proof' }).click()
  await bench.getByRole('button', { name: 'Play solution' }).click()
  await expect(bench.getByText('The lesson is sound.')).toBeVisible()
  const rows = bench.getByRole('row')
  await expect(rows.nth(1)).toContainText('kubectl create configmap settings')
  await expect(rows.nth(3)).toContainText('kubectl get secrets')
  expect(await violations(page)).toEqual([])
  await bench.getByRole('tab', { name: 'Share' }).click()
  await expect(bench.getByText(/of 32 KiB/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await bench.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).hash.length).toBeLessThan(4096)
  await bench.getByRole('button', { name: 'Copy embed tag' }).click()
  await expect(page.getByText('Tag copied')).toBeVisible()
  const source = /src="([^"]+)"/.exec(await page.evaluate(() => navigator.clipboard.readText()))?.[1] ?? ''
  const context = await browser.newContext()
  const reader = await context.newPage()
  await reader.goto(link)
  await expect(reader.getByRole('complementary', { name: 'Lesson' })).toContainText('settings exists')
  const embed = await context.newPage()
  await embed.goto(source.replaceAll('&amp;', '&'))
  await expect(embed.getByRole('complementary', { name: 'Lesson' })).toContainText('settings exists')
  await context.close()
})

test('a fault of the draft shows with its place, and closing the bench leaves the draft', async ({
  unopened: playground,
}) => {
  const { page } = playground
  await playground.open('./?dialect=k8s')
  await playground.command('Write a lesson')
  const bench = page.getByRole('complementary', { name: 'Lesson bench' })
  await expect(playground.editor).toContainText('kind: Scenario')
  await playground.paste(`apiVersion: tabplane.dev/v1
kind: Scenario
name: one
title: One
summary: One.
level: beginner
minutes: 1
steps:
  - title: Create it
    text: Do it.
    checks: [{ name: a, title: A, expr: "object('pods', 'default', 'a').hasVal()" }]
    solution: [{ run: kubectl run a --image=a }]
`)
  await expect(
    bench.getByText(/line 11, column \d+: steps\[0\]\.checks\[0\]\.expr undeclared reference to 'hasVal'/),
  ).toBeVisible()
  await bench.getByRole('button', { name: 'Close the bench' }).click()
  await expect(bench).toHaveCount(0)
  await expect(playground.editor).toContainText('hasVal')
})

test('a dropped file opens as a lesson, and a dropped folder of Markdown too', async ({ unopened: playground }) => {
  const { page } = playground
  await playground.open('./?dialect=k8s')
  const head =
    'apiVersion: tabplane.dev/v1\nkind: Scenario\nname: dropped\ntitle: Dropped\nlevel: beginner\nminutes: 1\n'
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  const drop = (files: Readonly<Record<string, string>>): Promise<void> =>
    page.evaluate((texts) => {
      const dataTransfer = new DataTransfer()
      for (const [name, text] of Object.entries(texts)) dataTransfer.items.add(new File([text], name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, files)
  // The page's own commands load after the first paint.
  await playground.command('Show lessons')
  await drop({ 'a.yaml': `${head}summary: A.\nsteps: [{title: From a file, text: Read.}]\n` })
  await expect(lesson.getByRole('heading', { name: 'From a file' })).toBeVisible()
  await drop({ 'scenario.md': `---\n${head}---\nA.\n`, '1.md': '---\ntitle: From a folder\n---\nRead.\n' })
  await expect(lesson.getByRole('heading', { name: 'From a folder' })).toBeVisible()
  await drop({ 'a.yaml': `${head}summary: A.\nsteps: [{title: One, text: <script>alert(1)</script>}]\n` })
  await expect(page.getByText('line 8, column 28: steps[0].text is HTML')).toBeVisible()
})
