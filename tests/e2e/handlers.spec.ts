import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import type { Playground } from './app/playground.ts'
import { violations } from './app/violations.ts'

const text = readFileSync('docs/handlers.md', 'utf8')
const [GUARD = '', OPERATOR = ''] = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)

const running = (page: Page, summary: string) => page.getByRole('status').filter({ hasText: `Running: ${summary}` })

/** Writes the webhook of the documentation into a new handler, and runs it. */
async function runGuard(playground: Playground): Promise<void> {
  const { page } = playground
  await playground.command('New handler')
  await expect(page.getByRole('status').filter({ hasText: 'Does not run' })).toBeVisible()
  await playground.paste(GUARD)
  await page.getByRole('button', { name: 'Allow and run' }).click()
  await expect(running(page, 'webhook guard.default.svc')).toBeVisible()
}

test('a webhook in the tab denies an object, also after a reload, until it is stopped', async ({ playground }) => {
  const { page } = playground
  await runGuard(playground)
  await playground.run('svcctl apply -f guard.yaml && svcctl create configmap one')
  await expect(playground.screen).toContainText('denied the request: every ConfigMap needs the label owner')
  const call = page.getByRole('list', { name: 'Calls' }).getByRole('button', { name: 'POST /owner' })
  await expect(call).toContainText('denied: every ConfigMap needs the label owner')
  await call.click()
  await expect(page.getByLabel('Answer')).toContainText('"allowed": false')
  expect(await violations(page)).toEqual([])

  await playground.reload()
  await expect(running(page, 'webhook guard.default.svc')).toBeVisible()
  await playground.run('clear; svcctl create configmap two')
  await expect(playground.screen).toContainText('denied the request')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await playground.run('clear; svcctl create configmap three')
  await expect(playground.screen).toContainText('connect: no route to host')
})

test('a changed webhook answers with its new code after Ctrl-S, and code with an error answers nothing', async ({
  playground,
}) => {
  const { page } = playground
  await runGuard(playground)
  await playground.paste(GUARD.replace('needs the label owner', 'needs an owner'))
  await expect(running(page, 'webhook guard.default.svc, with the code before your changes')).toBeVisible()
  await playground.run('svcctl apply -f guard.yaml && svcctl create configmap one')
  await expect(playground.screen).toContainText('every ConfigMap needs the label owner')
  await playground.paste(GUARD.replace('needs the label owner', 'needs an owner'))
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('status').filter({ hasText: /webhook guard.default.svc$/ })).toBeVisible()
  await playground.run('clear; svcctl create configmap one')
  await expect(playground.screen).toContainText('every ConfigMap needs an owner')

  await playground.paste('export default {\n  a:\n}')
  await page.getByRole('button', { name: 'Run changes' }).click()
  await expect(page.getByRole('status').filter({ hasText: '(3:1)' })).toBeVisible()
  await playground.run('clear; svcctl create configmap one')
  await expect(playground.screen).toContainText('connect: no route to host')
})

test('an operator makes a child of each object, with the permissions of its ServiceAccount', async ({ playground }) => {
  const { page } = playground
  const role = 'svcctl create role greeter --verb=get,list,watch --resource=configmaps'
  await playground.run(`touch greeter.handler.ts; svcctl create serviceaccount greeter && ${role}`)
  await expect(playground.screen).toContainText('role.rbac')
  await playground.command('greeter.handler.ts')
  await playground.paste(OPERATOR)
  await page.getByRole('button', { name: 'Allow and run' }).click()
  await expect(running(page, 'controller of v1/configmaps')).toBeVisible()
  await page.getByRole('button', { name: /^Log/ }).click()
  await expect(page.getByRole('list', { name: 'Log' })).toContainText('cannot list resource "configmaps"')
  const create = (name: string) => `svcctl create configmap ${name} && svcctl label configmap ${name} greeting=moin`
  await playground.run(create('hello'))
  await expect(playground.screen).toContainText('hello labeled')
  await playground.run('svcctl create clusterrolebinding greeter --clusterrole=admin --serviceaccount=default:greeter')
  await page.getByRole('button', { name: /^Calls/ }).click()
  await expect(page.getByRole('list', { name: 'Calls' })).toContainText('reconcile default/hello')
  await expect(playground.type('secrets')).toContainText('1')
  const facts = '{.metadata.managedFields[0].manager} made it for {.metadata.ownerReferences[0].name}'
  await playground.run(`clear; svcctl get secret hello -o jsonpath='${facts}'`)
  await expect(playground.screen).toContainText('greeter made it for hello')
  // The controller listed the first object; it watches the creation of the second.
  await playground.run(create('later'))
  await expect(playground.type('secrets')).toContainText('2')
})

test('a shared handler does not run before its text is allowed, and one tab runs it', async ({
  playground,
  context,
}) => {
  const { page } = playground
  await playground.command('New handler')
  await expect(page.getByRole('button', { name: 'Allow and run' })).toBeVisible()
  await playground.reload()
  await expect(page.getByText('This cluster holds code that does not run yet')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the code' }).click()
  await page.getByRole('button', { name: 'Allow and run' }).click()
  await expect(running(page, 'webhook guard.default.svc')).toBeVisible()

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('status').filter({ hasText: 'Another tab runs the handlers' })).toBeVisible()
  await other.getByRole('button', { name: 'Allow and run' }).click()
  await expect(running(other, 'webhook guard.default.svc')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Another tab runs the handlers' })).toBeVisible()
  await other.close()
  await expect(running(page, 'webhook guard.default.svc')).toBeVisible()
})

test('a held call lets its write wait while the reader changes the answer, and a call is replayed', async ({
  playground,
}) => {
  const { page } = playground
  await runGuard(playground)
  await page.getByRole('button', { name: 'Hold the next call' }).click()
  await playground.run('svcctl apply -f guard.yaml && svcctl create configmap one')
  const held = page.getByRole('form', { name: 'Held call' })
  await expect(held).toContainText('POST /owner is held: the write waits for this answer')
  await expect(held.getByLabel('Request of the held call')).toContainText('"name": "one"')
  expect(await violations(page)).toEqual([])
  await expect(playground.screen).not.toContainText('configmap/one')
  const answer = held.getByLabel('Answer of the held call')
  await answer.fill((await answer.inputValue()).replace('"allowed": false', '"allowed": true'))
  await held.getByRole('button', { name: 'Go on' }).click()
  await expect(playground.screen).toContainText('configmap/one created')

  const calls = page.getByRole('list', { name: 'Calls' })
  await calls.getByRole('button', { name: 'POST /owner' }).click()
  await calls.getByRole('button', { name: 'Replay this call' }).click()
  await expect(calls).toContainText('POST /owner, replayed')
  await expect(page.getByLabel('Answer', { exact: true })).toContainText('"allowed": false')
})

test('the editor completes fields of the objects that a handler receives', async ({ playground }) => {
  const { page } = playground
  await playground.run('touch watcher.handler.ts && svcctl create serviceaccount watcher')
  await expect(playground.screen).toContainText('serviceaccount/watcher created')
  await playground.command('watcher.handler.ts')
  await playground.paste(
    "export default { kind: 'controller', watch: 'apps/v1/deployments', reconcile({ object }) {} }",
  )
  for (let back = 0; back < 3; back++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('object.spec.repl')
  const options = page.getByRole('listbox', { name: 'Completions' })
  await expect(options.getByRole('option', { name: 'replicas' })).toBeVisible()
  await options.getByRole('option', { name: 'replicas' }).click()
  await expect(playground.editor).toContainText('object.spec.replicas')
  await expect(page.locator('.cm-lintRange')).toHaveCount(0)
  await page.keyboard.type(' + object.spec.replcas')
  await expect(page.locator('.cm-lintRange-warning')).toHaveText('replcas')
})
