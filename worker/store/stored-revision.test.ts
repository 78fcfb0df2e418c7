import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { revisionContext, plainEncoding, pod, podKey, textOf } from './store-fixtures.ts'
import { ObjectTooLarge } from './store.ts'
import { checkedEncoding, StoredRemoval, StoredRevision } from './stored-revision.ts'

const object = pod('a', 'ä \u{1f600}')
const encoded = plainEncoding.encode(object)
const context = revisionContext()
const written = (revision: number) => StoredRevision.written({ key: podKey('a'), revision, object, encoded }, context)
const value = new TextEncoder().encode(encoded.before + encoded.after)
const logged = (revision: number) => StoredRevision.logged({ key: podKey('a'), revision, value }, context)

describe.each([
  ['written', written],
  ['read from the log', logged],
])('a revision that was %s', (_, make) => {
  it('has the same object and bytes in either order of reading, and each time', () => {
    const expected = plainEncoding.decode(written(9).bytes, 9)
    const [bytesFirst, objectFirst] = [make(9), make(9)]
    expect([textOf(bytesFirst.bytes), bytesFirst.object]).toEqual([JSON.stringify(expected), expected])
    expect([objectFirst.object, textOf(objectFirst.bytes)]).toEqual([expected, JSON.stringify(expected)])
    expect(bytesFirst.object).toBe(bytesFirst.object)
    expect(bytesFirst.bytes).toBe(bytesFirst.bytes)
  })

  it('is the same after it was retired, whether or not it was read before', () => {
    const [fresh, read] = [make(9), make(9)]
    const { object: before } = read
    fresh.retire(context)
    read.retire(context)
    expect([fresh.object, read.object]).toEqual([before, before])
    expect(textOf(fresh.bytes)).toBe(JSON.stringify(before))
  })

  it('is the same after its decoded object was released, and has its labels without decoding', () => {
    let decodings = 0
    const counting = revisionContext(1)
    const counted = {
      ...counting,
      decode(bytes: Uint8Array, revision: number) {
        decodings++
        return counting.decode(bytes, revision)
      },
    }
    const labelled = { ...object, metadata: { ...object.metadata, labels: { app: 'a' } } }
    const { before, after } = plainEncoding.encode(labelled)
    const revisions = [1, 2].map((revision) =>
      make === written
        ? StoredRevision.written({ key: podKey('a'), revision, object: labelled, encoded: { before, after } }, counted)
        : StoredRevision.logged(
            { key: podKey('a'), revision, value: new TextEncoder().encode(before + after) },
            counted,
          ),
    )
    for (const { object: now, labels } of [...revisions, ...revisions])
      expect([now.metadata?.labels, labels]).toEqual([{ app: 'a' }, { app: 'a' }])
    const made = decodings
    for (const { labels } of [...revisions, ...revisions]) expect(labels).toEqual({ app: 'a' })
    expect(decodings).toBe(made)
  })

  it('finds the end of its metadata for any text inside', () => {
    const braces = { ...object, metadata: { ...object.metadata, annotations: { 'a}': '"}\\{"', b: '\\' } } }
    const stored = StoredRevision.written(
      { key: podKey('a'), revision: 9, object: braces, encoded: plainEncoding.encode(braces) },
      revisionContext(),
    )
    for (const revision of [make(9), stored]) {
      const text = new TextDecoder().decode(revision.bytes.subarray(0, revision.metadataEnd))
      expect(JSON.parse(`${text}}`)).toMatchObject({ metadata: revision.object.metadata })
    }
  })

  it('has the later revision in the event of its removal, even when that revision has more digits', () => {
    const removal = new StoredRemoval(make(9), 10_000)
    expect(removal.object).toMatchObject({ metadata: { resourceVersion: '10000' }, spec: object['spec'] })
    expect(textOf(removal.bytes)).toBe(JSON.stringify(removal.object))
  })
})

it('refuses an object with more text than etcd accepts, and accepts many short texts', () => {
  const checked = (spec: JsonObject) => {
    const large = { ...object, spec }
    return checkedEncoding(large, plainEncoding.encode(large))
  }
  expect(() => checked({ text: 'x'.repeat(1_600_000) })).toThrow(ObjectTooLarge)
  const items = Array.from({ length: 50_000 }, (_, i) => ({ aNameOfAField: i, another: 'x' }))
  expect(checked({ items }).after.length).toBeGreaterThan(1.5 * 1024 * 1024)
  expect(() => checked({ items: [...items, ...items] })).toThrow(ObjectTooLarge)
})
