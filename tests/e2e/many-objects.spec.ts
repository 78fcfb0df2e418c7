import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'

const MANY = 10_000

test('a table of ten thousand objects draws only visible rows, and follows changes', async ({ playground }) => {
  test.setTimeout(240_000)
  const { page, cluster, grid } = playground
  await playground.controlled()
  await page.evaluate(
    async ([id, many]) => {
      let next = 0
      const post = async (path: string, object: object): Promise<void> => {
        const headers = { 'content-type': 'application/json' }
        const { status } = await fetch(`clusters/${id}/api/v1/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(object),
        })
        if (status !== 201) throw new Error(`creating ${path} was answered ${status}`)
      }
      await post('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'zoo' } })
      const create = async (): Promise<void> => {
        while (next < many) {
          const name = `zmap-${String(next++).padStart(5, '0')}`
          const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: '1' } }
          await post('namespaces/zoo/configmaps', object)
        }
      }
      await Promise.all(Array.from({ length: 100 }, create))
    },
    [cluster, MANY] as const,
  )
  // The count includes the ConfigMaps of the server and its controllers.
  const counted = async (): Promise<number> =>
    Number((await playground.type('configmaps').innerText()).replace(/\D/g, ''))
  await expect.poll(counted).toBeGreaterThan(MANY)
  await playground.type('configmaps').click()
  await expect(async () => {
    await expect(grid).toHaveAttribute('aria-rowcount', String((await counted()) + 1), { timeout: 1000 })
  }).toPass()
  const all = await counted()
  const drawn = grid.getByRole('row')
  expect(await drawn.count()).toBeLessThan(60)

  await grid.focus()
  await page.keyboard.press('End')
  await expect(playground.row('zmap-09999')).toHaveAttribute('aria-selected', 'true')
  await expect(playground.row('zmap-09999')).toBeInViewport()
  expect(await drawn.count()).toBeLessThan(60)

  await playground.run('svcctl delete configmap zmap-09999 -n zoo')
  await expect(playground.row('zmap-09998')).toBeInViewport()
  await expect(playground.row('zmap-09999')).toHaveCount(0)
  await expect.poll(counted).toBe(all - 1)
  await playground.run('svcctl create configmap zzz -n zoo --from-literal=a=1')
  await expect(grid).toHaveAttribute('aria-rowcount', String(all + 1))
  await page.getByRole('searchbox', { name: 'Filter configmaps' }).fill('zmap-0123')
  await expect(grid).toHaveAttribute('aria-rowcount', '11')
})
