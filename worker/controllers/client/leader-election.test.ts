import { expect, it, vi } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import { LeaderElection } from './leader-election.ts'
import type { ObjectClient } from './object-client.ts'
import { managed } from '../controller-fixture.ts'

async function candidates() {
  const cluster = await managed([])
  const { clock, context, pass, read } = cluster
  const log: string[] = []
  const unreachable = new Set<string>()
  const candidate = (identity: string) => {
    const refuse = (): Promise<never> => Promise.reject(new Error('no way there'))
    const objects: ObjectClient = {
      ...context.objects,
      get: (...place) => (unreachable.has(identity) ? refuse() : context.objects.get(...place)),
    }
    const report = vi.fn()
    const open = () => ({
      start: () => Promise.resolve(void log.push(`${identity} begins`)),
      stop: () => void log.push(`${identity} ends`),
    })
    return new LeaderElection({ objects, clock, dialect: dialects.k8s, report, identity }, open)
  }
  const lease = () => read('coordination.k8s.io/leases', 'kube-controller-manager', 'kube-system')?.['spec']
  return { candidate, log, unreachable, pass, lease }
}

it('runs the work on one server, and on another after the lease has expired', async () => {
  const { candidate, log, pass, lease } = await candidates()
  const [first, second] = [candidate('a'), candidate('b')]
  await first.start()
  await second.start()
  await pass(60_000)
  expect(log).toEqual(['a begins'])
  expect(lease()).toMatchObject({ holderIdentity: 'a', leaseDurationSeconds: 15, leaseTransitions: 0 })
  first.stop()
  await pass(10_000)
  expect(log).toEqual(['a begins', 'a ends'])
  await pass(10_000)
  expect(log).toEqual(['a begins', 'a ends', 'b begins'])
  expect(lease()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 })
  second.stop()
})

it('stops the work when it cannot renew the lease, before another server starts', async () => {
  const { candidate, log, unreachable, pass } = await candidates()
  const [first, second] = [candidate('a'), candidate('b')]
  await first.start()
  await second.start()
  unreachable.add('a')
  await pass(30_000)
  expect(log).toEqual(['a begins', 'a ends', 'b begins'])
  unreachable.delete('a')
  await pass(30_000)
  expect(log).toHaveLength(3)
  first.stop()
  second.stop()
})
