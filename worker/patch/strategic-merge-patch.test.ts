import { goText } from '../api/go-format.ts'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { readJson } from '../codec/json-reader.ts'
import { builtinType } from '../schema/builtin/types.ts'
import type { Field, Schema, StructSchema } from '../schema/schema.ts'
import { compareText } from '../api/byte-order.ts'
import { PatchError, patchStatus } from './patch-error.ts'
import { changesByOthers, createStrategicMergePatch, createThreeWayStrategicMergePatch } from './strategic-diff.ts'
import { applyStrategicMergePatch, applyWithCopies, readStrategicMergePatch } from './strategic-merge-patch.ts'
import { readRecording } from '../../tests/recordings/archive.ts'

const pod = builtinType('api.core.v1.PodSpec')
const messageOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof PatchError) return `${patchStatus(error).code} ${patchStatus(error).message}`
    throw error
  }
  return 'accepted'
}

describe('applyStrategicMergePatch', () => {
  const spec = Object.freeze({
    containers: Object.freeze([Object.freeze({ name: 'c', image: 'i' }), Object.freeze({ name: 'd', image: 'i' })]),
    nodeSelector: Object.freeze({ a: '1' }),
  }) as unknown as JsonObject
  const apply = (patch: JsonObject): JsonObject => applyStrategicMergePatch(spec, patch, pod)

  it('merges list items by their key and shares the unchanged ones', () => {
    const out = apply({ containers: [{ name: 'd', image: 'j' }] })
    expect(out).toEqual({
      containers: [
        { name: 'c', image: 'i' },
        { name: 'd', image: 'j' },
      ],
      nodeSelector: { a: '1' },
    })
    expect((out['containers'] as Json[])[0]).toBe((spec['containers'] as Json[])[0])
    expect(out['nodeSelector']).toBe(spec['nodeSelector'])
  })

  it('reports the maps and lists that hold copies of members of the patch', () => {
    const env = [{ name: 'E', value: null }]
    const patch = { containers: [{ name: 'c', env }, { name: 'e' }], nodeSelector: { a: '2' } }
    const copies = new Map<object, object>()
    const out = applyWithCopies(spec, patch, pod, (from, to) => copies.set(from, to))
    const [first] = out['containers'] as JsonObject[]
    expect(copies.get(patch)).toBe(out)
    expect(copies.get(patch.nodeSelector)).toBe(out['nodeSelector'])
    expect([copies.get(env), copies.get(env[0] ?? {})]).toEqual([first?.['env'], { name: 'E' }])
  })

  it('replaces the whole list when an item has $patch: replace', () => {
    expect(
      apply({
        containers: [
          { name: 'x', image: 'j' },
          { name: 'c', $patch: 'replace' },
        ],
      })['containers'],
    ).toEqual([{ name: 'x', image: 'j' }])
  })

  it('fails with the recorded messages', () => {
    const at = (patch: JsonObject): string => messageOf(() => apply(patch))
    expect(at({ containers: [{ image: 'x' }] })).toBe('500 map: map[image:x] does not contain declared merge key: name')
    expect(at({ containers: [{ name: 'c', $patch: 'bogus', image: 'm' }] })).toBe(
      '500 unknown patch type: bogus in map: map[$patch:bogus image:m name:c]',
    )
    expect(at({ containers: [{ name: 'c', $patch: 1, image: 'm' }] })).toBe(
      '500 unknown patch type: %!s(int64=1) in map: map[$patch:1 image:m name:c]',
    )
    expect(at({ containers: [{ $patch: 'merge' }] })).toBe('500 merging lists cannot yet be specified in the patch')
    expect(at({ containers: ['x'] })).toBe(
      '500 list element types are not identical: [[map[image:i name:c] map[image:i name:d]] [x]]',
    )
    expect(at({ $retainKeys: ['a'], hostNetwork: true })).toBe('400 invalid patch format of retainKeys')
    expect(at({ nodeSelector: { '$setElementOrder/x': ['a'] } })).toBe(
      '500 merging an object in json but data type is not struct, instead is: map',
    )
    expect(at({ '$setElementOrder/containers': [{ name: 'c' }, 'x'], containers: [{ name: 'c' }] })).toBe(
      '500 value for key 1 is not a map',
    )
    expect(messageOf(() => readStrategicMergePatch([]))).toMatch(/^400 json: cannot unmarshal /)
  })
})

// The type of the recorded tables is built from the following parts.
const scalar = (kind: 'string' | 'integer'): Schema => ({ type: 'scalar', kind })
const list = (items: Schema): Schema => ({ type: 'list', items, listType: 'atomic' })
const lazy = (schema: () => Schema, markers: Omit<Field, 'schema'> = {}): Field => ({
  get schema() {
    return schema()
  },
  ...markers,
})
const merge = { patchStrategy: ['merge'], patchMergeKey: 'name' } as const
const plain = ['name', 'value', 'other'].map((name) => [name, { schema: scalar('string') }] as const)
const lists = [
  ['mergingList', lazy(() => list(mergeItem), merge)],
  ['nonMergingList', lazy(() => list(mergeItem))],
  ['mergingIntList', { schema: list(scalar('integer')), patchStrategy: ['merge'] }],
] as const
const simpleMap = ['simpleMap', { schema: { type: 'map', values: scalar('string') } }] as const
const retainKeysItem: StructSchema = {
  type: 'struct',
  name: 'RetainKeysMergeItem',
  fields: new Map<string, Field>([...plain, ...lists, simpleMap]),
}
const mergeItem: StructSchema = {
  type: 'struct',
  name: 'MergeItem',
  fields: new Map<string, Field>([
    ...plain,
    ...lists,
    simpleMap,
    ['nonMergingIntList', { schema: list(scalar('integer')) }],
    ['mergeItemPtr', lazy(() => mergeItem, { ...merge, pointer: true })],
    ['replacingItem', { schema: { type: 'untyped', name: 'RawExtension' }, patchStrategy: ['replace'] }],
    ['retainKeysMap', { schema: retainKeysItem, patchStrategy: ['retainKeys'] }],
    [
      'retainKeysMergingList',
      lazy(() => list(mergeItem), { patchStrategy: ['merge', 'retainKeys'], patchMergeKey: 'name' }),
    ],
  ]),
}

describe('strategic merge patch, as recorded,', () => {
  interface Row {
    readonly description: string
    readonly original?: JsonObject
    readonly modified?: JsonObject
    readonly current?: JsonObject
    readonly twoWay?: JsonObject
    readonly twoWayResult?: JsonObject
    readonly threeWay?: JsonObject
    readonly result?: JsonObject
    readonly expectedError?: string
  }
  type TextRow = { readonly description: string } & Record<string, string>
  const tables = readRecording('tables', 'strategic-merge-patch') as Record<string, Row[]>
  const rows = (...names: string[]): Row[] => names.flatMap((name) => tables[name] ?? [])

  /** Sorts merging lists: the recorded results ignore their order. */
  const unordered = (value: Json | undefined): Json | undefined => {
    if (Array.isArray(value)) {
      const items = value.map((item) => unordered(item) ?? null)
      return items.every((item) => isObject(item))
        ? items.sort((a, b) => compareText(goText(nameOf(a)), goText(nameOf(b))))
        : items
    }
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unordered(item)]))
      : value
  }
  const nameOf = (item: Json): Json | undefined => (isObject(item) ? item['name'] : undefined)

  for (const row of rows('customApply', 'customApplyRaw')) {
    it(`applies: ${row.description}`, () => {
      const run = (): JsonObject => applyStrategicMergePatch(row.original ?? {}, row.twoWay ?? {}, mergeItem)
      if (row.expectedError) expect(messageOf(run)).toContain(row.expectedError)
      else expect(run()).toEqual(row.modified)
    })
  }
  for (const row of rows('twoAndThreeWay', 'twoAndThreeWayRaw', 'rawExtension')) {
    const { original = {}, modified = {}, current = {} } = row
    it(`two-way: ${row.description}`, () => {
      const patch = createStrategicMergePatch(original, modified, mergeItem)
      expect(patch).toEqual(row.twoWay)
      expect(applyStrategicMergePatch(original, patch, mergeItem)).toEqual(row.twoWayResult ?? modified)
    })
    it(`three-way: ${row.description}`, () => {
      const input = { original, modified, current }
      const run = (): JsonObject => createThreeWayStrategicMergePatch(input, mergeItem)
      if (row.expectedError) return expect(messageOf(run)).toContain(row.expectedError)
      const careful = messageOf(() => createThreeWayStrategicMergePatch(input, mergeItem, { overwrite: false }))
      const conflict = /^500 patch:\n.*\nconflicts with changes made from original to current:\n/
      if (row.description.includes('conflict')) expect(careful).toMatch(conflict)
      else expect(careful).toBe('accepted')
      expect(run()).toEqual(row.threeWay)
      expect(unordered(applyStrategicMergePatch(current, run(), mergeItem))).toEqual(unordered(row.result))
    })
  }
  it('names the changes of others without the order of keyed lists', () => {
    const [before, after] = [{ mergingList: [{ name: '1' }] }, { mergingList: [{ name: '1', value: 1 }] }]
    expect(createStrategicMergePatch(before, after, mergeItem)).toHaveProperty('$setElementOrder/mergingList')
    expect(changesByOthers(before, after, mergeItem)).toEqual({ mergingList: [{ name: '1', value: 1 }] })
  })
  for (const row of rows('unknownField') as unknown as TextRow[]) {
    const read = (name: string): JsonObject => JSON.parse(row[name] ?? '{}') as JsonObject
    const [original, modified, current] = ['original', 'modified', 'current'].map(read) as [
      JsonObject,
      JsonObject,
      JsonObject,
    ]
    it(`unknown fields, two-way: ${row.description}`, () => {
      const run = (): JsonObject => createStrategicMergePatch(original, modified, mergeItem)
      if (row['expectedTwoWayErr'])
        return expect(messageOf(run)).toContain(row['expectedTwoWayErr'].replace('MergeItem', ''))
      expect(run()).toEqual(read('expectedTwoWay'))
      expect(applyStrategicMergePatch(original, run(), mergeItem)).toEqual(read('expectedTwoWayResult'))
    })
    it(`unknown fields, three-way: ${row.description}`, () => {
      const run = (): JsonObject => createThreeWayStrategicMergePatch({ original, modified, current }, mergeItem)
      if (row['expectedThreeWayErr']) return expect(messageOf(run)).not.toBe('accepted')
      expect(run()).toEqual(read('expectedThreeWay'))
      expect(applyStrategicMergePatch(current, run(), mergeItem)).toEqual(read('expectedThreeWayResult'))
    })
  }

  // The table `sortMergeLists` is not run: it tests the comparison of the recorder, not the patch.
  const precision = ['int32', 'int64'].map((name): [string, Field] => {
    return [name, { schema: { type: 'scalar', kind: 'integer', bits: name === 'int32' ? 32 : 64 } }]
  })
  const floats = ['float32', 'float64'].map((name): [string, Field] => {
    return [name, { schema: { type: 'scalar', kind: 'number' } }]
  })
  const name: [string, Field] = ['name', { schema: scalar('string') }]
  const precisionItem: StructSchema = { type: 'struct', fields: new Map([name, ...precision, ...floats]) }
  for (const row of rows('numberConversion') as unknown as TextRow[]) {
    it(`keeps numbers: ${row.description}`, () => {
      const read = (member: string): JsonObject => readJson(row[member] ?? '{}').value as JsonObject
      const patch = createStrategicMergePatch(read('old'), read('new'), precisionItem)
      expect(patch).toEqual(read('expectedPatch'))
      expect(applyStrategicMergePatch(read('old'), patch, precisionItem)).toEqual(read('expectedResult'))
    })
  }

  it('pairs several items of one key from the last to the first, as Go does, and deletes the rest', () => {
    const container = builtinType('api.core.v1.Container')
    const [tcp, udp] = ['TCP', 'UDP'].map((protocol) => ({ containerPort: 80, protocol }))
    const [both, one] = [{ ports: [tcp, udp] }, { ports: [udp] }] as unknown as [JsonObject, JsonObject]
    const patch = createThreeWayStrategicMergePatch({ original: both, modified: one, current: both }, container)
    expect(patch).toEqual({
      '$setElementOrder/ports': [{ containerPort: 80 }],
      ports: [{ $patch: 'delete', containerPort: 80 }],
    })
    expect(applyStrategicMergePatch(both, patch, container)).toEqual({ ports: [] })
  })

  it.each(['', '-v3'])('the recorded OpenAPI%s of the type has the same markers', (version) => {
    const document = readRecording('tables', `merge-item-openapi${version}`) as JsonObject
    const { definitions, components } = document as Record<string, { schemas?: JsonObject }>
    const types = (definitions ?? components?.schemas) as Record<string, { properties: Record<string, JsonObject> }>
    const published = Object.entries(types).find(([title]) => title === 'mergeItem')?.[1].properties ?? {}
    expect(Object.keys(published).sort()).toEqual([...mergeItem.fields.keys()].sort())
    for (const [key, property] of Object.entries(published)) {
      const { patchStrategy = [], patchMergeKey } = mergeItem.fields.get(key) ?? {}
      expect(property['x-kubernetes-patch-strategy'] ?? '', key).toBe(patchStrategy.join(','))
      expect(property['x-kubernetes-patch-merge-key'], key).toBe(patchMergeKey)
    }
  })

  const podSpec = builtinType('api.core.v1.PodSpec')
  const apply = (live: JsonObject, patch: JsonObject) => () => applyStrategicMergePatch(live, patch, podSpec)

  it('refuses an order of texts before it looks for merge keys', () => {
    const patch = { containers: [{}], '$setElementOrder/containers': ['x'] }
    expect(apply({ containers: [{ name: 'c' }] }, patch)).toThrow(
      'expected a map[string]interface {}, but received a string',
    )
  })

  it('puts a new item without a place behind the others when the order is empty', () => {
    const patch = { containers: [{ name: null }], '$setElementOrder/containers': [] }
    const live = { containers: [{ name: 'a' }, { name: 'b' }] }
    expect(applyStrategicMergePatch(live, patch, podSpec)).toEqual({
      containers: [{ name: 'a' }, { name: 'b' }, { name: null }],
    })
  })

  it('needs maps in the order of a list without merge key', () => {
    const patch = { tolerations: [], '$setElementOrder/tolerations': ['x'] }
    expect(apply({ tolerations: [{ key: 'a' }] }, patch)).toThrow(
      'expected a map[string]interface {}, but received a string',
    )
  })

  it('names the Go type of items that cannot be merged', () => {
    const volume = builtinType('api.core.v1.PersistentVolumeSpec')
    const patch = { accessModes: [{ name: null }], '$deleteFromPrimitiveList/accessModes': [{ a: 1 }] }
    expect(() => applyStrategicMergePatch({ accessModes: ['ReadWriteOnce'] }, patch, volume)).toThrow(
      'cannot merge lists without merge key for string',
    )
  })
})
