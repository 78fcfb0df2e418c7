import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'

test('the terminal streams through pipes, keeps jobs, and keeps the output after Ctrl-C', async ({ playground }) => {
  const { page, screen } = playground
  await playground.run(
    'svcctl create configmap first; svcctl get configmaps -w | grep --line-buffered -v kube | cut -c 1-12',
  )
  await expect(screen).toContainText('configmap/first created')
  await expect(screen).toContainText(/first\s/)
  // The watch still runs: another client's write appears after both pipes.
  const server = `clusters/${playground.cluster}/api/v1/namespaces/default/configmaps`
  await playground.controlled()
  await page.evaluate(async (address) => {
    const body = JSON.stringify({ metadata: { name: 'second' } })
    await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }, server)
  await expect(screen).toContainText(/second\s/)
  await page.keyboard.press('Control+c')
  await playground.run('echo code $?')
  await expect(screen).toContainText('code 130')
  await expect(screen).toContainText(/second\s/)
  await playground.run('svcctl get configmaps -w > log.txt & jobs; kill %1')
  await expect(screen).toContainText('[1]+  Running')
  await playground.run('echo')
  await expect(screen).toContainText('Terminated')
})

test('curl reaches the cluster, openssl makes a request, vi opens the editor', async ({ playground }) => {
  const { page, screen } = playground
  await playground.run('curl -s $SERVER/version | grep -c gitVersion; curl https://example.com')
  await expect(screen).toContainText('reaches its own cluster only')
  await playground.run('openssl req -new -newkey rsa:2048 -nodes -keyout alice.key -out alice.csr -subj /CN=alice')
  await playground.run('openssl req -in alice.csr -noout -subject; vi alice.csr')
  await expect(screen).toContainText('subject=CN = alice')
  await expect(page.getByRole('tab', { name: 'alice.csr', selected: true })).toBeVisible()
})

test('the first line of a cluster may have a pipe', async ({ playground }) => {
  await playground.run('echo first | grep -c first; echo "en""d"')
  await expect(playground.screen).toContainText('end')
})
