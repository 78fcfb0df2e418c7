import { expect, it, vi } from 'vitest'
import { testCluster } from '../../verbs/verbs-fixture.ts'
import { controllerContext } from '../controller-fixture.ts'
import { eventExpiry } from './event-expiry.ts'

const TTL = 60_000

const event = (name: string, firstTimestamp?: string) => ({
  kind: 'Event',
  apiVersion: 'v1',
  metadata: { name, namespace: 'default' },
  involvedObject: { namespace: 'default', name: 'x' },
  ...(firstTimestamp !== undefined && { firstTimestamp }),
})

async function started(...names: string[]) {
  const cluster = await testCluster()
  for (const name of names) await cluster.create('events', event(name))
  const report = vi.fn()
  const controller = eventExpiry(TTL)(controllerContext(cluster, report))
  await controller.start()
  const isThere = (name: string): boolean =>
    cluster.store.get({ resource: 'events', namespace: 'default', name }) !== undefined
  return { ...cluster, controller, isThere, report }
}

it('deletes events that are older than their TTL, including events that are stored when it starts', async () => {
  const { clock, create, isThere, controller, report } = await started('early')
  clock.advance(TTL / 2)
  await create('events', event('late'))
  clock.advance(TTL / 2)
  await vi.waitFor(() => expect(isThere('early')).toBe(false))
  expect(isThere('late')).toBe(true)
  clock.advance(TTL / 2)
  await vi.waitFor(() => expect(isThere('late')).toBe(false))
  controller.stop()
  expect(report).not.toHaveBeenCalled()
})

it('counts the TTL of an event from its last write', async () => {
  const { clock, create, verbs, target, caller, isThere, controller } = await started()
  await create('events', event('again'))
  clock.advance(TTL / 2)
  const body = { ...event('again'), count: 2 }
  await verbs.update(target('events', 'again'), caller, body, { dryRun: false, fieldManager: '' })
  clock.advance(TTL / 2)
  await Promise.resolve()
  expect(isThere('again')).toBe(true)
  clock.advance(TTL / 2)
  await vi.waitFor(() => expect(isThere('again')).toBe(false))
  controller.stop()
})
