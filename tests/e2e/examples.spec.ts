import { expect } from '@playwright/test'
import { examples } from '../../src/examples/examples.ts'
import { twoManagers } from '../../src/examples/two-managers.ts'
import { test } from './app/fixtures.ts'

test('every example is applied from its page, found by its address and taken into the editor', async ({
  playground,
}) => {
  const { page, editor } = playground
  await expect(editor).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('show examples')
  await page.keyboard.press('Enter')
  for (const { id, title, level, learns, files } of examples) {
    if (id === twoManagers.id) continue
    await page.getByRole('button', { name: title, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`[?&]example=${id}$`))
    await expect(page.getByText(`${level} You learn ${learns}.`)).toBeVisible()
    await expect(page.getByLabel(`Text of ${files[0]?.name}`).locator('.syntax-key').first()).toHaveText('apiVersion')
    for (const { name, text } of files) {
      await page.getByRole('button', { name: `Apply ${name}` }).click()
      await expect(page.getByRole('region', { name }).getByText(' created')).toHaveCount(text.split(/^---$/m).length)
    }
  }
  await playground.reload()
  await expect(page.getByRole('heading', { name: 'Network policies' })).toBeVisible()
  await page.getByRole('button', { name: 'Open network-policies.yaml in the editor' }).click()
  await expect(editor).toContainText('name: guarded')
})

test('a slip is marked at its line in the words of the server', async ({ playground, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = playground
  const [role] = examples.filter(({ id }) => id === 'cron-job')
  const text = role?.files[0]?.text ?? ''
  await page.getByRole('button', { name: 'New document' }).click()
  await playground.applyPasted(text)
  await expect(page.getByText('cronjob/nightly created')).toBeVisible()
  await playground.paste(text.slice(text.indexOf('apiVersion: batch/v1')).replace('0 3 * * *', '0 3 * *'))
  await page.locator('.cm-lintRange-error').hover()
  await expect(page.locator('.cm-lintRange-error')).toHaveText('"0 3 * *"')
  await expect(page.locator('.cm-tooltip-lint')).toContainText('expected exactly 5 fields, found 4: [0 3 * *]')
})

test('a conflict of two managers is solved in three ways, by keyboard', async ({ unopened: playground }) => {
  const { page } = playground
  await playground.open('./?example=two-managers')
  const platform = page.getByRole('region', { name: 'platform.yaml' })
  const release = page.getByRole('region', { name: 'release.yaml' })
  await page.getByRole('button', { name: 'Apply platform.yaml' }).click()
  await expect(platform).toContainText('deployment/checkout created')

  const solve = async (way: string): Promise<void> => {
    await page.getByRole('button', { name: 'Apply release.yaml' }).press('Enter')
    const conflict = release.getByRole('group', { name: '.spec.replicas' })
    await expect(conflict).toContainText(/This document\s*5\s*Live, owned by platform\s*2/)
    await conflict.getByRole('radio', { name: way }).press('Space')
    await release.getByRole('button', { name: 'Apply with this way out' }).press('Enter')
    await expect(release).toContainText('deployment/checkout applied')
  }
  const text = release.getByLabel('Text of release.yaml')
  await solve('Drop')
  await expect(text).not.toContainText('replicas:')
  await page.getByRole('button', { name: 'Restore' }).click()
  await solve('Share')
  await expect(text).toContainText('replicas: 2')
  await page.getByRole('button', { name: 'Restore' }).click()
  await solve('Take over')
  await expect(text).toContainText('replicas: 5')
  await page.getByRole('button', { name: 'Apply platform.yaml' }).click()
  await expect(platform.getByRole('group', { name: '.spec.replicas' })).toContainText('owned by release-robot')

  // The tab of the object shows who owns which field, in the text and in words.
  await release.getByRole('button', { name: 'deployment/checkout' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'release-robot, applied' })).toBeVisible()
  await expect(page.getByTitle(/^owned by B release-robot, applied/).first()).toHaveText('B')
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByText(/^5\s*B\s*, owned by release-robot/)).toBeVisible()
})
