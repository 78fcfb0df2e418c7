import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../api/json.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { equalJson } from './json-values.ts'
import { applyJsonPatch, readJsonPatch } from './json-patch.ts'
import { applyMergePatch, createMergePatch, createThreeWayMergePatch } from './merge-patch.ts'
import { createStrategicMergePatch, createThreeWayStrategicMergePatch } from './strategic-diff.ts'
import { applyStrategicMergePatch } from './strategic-merge-patch.ts'

const pod = builtinType('api.core.v1.PodSpec')
const word = fc.constantFrom('a', 'b', 'c', 'd')
const inherited = fc.constantFrom('constructor', 'toString', '__proto__')
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined })

/** Lists of items with unique names. */
const named = (item: Record<string, fc.Arbitrary<unknown>>, minLength = 0) =>
  fc.uniqueArray(fc.record({ name: word, ...item }), { minLength, selector: ({ name }) => name })

const container = {
  image: some(word),
  args: some(fc.array(word, { minLength: 1, maxLength: 3 })),
  env: some(named({ value: some(word) }, 1)),
}
const podSpecs = fc
  .record({
    containers: named(container, 1),
    nodeSelector: some(fc.dictionary(fc.oneof(word, inherited), word)),
    tolerations: some(fc.array(fc.record({ key: word }), { minLength: 1, maxLength: 3 })),
    hostname: some(word),
  })
  .map((spec) => JSON.parse(JSON.stringify(spec)) as JsonObject)

const values = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, word, fc.boolean(), fc.array(word, { maxLength: 3 }), tie('object')),
  // `dictionary` defines own members, even when their names are inherited.
  object: fc.dictionary(fc.oneof(word, inherited), tie('value'), { maxKeys: 4 }),
}))

// A fixed seed generates the same objects in every run.
fc.configureGlobal({ seed: 20240101 })

describe('on generated objects', () => {
  it('createMergePatch turns one object into the other', () => {
    fc.assert(
      fc.property(values.object, values.object, (before, after) => {
        const kept = structuredClone(before)
        expect(applyMergePatch(before, createMergePatch(before, after))).toEqual(after)
        expect(createMergePatch(after, after)).toEqual({})
        expect(before).toEqual(kept)
      }),
    )
  })

  it('createStrategicMergePatch turns one object into the other, and is empty for equal objects', () => {
    fc.assert(
      fc.property(podSpecs, podSpecs, (before, after) => {
        const kept = structuredClone(before)
        expect(applyStrategicMergePatch(before, createStrategicMergePatch(before, after, pod), pod)).toEqual(after)
        expect(createStrategicMergePatch(after, after, pod)).toEqual({})
        expect(before).toEqual(kept)
      }),
    )
  })

  it('a three-way patch of an unchanged configuration changes nothing', () => {
    fc.assert(
      fc.property(podSpecs, podSpecs, (config, other) => {
        const current = applyStrategicMergePatch(other, config, pod)
        expect(applyMergePatch(config, createThreeWayMergePatch(config, config, config))).toEqual(config)
        const unchanged = { original: config, modified: config }
        const careful = { overwrite: false }
        expect(createThreeWayStrategicMergePatch({ ...unchanged, current: config }, pod, careful)).toEqual({})
        const patch = createThreeWayStrategicMergePatch({ ...unchanged, current }, pod)
        expect(equalJson(applyStrategicMergePatch(current, patch, pod), current)).toBe(true)
      }),
    )
  })

  it('a JSON patch reverts another', () => {
    fc.assert(
      fc.property(values.object, word, values.value, (document, key, value) => {
        fc.pre(document[key] === undefined)
        const path = `/${key}`
        const added = applyJsonPatch(document, readJsonPatch([{ op: 'add', path, value }]))
        const undone = readJsonPatch([
          { op: 'test', path, value },
          { op: 'remove', path },
        ])
        expect(applyJsonPatch(added, undone)).toEqual(document)
      }),
    )
  })
})
