import { expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import type { MergeType } from './merge-type.ts'
import { ByShape, patternOf, typedPatternOf, type Pattern } from './shape.ts'

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

/** Of each object the place of the first that had its shape. */
function firsts(objects: readonly JsonObject[], pattern: (object: JsonObject) => Pattern): number[] {
  const shapes = new ByShape<number>()
  return objects.map((object, i) =>
    shapes.of(
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

it('knows objects of one template by their keys and item identities, whatever their values', () => {
  expect(firsts(templates, (object) => patternOf(service, undefined, object))).toEqual([0, 0, 2, 3, 4, 5])
  expect(firsts(templates, (object) => typedPatternOf(service, object))).toEqual([0, 0, 2, 3, 4, 5])
})

it('tells items of a set apart, and items of one value by their kind alone', () => {
  const lists = [{ finalizers: ['a'] }, { finalizers: ['b'] }, { args: ['a'] }, { args: ['b'] }, { args: [1] }]
  expect(firsts(lists, (object) => typedPatternOf(service, object))).toEqual([0, 1, 2, 2, 4])
  expect(firsts(lists, (object) => patternOf(service, undefined, object))).toEqual([0, 1, 2, 2, 2])
})

it('asks of a creation whether a leaf is more than what is there already', () => {
  const nodes = [{ node: '' }, { node: 'a' }, { node: 'b' }, { node: '' }]
  expect(firsts(nodes, (object) => patternOf(service, { node: '' }, object))).toEqual([0, 1, 1, 0])
})

it('forgets the oldest shapes and never keeps those of very many keys', () => {
  const shapes = new ByShape<object>()
  const of = (object: JsonObject): object =>
    shapes.of(
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
