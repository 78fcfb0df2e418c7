import type { Frame, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { test } from './app/fixtures.ts'
import { stopServiceWorkers } from './host/fixtures.ts'

/** Names of namespaces, by a plain `fetch`. */
const namespaces = (place: Page | Frame, cluster: string): Promise<string[]> =>
  place.evaluate(async (id) => {
    const response = await fetch(`clusters/${id}/api/v1/namespaces`)
    const { items } = (await response.json()) as { items: { metadata: { name: string } }[] }
    return items.map(({ metadata }) => metadata.name)
  }, cluster)

/** Opens a watch; `event` of the result resolves with the type of the event for the namespace. */
const watchFor = (place: Page | Frame, cluster: string, name: string) =>
  place.evaluateHandle(
    async ([id, wanted]) => {
      const response = await fetch(`clusters/${id}/api/v1/namespaces?watch=1`)
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      const until = async (): Promise<string> => {
        let text = ''
        while (!text.includes(`"name":"${wanted}"`)) text += (await reader.read()).value ?? ''
        await reader.cancel()
        return (JSON.parse(text.trim().split('\n').at(-1) ?? '') as { type: string }).type
      }
      return { event: until() }
    },
    [cluster, name] as const,
  )

test('fetch reaches the cluster from the page and from a frame, also after the service worker was stopped', async ({
  playground,
}) => {
  const { page, cluster } = playground
  await playground.controlled()
  expect(await namespaces(page, cluster)).toContain('default')
  await page.evaluate((id) => {
    const frame = document.createElement('iframe')
    frame.src = `?cluster=${id}`
    frame.title = 'Embedded'
    document.body.append(frame)
  }, cluster)
  const embedded = page.frameLocator('iframe[title=Embedded]')
  await expect(embedded.getByRole('button', { name: /^Cluster / })).toBeVisible()
  const frame = page.frames()[1]!

  for (const place of [page, frame]) {
    const name = place === page ? 'from-page' : 'from-frame'
    const watch = await watchFor(place, cluster, name)
    await playground.run(`svcctl create namespace ${name}`)
    expect(await watch.evaluate(({ event }) => event)).toBe('ADDED')
    await stopServiceWorkers(page)
    expect(await namespaces(place, cluster)).toContain(name)
  }
  await stopServiceWorkers(page)
  const watch = await watchFor(page, cluster, 'after-stop')
  await playground.run('svcctl create namespace after-stop')
  expect(await watch.evaluate(({ event }) => event)).toBe('ADDED')
})
