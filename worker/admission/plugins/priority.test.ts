import { describe, expect, it } from 'vitest'
import { contextOf, podOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { priority } from './priority.ts'

const classes = [
  { metadata: { name: 'high' }, value: 1000, preemptionPolicy: 'Never' },
  { metadata: { name: 'usual' }, value: 5, globalDefault: true, preemptionPolicy: 'PreemptLowerPriority' },
]
const withDefault = priority(contextOf({ objects: { 'scheduling.k8s.io/priorityclasses': classes } }))
const without = priority(contextOf())

describe('Priority', () => {
  it('sets the priority of the named class, of the default class, or 0 without a class', async () => {
    const named = podOf({ priorityClassName: 'high' })
    const unnamed = podOf()
    const plain = podOf()
    await runPlugin(withDefault, requestOf(named))
    await runPlugin(withDefault, requestOf(unnamed))
    await runPlugin(without, requestOf(plain))
    expect(named['spec']).toMatchObject({ priority: 1000, preemptionPolicy: 'Never' })
    expect(unnamed['spec']).toMatchObject({ priority: 5, priorityClassName: 'usual' })
    expect(plain['spec']).toMatchObject({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' })
  })

  it('refuses unknown classes and a different priority number', async () => {
    await expect(runPlugin(without, requestOf(podOf({ priorityClassName: 'x' })))).rejects.toThrow(
      'no PriorityClass with name x was found',
    )
    await expect(runPlugin(withDefault, requestOf(podOf({ priority: 7 })))).rejects.toThrow(
      'the integer value of priority (7) must not be provided in pod spec; priority admission controller computed 5 from the given PriorityClass name',
    )
  })

  it('keeps the priority when an update omits it', async () => {
    const pod = podOf()
    await runPlugin(without, requestOf(pod, { operation: 'UPDATE', oldObject: podOf({ priority: 9 }) }))
    expect(pod['spec']).toMatchObject({ priority: 9 })
  })

  it('reads the default class again after a class has changed', async () => {
    let found = classes
    const followers: (() => void)[] = []
    const lister = {
      get: () => undefined,
      list: () => found,
      follow: (_resource: string, changed: () => void) => void followers.push(changed),
    }
    const plugin = priority(contextOf({ lister }))
    const priorityOf = async (): Promise<unknown> => {
      const pod = podOf()
      await runPlugin(plugin, requestOf(pod))
      return pod['spec']
    }
    expect(await priorityOf()).toMatchObject({ priority: 5 })
    found = []
    for (const changed of followers) changed()
    expect(await priorityOf()).toMatchObject({ priority: 0 })
  })

  it('refuses a second default class', async () => {
    const resource = { group: 'scheduling.k8s.io', version: 'v1', resource: 'priorityclasses' }
    const next = { metadata: { name: 'other' }, value: 1, globalDefault: true }
    await expect(runPlugin(withDefault, requestOf(next, { resource, namespace: '' }))).rejects.toThrow(
      'PriorityClass usual is already marked as default. Only one default can exist',
    )
  })
})
