import { expect } from '@playwright/test'
import type { Repro } from '../../src/share/repro.ts'
import { encodeRepro } from '../../src/share/repro.ts'
import { encodeScenarioLink } from '../../src/scenario/scenario-link.ts'
import { test } from './app/fixtures.ts'
import { violations } from './app/violations.ts'

/** A scenario whose cluster lacks the plugin that refuses objects in a namespace that does not exist. */
const SETTINGS = `apiVersion: tabplane.dev/v1
kind: Scenario
name: settings
title: A cluster without a plugin
summary: It stores objects in namespaces that do not exist.
level: beginner
minutes: 1
cluster:
  startTime: '2031-03-01T08:00:00Z'
  flags: { disable-admission-plugins: NamespaceLifecycle }
steps: [{ title: Look, text: Look around. }]
`

test('a link with history replays every request with its answer on a fresh cluster', async ({
  unopened: playground,
  browser,
}) => {
  const { page } = playground
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await playground.open('./?dialect=k8s')
  await playground.run('kubectl create configmap settings --from-literal=colour=red')
  await playground.run('kubectl create configmap settings --from-literal=colour=blue')
  await playground.run('kubectl get secrets --as=alice')
  await playground.run('kubectl label configmap settings app=shop')
  await playground.run('kubectl get configmaps')
  await playground.run('kubectl delete configmap settings')
  await expect(playground.screen).toContainText('deleted')
  await playground.command('Share with history')
  await expect(page.getByText('Link with history copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy bug report' }).click()
  await expect(page.getByText('Bug report copied')).toBeVisible()
  const report = await page.evaluate(() => navigator.clipboard.readText())
  expect(report).toContain('as `alice`: 403')
  expect(report).toContain(link)
  const context = await browser.newContext()
  const reader = await context.newPage()
  await reader.goto(link)
  const pane = reader.getByRole('complementary', { name: 'History' })
  await expect(pane.getByText(/0 of \d+ requests replayed/)).toBeVisible()
  expect(await violations(reader)).toEqual([])
  await pane.getByRole('button', { name: 'Next request' }).click()
  await expect(pane.getByText(/1 of \d+ requests replayed, none differs/)).toBeVisible()
  await pane.getByRole('button', { name: 'Replay all' }).click()
  await expect(pane.getByText(/(\d+) of \1 requests replayed, none differs/)).toBeVisible()
  expect(await violations(reader)).toEqual([])
  await context.close()
})

test('a replay says where an answer differs', async ({ unopened: playground }) => {
  const { page } = playground
  const url = '/api/v1/namespaces/shop/configmaps'
  const repro: Repro = {
    kind: 'Repro',
    app: '0.1.0',
    server: 'v1.30.0',
    name: 'shop',
    dialect: 'k8s',
    taken: Date.UTC(2026, 0, 1),
    flags: [],
    objects: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
    requests: [
      {
        after: 0,
        method: 'POST',
        url,
        status: 409,
        body: { type: 'application/json', text: '{"metadata":{"name":"a"},"data":{"colour":"red"}}' },
      },
      {
        after: 10,
        method: 'GET',
        url: `${url}/a`,
        status: 200,
        answer: { metadata: { name: 'a' }, data: { colour: 'blue' } },
      },
    ],
  }
  await playground.open(`./${await encodeRepro(repro)}`)
  const pane = page.getByRole('complementary', { name: 'History' })
  await pane.getByRole('button', { name: 'Replay all' }).click()
  await expect(pane.getByText('2 of 2 requests replayed, 2 with differences')).toBeVisible()
  await expect(pane.getByText('status: 201, was 409')).toBeVisible()
  await expect(pane.getByText('/data/colour: "red", was "blue"')).toBeVisible()
})

test('a history replays with the settings of its cluster', async ({ unopened: playground, browser }) => {
  const { page } = playground
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await playground.open(`./${await encodeScenarioLink(SETTINGS)}`)
  await playground.run('kubectl create configmap a --namespace absent')
  await expect(playground.screen).toContainText('configmap/a created')
  await playground.command('Share with history')
  await expect(page.getByText('Link with history copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const context = await browser.newContext()
  const reader = await context.newPage()
  await reader.goto(link)
  const pane = reader.getByRole('complementary', { name: 'History' })
  await pane.getByRole('button', { name: 'Replay all' }).click()
  await expect(pane.getByText(/(\d+) of \1 requests replayed, none differs/)).toBeVisible()
  await context.close()
})

test('a damaged link with history is reported', async ({ unopened: playground }) => {
  const { page } = playground
  await playground.open('./#r1.AAAA')
  await expect(page.getByText('The history cannot be opened')).toBeVisible()
})
