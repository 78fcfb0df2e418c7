import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { violations } from './app/violations.ts'

test('an empty document offers whole objects; each document can be formatted and compared', async ({
  playground,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page, editor } = playground
  await playground.applyExample()
  await page.getByRole('button', { name: 'New document' }).click()
  await expect(editor).toContainText('whole objects to fill in')
  await playground.focusEditor()
  await page.keyboard.type('Depl')
  await page.getByRole('option', { name: /^Deployment/ }).click()
  await expect(editor).toContainText('my-deployment')
  // The name is one field: typing it fills the labels, too.
  await page.keyboard.type('api')
  await expect(editor).toContainText('matchLabels: { app: api }')
  await page.keyboard.press('Escape')

  await playground.paste('kind:   ConfigMap\napiVersion: v1\nmetadata:\n      name: one # kept\ndata: {a: "1"}\n')
  await page.getByRole('button', { name: 'Format' }).click()
  await expect(editor).toContainText('kind: ConfigMap')
  await expect(editor).toContainText('name: one # kept')

  const compare = page.getByRole('button', { name: 'Compare with the cluster' })
  await compare.click()
  const changes = page.getByRole('dialog', { name: 'Changes that Apply would make' })
  await expect(changes).toContainText('configmap/one would be created')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('configmap/one created')).toBeVisible()
  await playground.paste('kind: ConfigMap\napiVersion: v1\nmetadata: { name: one }\ndata: { a: "2" }\n')
  await compare.click()
  await expect(changes).toContainText('configmap/one would change')
  await expect(changes).toContainText('data.a')
  await page.keyboard.press('Escape')

  // The first edit of an object keeps its tab, so that the next opened place does not replace it.
  await playground.type('deployments').click()
  const actions = playground.row('web').getByRole('button', { name: /^Actions for/ })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Open' }).click()
  await expect(editor).toContainText('replicas: 2')
  await playground.focusEditor()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('# five are wanted\n')
  const edited = page.getByRole('tab', { name: /^Deployment web.*Not applied$/ })
  await expect(edited).toBeVisible()
  await playground.type('services').click()
  await expect(page.getByRole('tab', { name: 'services' })).toBeVisible()
  await edited.click()
  await expect(editor).toContainText('# five are wanted')

  // The label "Not applied" of a document is shown after a reload, too.
  const unapplied = page.getByRole('tab', { name: /^untitled\.yaml.*Not applied$/ })
  await expect(unapplied).toBeVisible()
  await playground.reload()
  await unapplied.click()
  await expect(page.getByText('Not applied', { exact: true })).toBeVisible()

  // An edited object also keeps its text after the reload. The text can be compared with the live object and with another document.
  await edited.click()
  await expect(editor).toContainText('# five are wanted')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'The live object' }).click()
  await expect(page.getByText('Compared with the live object')).toBeVisible()
  await expect(page.locator('.cm-changedLine')).toHaveCount(1)
  await page.getByRole('button', { name: /^Compared with/ }).click()
  await page.getByRole('menuitemradio', { name: 'shop.yaml' }).click()
  await expect(page.locator('.cm-deletedChunk').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /^Compared with/ }).click()
  await page.getByRole('menuitem', { name: 'Stop comparing' }).click()
  await expect(page.locator('.cm-changedLine')).toHaveCount(0)

  // A question appears before a tab with an edit closes. Its first button, which Enter presses, keeps the tab.
  await edited.focus()
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: 'Discard the edit of web?' })
  await expect(question).toContainText('deployments shop/web')
  await expect(question.getByRole('button', { name: 'Keep the tab' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(edited).toBeFocused()

  // For all tabs, one question appears. A file keeps its text, and opens again.
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('close all tabs')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Discard the edit' }).click()
  await expect(page.getByText('Nothing is open')).toBeVisible()
  await expect(page.getByText('untitled.yaml is closed and not applied')).toBeVisible()
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect(unapplied).toBeVisible()
  await expect(editor).toContainText('name: one')
})
