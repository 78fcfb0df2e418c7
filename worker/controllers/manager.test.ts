import { expect, it, vi } from 'vitest'
import { controllerContext } from './controller-fixture.ts'
import { isControllerEnabled } from './controller-selection.ts'
import type { ManagerController } from './controller.ts'
import { NAMESPACES } from './kinds.ts'
import { openManager } from './manager.ts'
import { testCluster } from '../verbs/verbs-fixture.ts'

async function started(chosen: readonly string[]) {
  const log: string[] = []
  const controller = (name: string, resource: string, more: Partial<ManagerController> = {}): ManagerController => ({
    name,
    ...more,
    open: () => ({
      needs: [{ ...NAMESPACES, resource }],
      start: () => Promise.resolve(void log.push(`start ${name}`)),
      stop: () => void log.push(`stop ${name}`),
    }),
  })
  const cluster = await testCluster()
  const context = {
    ...controllerContext(cluster, vi.fn()),
    verbs: cluster.verbs,
    catalog: cluster.catalog,
    rootCertificates: () => Promise.reject(new Error('no')),
    accountTokens: () => Promise.reject(new Error('no')),
  }
  const manager = openManager(context, chosen, [
    controller('plain-controller', 'namespaces', { alias: 'plain' }),
    controller('asked-controller', 'namespaces', { isDisabledByDefault: true }),
    controller('idle-controller', 'nonesuch'),
  ])
  await manager.start()
  manager.stop()
  return log
}

it('starts enabled controllers whose kinds are served, and stops them', async () => {
  expect(await started(['*'])).toEqual(['start plain-controller', 'stop plain-controller'])
  expect(await started(['*', 'asked-controller', '-plain'])).toEqual([
    'start asked-controller',
    'stop asked-controller',
  ])
})

it('enables a controller by the first value that names it, else by *', () => {
  const one = { name: 'a-controller', alias: 'a' }
  expect(isControllerEnabled(one, ['*'])).toBe(true)
  expect(isControllerEnabled(one, ['-a', '*'])).toBe(false)
  expect(isControllerEnabled(one, ['a', '-*'])).toBe(true)
  expect(isControllerEnabled(one, ['*', '-*'])).toBe(false)
  expect(isControllerEnabled(one, ['b'])).toBe(false)
})
