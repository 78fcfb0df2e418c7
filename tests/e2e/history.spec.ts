import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'

test('the history of an object shows the author and the change of each revision', async ({ playground }) => {
  const { page } = playground
  await playground.run('svcctl create configmap recipe --from-literal=flour=500')
  await playground.run(`svcctl patch configmap recipe -p '{"data":{"flour":"450","salt":"9"}}'`)
  await expect(playground.screen).toContainText('configmap/recipe patched')
  await playground.type('configmaps').click()
  await playground.row('recipe').getByRole('button', { name: 'recipe', exact: true }).click()
  await page.getByRole('tab', { name: 'History' }).click()

  const changes = page.getByRole('list', { name: 'Changes, newest first' })
  await expect(changes.getByRole('button')).toHaveText([/2 fields changed.*svcctl-patch/, /Created.*svcctl-create/])
  await expect(changes).toContainText('nothing came before')
  const revision = page.getByRole('region', { name: /^Revision \d+$/ })
  await expect(revision).toContainText(/By\s*admin as svcctl-patch/)
  await expect(revision).toContainText(/data\.flour\s*Before: 500\s*After: 450\s*data\.salt\s*After: 9/)

  // The keyboard moves the slider to the oldest revision.
  await page.getByRole('slider', { name: 'Revision' }).press('ArrowLeft')
  await expect(changes.getByRole('button', { name: 'Created' })).toHaveAttribute('aria-current', 'true')
  await expect(revision).toContainText('flour: "500"')
  await expect(revision).not.toContainText('salt')

  // Concurrent changes are added to the list; the selected old revision stays selected.
  await playground.run('svcctl label configmap recipe kind=bread')
  await expect(changes.getByRole('button').first()).toContainText('metadata.labels added')
  await expect(revision).toContainText('flour: "500"')
  await changes.getByRole('button', { name: 'metadata.labels added' }).click()
  const show = page.getByRole('combobox', { name: 'Show' })
  await show.selectOption('The whole object')
  await expect(revision).toContainText('kind: bread')
  await show.selectOption(await show.getByRole('option', { name: /^What differs from \d+: Created$/ }).innerText())
  await expect(revision).toContainText(/metadata\.labels\s*After: .*data\.flour\s*Before: 500\s*After: 450/s)

  await playground.run('svcctl delete configmap recipe')
  await changes.getByRole('button', { name: 'Deleted' }).click()
  await show.selectOption('The object before it was deleted')
  await expect(revision).toContainText('kind: bread')
})
