import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { encodeScenarioLink } from '../../src/scenario/scenario-link.ts'
import { test } from './app/fixtures.ts'

test('the operator of a lesson runs after its reader has allowed it', async ({ unopened: playground }) => {
  const { page } = playground
  const link = await encodeScenarioLink(readFileSync('scenarios/extending-it/operator.yaml', 'utf8'))
  await playground.open(`./${link}`)
  const pane = page.getByRole('complementary', { name: 'Lesson' })
  const next = pane.getByRole('button', { name: 'Next step' })
  await pane.getByRole('button', { name: 'Show solution' }).click()
  await expect(next).toBeEnabled()
  // The pane of the lesson reports when its code is to run, so the page shows no notice.
  await expect(page.getByText('This cluster holds code that does not run yet')).toHaveCount(0)
  await next.click()
  await expect(page.locator('iframe')).toHaveCount(0)
  await pane.getByRole('button', { name: 'Show solution' }).click()
  await expect(page.getByText('The solution goes on when greeter.handler.ts runs')).toBeVisible()
  await page.getByRole('button', { name: 'Allow and run' }).click()
  await expect(next).toBeEnabled()
  await next.click()
  await expect(pane.getByRole('heading', { name: 'Try to stop it' })).toBeFocused()
  await pane.getByRole('button', { name: 'Show solution' }).click()
  await pane.getByRole('button', { name: 'Finish' }).click()
  await expect(pane.getByRole('heading', { name: 'You have finished this lesson' })).toBeVisible()
})
