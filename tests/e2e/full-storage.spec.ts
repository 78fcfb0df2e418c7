import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { Playground } from './app/playground.ts'

// The quota of an origin belongs to its profile.
test.use({ firstVisit: true })

test('a write for which the browser has no room is refused and reported, and later writes are stored', async ({
  page,
  context,
}) => {
  const playground = new Playground(page)
  const { screen } = playground
  /** Writes again until the answer has this text: Chromium trusts its last reading of the quota for half a minute. */
  const label = async (key: string, answer: RegExp): Promise<void> => {
    let attempt = 0
    await expect(async () => {
      await playground.run(`clear; svcctl label namespace default ${key}=${attempt++} --overwrite`)
      await expect(screen).toContainText(answer, { timeout: 1000 })
    }).toPass()
  }
  await playground.open()
  await label('before', /namespace\/default labeled/)
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await label('refused', /no more room/)
  await expect(page.getByRole('alert').first()).toContainText('A change was not saved')
  await expect(page.getByRole('contentinfo')).toContainText('The last change was not saved')
  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  await label('after', /namespace\/default labeled/)
  await expect(page.getByRole('contentinfo')).not.toContainText('not saved')
  await playground.reload()
  await playground.run('svcctl get namespace default --show-labels')
  await expect(screen).toContainText(/after=\d/)
  await expect(screen).toContainText(/before=\d/)
})
