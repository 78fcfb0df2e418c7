import { describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { MAX_WATCHES, watchRegistry } from './watch-registry.ts'

const request = {
  user: 'u',
  userAgent: 'a',
  controller: '',
  group: '',
  version: 'v1',
  resource: 'pods',
  namespace: '',
  labelSelector: '',
  fieldSelector: '',
  resourceVersion: '5',
}
const opened = () => watchRegistry(virtualClock(), () => 7)

describe('the registry of watches', () => {
  it('counts the events and bytes of an open watch and keeps it after its end', () => {
    const registry = opened()
    const watch = registry.open(request, () => 42)
    watch.sent('ADDED', 10)
    watch.sent('BOOKMARK', 5)
    expect(registry.list()).toMatchObject([
      { id: 1, events: 1, bookmarks: 1, bytes: 15, backlog: 42, lastVersion: '7' },
    ])
    watch.ended('the client closed it')
    watch.ended('the server closed it')
    expect(registry.list()).toMatchObject([{ ending: 'the client closed it', backlog: 0 }])
  })

  it('counts the times that a client opened the same watch again', () => {
    const registry = opened()
    for (const resource of ['pods', 'pods', 'nodes']) registry.open({ ...request, resource }).ended('')
    expect(registry.list().map(({ reopened }) => reopened)).toEqual([0, 1, 0])
  })

  it('passes each event to its followers', () => {
    const registry = opened()
    const seen: string[] = []
    const stop = registry.follow(
      ({ type, name, resourceVersion }) => void seen.push(`${type} ${name} ${resourceVersion}`),
    )
    const watch = registry.open(request)
    watch.sent('ADDED', 1, () => ({ namespace: 'n', name: 'p' }))
    stop()
    watch.sent('ADDED', 2)
    expect(seen).toEqual(['ADDED p 7'])
  })

  it('sends the events since a given one to a reader that follows again', () => {
    const registry = opened()
    const seen: string[] = []
    const note: Parameters<typeof registry.follow>[0] = ({ number, name }) => void seen.push(`${number} ${name}`)
    const watch = registry.open(request)
    watch.sent('BOOKMARK', 1)
    registry.follow(note)()
    for (const name of ['a', 'b', 'c']) watch.sent('ADDED', 1, () => ({ namespace: 'n', name }))
    registry.follow(note, 2)
    expect(seen).toEqual(['3 b', '4 c'])
  })

  it('keeps a bounded number of events', () => {
    const registry = opened()
    const watch = registry.open(request)
    registry.follow(() => undefined)()
    for (let i = 0; i < 3000; i++) watch.sent('ADDED', 1)
    const seen: number[] = []
    registry.follow(({ number }) => void seen.push(number), 0)
    expect([seen.length, seen[0]]).toEqual([1000, 2001])
  })

  it('keeps a bounded number of ended watches and cuts the texts of clients', () => {
    const registry = opened()
    for (let i = 0; i < 3000; i++) registry.open({ ...request, userAgent: `${i}${'x'.repeat(10_000)}` }).ended('')
    expect(registry.list()).toHaveLength(100)
    expect(registry.list()[0]?.userAgent).toHaveLength(256)
  })

  it('is full at the maximum number of watches, until one ends', () => {
    const registry = opened()
    const watches = Array.from({ length: MAX_WATCHES }, () => registry.open(request))
    expect(registry.isFull).toBe(true)
    watches[0]?.ended('the client closed it')
    expect(registry.isFull).toBe(false)
  })
})
