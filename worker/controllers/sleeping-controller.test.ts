import { expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import type { Change } from '../store/store.ts'
import { NAMESPACES } from './kinds.ts'
import { SleepingController, startCount } from './sleeping-controller.ts'
import { changeOf } from './wake-up.ts'

const dialect = dialects.k8s
const ROLES = { group: 'rbac.authorization.{domain}', version: 'v1', resource: 'clusterroles' }
const changeIn = (resource: string) => ({ key: { resource, namespace: '', name: 'a' } }) as Change

it('wakes by changes of the named resources, in the spelling of the dialect', () => {
  const wakeUp = changeOf(NAMESPACES, ROLES)
  expect(wakeUp(changeIn('namespaces'), dialect)).toBe(true)
  expect(wakeUp(changeIn('rbac.authorization.k8s.io/clusterroles'), dialect)).toBe(true)
  expect(wakeUp(changeIn('clusterroles'), dialect)).toBe(false)
})

function asleep() {
  const log: string[] = []
  const listeners = new Set<(change: Change) => void>()
  const controller = {
    needs: [NAMESPACES],
    start: () => Promise.resolve(void log.push('start')),
    stop: () => void log.push('stop'),
  }
  const sleeping = new SleepingController(controller, {
    wakeUp: changeOf(NAMESPACES),
    dialect,
    observe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: (woken) => woken.start(),
  })
  const change = (resource: string): void => listeners.forEach((listener) => listener(changeIn(resource)))
  return { log, sleeping, change, listeners }
}

it('starts once, in the same task as the first change that concerns it', async () => {
  const { log, sleeping, change, listeners } = asleep()
  await sleeping.start()
  change('pods')
  expect(log).toEqual([])
  change('namespaces')
  change('namespaces')
  expect(log).toEqual(['start'])
  expect(listeners.size).toBe(0)
  sleeping.stop()
  expect(log).toEqual(['start', 'stop'])
})

it('never wakes after a stop', async () => {
  const { log, sleeping, listeners } = asleep()
  await sleeping.start()
  sleeping.stop()
  sleeping.wake()
  expect([log, listeners.size]).toEqual([[], 0])
})

it('counts the starts that have not ended, failed ones included', async () => {
  const { start, underWay } = startCount()
  const failing = { needs: [], start: () => Promise.reject(new Error('no')), stop: () => undefined }
  const starting = start(failing)
  expect(underWay()).toBe(1)
  await expect(starting).rejects.toThrow('no')
  expect(underWay()).toBe(0)
})
