import { describe, expect, it } from 'vitest'
import { ResourceTree } from './resource-tree.ts'
import { revisionContext, plainEncoding, pod, podKey } from './store-fixtures.ts'
import type { Range } from './store.ts'
import { StoredRevision } from './stored-revision.ts'

function snapshotOf(...places: [namespace: string, name: string][]) {
  const tree = new ResourceTree()
  for (const [namespace, name] of places) {
    const object = pod(name, '', namespace)
    const encoded = plainEncoding.encode(object)
    tree.set(StoredRevision.written({ key: podKey(name, namespace), revision: 2, object, encoded }, revisionContext()))
  }
  const snapshot = tree.snapshot(2)
  const list = (range?: Range) => [...snapshot.entries(range)].map(({ key }) => `${key.namespace}/${key.name}`)
  return { snapshot, list }
}

describe('the order of a list', () => {
  it('compares the bytes of namespace/name, as etcd does', () => {
    const { list } = snapshotOf(['a', 'x'], ['a-b', 'x'], ['a.b', 'x'], ['a0', 'x'], ['a', 'x-1'], ['a', 'x.1'])
    expect(list()).toEqual(['a-b/x', 'a.b/x', 'a/x', 'a/x-1', 'a/x.1', 'a0/x'])
  })

  it('compares names as UTF-8, not as UTF-16', () => {
    const { list } = snapshotOf(['', '\u{1f600}'], ['', '\uff5e'], ['', 'z'], ['', 'é'])
    expect(list()).toEqual(['/z', '/é', '/\uff5e', '/\u{1f600}'])
  })
})

describe('a range', () => {
  const { snapshot, list } = snapshotOf(['a', 'x'], ['a', 'y'], ['a-b', 'x'], ['b', 'x'], ['b', 'y'])

  it.each<[Range, string[]]>([
    [{ namespace: 'a' }, ['a/x', 'a/y']],
    [{ namespace: 'a', after: { namespace: 'a', name: 'x' } }, ['a/y']],
    [{ namespace: 'a', after: { namespace: 'a', name: 'w' } }, ['a/x', 'a/y']],
    [{ namespace: 'b', after: { namespace: 'a', name: 'y' } }, ['b/x', 'b/y']],
    [{ namespace: 'a', after: { namespace: 'b', name: 'x' } }, []],
    [{ namespace: 'none' }, []],
    [{ namespace: '' }, ['a-b/x', 'a/x', 'a/y', 'b/x', 'b/y']],
    [{ after: { namespace: 'a', name: 'y' } }, ['b/x', 'b/y']],
    [{ after: { namespace: 'b', name: 'y' } }, []],
  ])('returns and counts the entries of %j', (range, expected) => {
    expect(list(range)).toEqual(expected)
    expect(snapshot.count(range)).toBe(expected.length)
  })

  it('of an empty resource is empty', () => {
    const empty = new ResourceTree().snapshot(1)
    expect([empty.size, empty.count(), empty.count({ namespace: 'a' }), [...empty.entries()]]).toEqual([0, 0, 0, []])
  })
})
