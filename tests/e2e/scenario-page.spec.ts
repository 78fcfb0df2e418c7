import { expect } from '@playwright/test'
import { encodeScenarioLink } from '../../src/scenario/scenario-link.ts'
import { test } from './app/fixtures.ts'

const SCENARIO = `apiVersion: tabplane.dev/v1
kind: Scenario
name: refused
title: A user without a role
summary: Alice may do nothing.
level: beginner
minutes: 3
panes: [requests, map]
identities: [{ name: alice, user: alice }, { name: builder, serviceAccount: default/builder }]
steps:
  - title: Be refused
    text: Read the pods.
    identity: alice
    checks:
      - name: refused
        title: Alice was refused
        expr: requests.exists(r, r.user == 'alice' && r.code == 403)
    solution:
      - run: kubectl get pods
  - title: As an account
    text: Go on.
    identity: builder
  - title: As yourself
    text: The end.
`

test('a step acts as its identity, and the panes of a scenario open', async ({ unopened: playground }) => {
  const { page } = playground
  await playground.open(`./${await encodeScenarioLink(SCENARIO)}`)
  const pane = page.getByRole('complementary', { name: 'Lesson' })
  await expect(pane.getByText('Your commands and applies act as the user alice.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Map', selected: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Requests', selected: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await playground.run('kubectl get pods')
  await expect(playground.screen).toContainText('User "alice" cannot list resource "pods"')
  await expect(pane.getByRole('listitem').getByText('Passed:')).toBeAttached()
  await pane.getByRole('button', { name: 'Next step' }).click()
  await expect(pane.getByText('act as the service account default/builder.')).toBeVisible()
  await playground.run('kubectl auth whoami')
  await expect(playground.screen).toContainText('system:serviceaccount:default:builder')
  await pane.getByRole('button', { name: 'Next step' }).click()
  await playground.run('clear')
  await playground.run('kubectl auth can-i delete nodes')
  await expect(playground.screen).toContainText('yes')
})

const SETTINGS = `apiVersion: tabplane.dev/v1
kind: Scenario
name: settings
title: A cluster of its own kind
summary: It is March 2031, and a minute takes a second.
level: beginner
minutes: 3
cluster:
  startTime: '2031-03-01T08:00:00Z'
  timeScale: 60
  featureGates: { CustomResourceFieldSelectors: true }
  flags: { enable-admission-plugins: AlwaysPullImages }
  audit: { apiVersion: audit.k8s.io/v1, kind: Policy, rules: [{ level: Metadata }] }
  simulation:
    images: [{ image: 'shop/*', outcome: never-pulled }]
steps:
  - title: Look
    text: Look around.
`

test('a scenario chooses the clock, the flags and the simulation of its cluster', async ({ unopened: playground }) => {
  await playground.open(`./${await encodeScenarioLink(SETTINGS)}`)
  await playground.run('kubectl run web --image=shop/web')
  await playground.run(
    `kubectl get pod web -o jsonpath='{.spec.containers[0].imagePullPolicy}{.metadata.creationTimestamp}'`,
  )
  await expect(playground.screen).toContainText('Always2031-03-01T')
  await playground.runUntil('kubectl get pod web', /ImagePullBackOff|ErrImagePull/)
  await playground.reload()
  await playground.run('kubectl get --raw /debug/audit | grep -q 2031-03 && echo seen-$((1 + 1))')
  await expect(playground.screen).toContainText('seen-2')
})

test('a lesson of another site opens only when its reader allows it', async ({ browser }) => {
  // The refused request is an error of the console, which the other tests forbid.
  const context = await browser.newContext()
  const page = await context.newPage()
  const asked: string[] = []
  await page.route('https://lessons.example/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ body: SCENARIO, headers: { 'access-control-allow-origin': '*' } })
  })
  await page.goto('./?scenario=https://lessons.example/a.yaml')
  const question = page.getByRole('dialog', { name: 'Open a lesson of https://lessons.example?' })
  await expect(question).toContainText('/a.yaml of another site')
  expect(asked).toEqual([])
  await question.getByRole('button', { name: 'Open the lesson' }).click()
  // The policy of this build does not allow the origin, and the page says what to do.
  await expect(page.getByText('Download the file, and drop it on this page.')).toBeVisible()
  expect(asked).toEqual([])
  await page.goto('./?scenario=http://lessons.example/a.yaml')
  await expect(page.getByText('from another site, this page opens scenarios by HTTPS only')).toBeVisible()
  await context.close()
})

test('a lesson of a link shows its first check', async ({ playground }) => {
  const { page } = playground
  await page.goto('about:blank')
  await page.goto(`./${await encodeScenarioLink(SCENARIO)}`)
  const check = page.getByRole('region', { name: 'Checks' }).getByRole('listitem').first()
  await expect(check).toContainText('Alice was refused')
})

test('the editor marks and completes a scenario', async ({ playground }) => {
  const { page } = playground
  await playground.open()
  await page.getByRole('button', { name: 'New document' }).first().click()
  await playground.paste(SCENARIO.replace('beginner', 'easy'))
  const mark = page.locator('.cm-lintRange-error').first()
  await expect(mark).toHaveText('easy')
  await playground.editor.press('ControlOrMeta+End')
  await page.keyboard.type('\nli')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('loc')
  await page.keyboard.press('Control+Space')
  await expect(page.getByRole('option', { name: 'locale' })).toBeVisible()
})
