import { expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import type { MergeType } from './merge-type.ts'
import { ShapeCache, patternOf, typedPatternOf, type Pattern } from './shape.ts'

const text: MergeType = { scalar: 'string' }
const labels: MergeType = { map: { fields: new Map(), elements: text, atomic: false, deduced: false } }
const port: MergeType = {
  map: {
    fields: new Map([
      ['port', { type: { scalar: 'numeric' } }],
      ['name', { type: text }],
    ]),
    elements: undefined,
    atomic: false,
    deduced: false,
  },
}
const service: MergeType = {
  map: {
    fields: new Map([
      ['labels', { type: labels }],
      ['ports', { type: { list: { items: port, associative: true, keys: ['port'] } } }],
      ['finalizers', { type: { list: { items: text, associative: true, keys: [] } } }],
      ['args', { type: { list: { items: text, associative: false, keys: [] } } }],
      ['node', { type: text }],
    ]),
    elements: undefined,
    atomic: false,
    deduced: false,
  },
}

/** Returns for each object the index of the first object with the same shape. */
function firsts(objects: readonly JsonObject[], pattern: (object: JsonObject) => Pattern): number[] {
  const shapes = new ShapeCache<number>()
  return objects.map((object, i) =>
    shapes.get(
      object,
      () => i,
      () => pattern(object),
    ),
  )
}

const templates: readonly JsonObject[] = [
  { labels: { app: 'a' }, ports: [{ port: 80, name: 'x' }], node: 'one' },
  { labels: { app: 'b' }, ports: [{ port: 80, name: 'y' }], node: 'two', args: undefined },
  { labels: { abb: 'a' }, ports: [{ port: 80, name: 'x' }], node: 'one' },
  { labels: { app: 'a' }, ports: [{ port: 81, name: 'x' }], node: 'one' },
  { labels: { app: 'a' }, ports: [{ port: 80 }], node: 'one' },
  { labels: { app: null }, ports: [{ port: 80, name: 'x' }], node: 'one' },
]

it('matches objects with the same keys and item identities', () => {
  expect(firsts(templates, (object) => patternOf(service, undefined, object))).toEqual([0, 0, 2, 3, 4, 5])
  expect(firsts(templates, (object) => typedPatternOf(service, object))).toEqual([0, 0, 2, 3, 4, 5])
})

it('compares the items of a set, and only the kinds of items of an atomic list', () => {
  const lists = [{ finalizers: ['a'] }, { finalizers: ['b'] }, { args: ['a'] }, { args: ['b'] }, { args: [1] }]
  expect(firsts(lists, (object) => typedPatternOf(service, object))).toEqual([0, 1, 2, 2, 4])
  expect(firsts(lists, (object) => patternOf(service, undefined, object))).toEqual([0, 1, 2, 2, 2])
})

it('distinguishes leaves of a creation that differ from the empty object', () => {
  const nodes = [{ node: '' }, { node: 'a' }, { node: 'b' }, { node: '' }]
  expect(firsts(nodes, (object) => patternOf(service, { node: '' }, object))).toEqual([0, 1, 1, 0])
})

it('evicts the oldest shapes and never caches objects with very many keys', () => {
  const shapes = new ShapeCache<object>()
  const of = (object: JsonObject): object =>
    shapes.get(
      object,
      () => ({}),
      () => patternOf(labels, undefined, object),
    )
  const first = of({ a: '' })
  expect(of({ a: 'other' })).toBe(first)
  for (let i = 1; i <= 600; i++) of({ ['x'.repeat(i)]: '' })
  expect(of({ a: '' })).not.toBe(first)
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`key-${i}`, '']))
  expect(of(many)).not.toBe(of(many))
})
