import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { encodeScenarioLink } from '../../src/scenario/scenario-link.ts'
import { test } from './app/fixtures.ts'

test('a token, an access and an image are reviewed by a handler in the tab', async ({ unopened: playground }) => {
  const { page, screen } = playground
  const link = await encodeScenarioLink(readFileSync('scenarios/who-may-do-what/reviews.yaml', 'utf8'))
  await playground.open(`./${link}`)
  await playground.command('desk.handler.ts')
  await page.getByRole('button', { name: 'Allow and run' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Running: webhook desk.default.svc' })).toBeVisible()
  const calls = page.getByRole('list', { name: 'Calls' })
  const call = (path: string) => calls.getByRole('button', { name: `POST ${path}` })
  const as = (token: string): string => `--namespace shop --token ${token}`

  await test.step('a token', async () => {
    await playground.run('kubectl auth whoami --token dora-secret')
    await expect(screen).toContainText('florists')
    await expect(call('/tokens')).toContainText('authenticated')
    await playground.run('clear; kubectl auth whoami --token another')
    await expect(screen).toContainText('You must be logged in to the server')
    await expect(call('/tokens').first()).toContainText('not authenticated')
  })

  await test.step('an access', async () => {
    await playground.run(`clear; kubectl get configmaps ${as('dora-secret')}`)
    await expect(screen).toContainText('kube-root-ca.crt')
    await expect(call('/access').first()).toContainText('allowed')
    await playground.run(`clear; kubectl create configmap roses ${as('dora-secret')}`)
    await expect(screen).toContainText('forbidden')
    await expect(call('/access').first()).toContainText('no opinion')
  })

  await test.step('an image', async () => {
    await playground.run('clear; kubectl run vase --image nginx --namespace shop')
    await expect(screen).toContainText('nginx names no version')
    await expect(call('/images').first()).toContainText('denied: nginx names no version')
    await playground.run('clear; kubectl run vase --image nginx:1.27 --namespace shop')
    await expect(screen).toContainText('pod/vase created')
    await expect(call('/images').first()).toContainText('allowed')
  })
})
