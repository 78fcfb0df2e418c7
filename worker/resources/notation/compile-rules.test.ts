import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { dnsLabel } from '../../api/names.ts'
import { dialects } from '../../dialect/dialect.ts'
import type { Evidence } from '../evidence.ts'
import { compileRules, compileValidation, compileWarnings } from './compile-rules.ts'
import type { Rule } from './rule.ts'
import {
  all,
  at,
  atShown,
  between,
  check,
  checkAlways,
  checkObject,
  checkWith,
  choice,
  each,
  entries,
  immutable,
  isRepeated,
  members,
  named,
  never,
  nonNegative,
  oneOf,
  required,
  scoped,
  spelled,
  withVerdict,
  unique,
  where,
} from './rule.ts'

const errors = (rules: readonly Rule[], object: object, old?: object): string[] =>
  compileRules(rules, dialects.svc.spell)(object as ApiObject, old as ApiObject | undefined).map(
    ({ field, message }) => `${field}: ${message}`,
  )

describe('compileRules', () => {
  it('ends at 1,000 errors, even inside a check of a whole list', () => {
    const list = Array.from({ length: 5000 }, () => -1)
    const whole = check((value, place) => {
      for (const item of value as number[]) place.invalid(item, 'wrong')
    })
    expect(errors([each('list', nonNegative)], { list })).toHaveLength(1000)
    expect(errors([at('list', whole), at('other', never('unset'))], { list, other: 1 })).toHaveLength(1000)
  })

  it('reports errors with their paths, in the order in which the rules are written', () => {
    const rules = [at('spec', at('replicas', nonNegative), at('type', oneOf('B', 'A')))]
    expect(errors(rules, { spec: { type: 'C', replicas: -1 } })).toEqual([
      'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      'spec.type: Unsupported value: "C": supported values: "B", "A"',
    ])
  })

  it('checks an absent value for `required`, but not with `between`', () => {
    const rules = [at('spec', at('port', required(), between(1, 9)), at('deep.deeper', required()))]
    expect(errors(rules, { spec: {} })).toEqual(['spec.port: Required value'])
    expect(errors(rules, {})).toEqual([])
    expect(errors(rules, { spec: { port: 10, deep: {} } })).toEqual([
      'spec.port: Invalid value: 10: must be between 1 and 9, inclusive',
      'spec.deep.deeper: Required value',
    ])
  })

  it('ends the rules of a value that is required and missing', () => {
    expect(errors([at('name', required('why'), named(dnsLabel))], { name: '' })).toEqual(['name: Required value: why'])
  })

  it('treats an absent field as an empty one when it compares items', () => {
    const own = checkObject((item, place) => {
      const name = item['name'] ?? ''
      if (isRepeated(name, 'name', place)) place.duplicate(name, 'name')
    })
    const rules = [each('items', own)]
    expect(errors(rules, { items: [{}] })).toEqual([])
    expect(errors(rules, { items: [{}, { name: '' }] })).toEqual(['items[1].name: Duplicate value: ""'])
    expect(errors([each('items', unique('name'))], { items: [{}, {}] })).toEqual(['items[1].name: Duplicate value: ""'])
  })

  it('checks the items of lists and compares them', () => {
    const rules = [each('items', at('name', required()), unique('name'))]
    expect(errors(rules, { items: [{ name: 'a' }, {}, { name: 'a' }] })).toEqual([
      'items[1].name: Required value',
      'items[2].name: Duplicate value: "a"',
    ])
  })

  it('keeps the place in an outer list while an inner one is checked', () => {
    const rules = [each('outer', each('inner', at('x', nonNegative)), unique('name'))]
    const object = {
      outer: [
        { name: 'a', inner: [{ x: 1 }, { x: -1 }] },
        { name: 'a', inner: [{ x: -1 }] },
      ],
    }
    expect(errors(rules, object)).toEqual([
      'outer[0].inner[1].x: Invalid value: -1: must be greater than or equal to 0',
      'outer[1].inner[0].x: Invalid value: -1: must be greater than or equal to 0',
      'outer[1].name: Duplicate value: "a"',
    ])
  })

  it('reports faults of keys at the map and faults of values at the key', () => {
    const rules = [entries('data', dnsLabel, nonNegative)]
    const [key, value] = errors(rules, { data: { A: -1 } })
    expect(key).toMatch(/^data: Invalid value: "A": a lowercase RFC 1123 label/)
    expect(value).toBe('data[A]: Invalid value: -1: must be greater than or equal to 0')
  })

  it('reports errors of `atShown`, `members` and `outside` at other paths', () => {
    expect(errors([atShown('metadata.labels', 'labels', never('no'))], { metadata: { labels: {} } })).toEqual([
      'labels: Forbidden: no',
    ])
    expect(errors([at('files', members('items', at('path', required())))], { files: { items: [{}] } })).toEqual([
      'files.path: Required value',
    ])
    const outside = checkObject((_item, place) => place.outside(() => place.invalid('', 'none')))
    expect(errors([each('list', outside)], { list: [{}] })).toEqual(['list: Invalid value: "": none'])
  })

  it('requires one member and forbids the others', () => {
    const rule = at('source', choice({ several: 'one', none: 'some' }, { a: [at('x', required())], b: [] }))
    expect(errors([rule], { source: { a: {}, b: {} } })).toEqual([
      'source.a.x: Required value',
      'source.b: Forbidden: one',
    ])
    expect(errors([rule], { source: {} })).toEqual(['source: Required value: some'])
  })

  it('keeps the order of rules that are dispatched by field, for any number of them', () => {
    const names = Array.from({ length: 70 }, (_, i) => `f${i}`)
    const rules = names.map((name) => at(name, nonNegative))
    const object = Object.fromEntries(names.map((name) => [name, -1]).reverse())
    const fields = (found: readonly string[]): string[] => found.map((error) => error.split(':')[0] ?? '')
    expect(fields(errors(rules, object))).toEqual(names)
    expect(fields(errors(rules, { f69: -1, other: -1, f3: -1 }))).toEqual(['f3', 'f69'])
    const ended = [...rules.slice(0, 5), check(() => false), ...rules.slice(5)]
    expect(fields(errors(ended, object))).toEqual(names.slice(0, 5))
  })

  it('ends only the rules of the same `all` at a check that returns false', () => {
    const parts = ['a', 'b', 'c'].map((name) => at(name, nonNegative))
    const inner = all(
      check(() => false),
      ...parts,
    )
    expect(errors([inner, at('d', nonNegative)], { a: -1, d: -1 })).toHaveLength(1)
    expect(errors([all(...parts), at('d', nonNegative)], { d: -1, a: -1 })[0]).toMatch(/^a:/)
  })

  it('skips rules of a field when objects lack it', () => {
    const checked: unknown[] = []
    const recording = (field: string): Rule => checkWith(field, (object) => void checked.push(object[field]))
    errors(['a', 'b', 'c', 'd'].map(recording), { c: 1, a: 2 })
    expect(checked).toEqual([2, 1])
  })

  it('applies rules of `where` only under the condition', () => {
    const rules = [where(({ type }) => type === 'A', at('a', required()))]
    expect(errors(rules, { type: 'A' })).toEqual(['a: Required value'])
    expect(errors(rules, { type: 'B' })).toEqual([])
  })

  it('passes the stored value at the same path on an update', () => {
    const rules = [at('spec', at('selector', immutable)), each('items', at('x', immutable))]
    const old = { spec: { selector: { a: 'b' } }, items: [{ x: 1 }, { x: 2 }] }
    expect(errors(rules, old)).toEqual([])
    expect(errors(rules, { spec: {}, items: [{ x: 1 }, { x: 3 }] }, old)).toEqual([
      'spec.selector: Invalid value: "null": field is immutable',
      'items[1].x: Invalid value: 3: field is immutable',
    ])
  })

  it('stops at a check that returns false, and only the rules of that value', () => {
    const stop = check(() => false)
    expect(errors([at('a', stop, never('no')), at('b', never('no'))], { a: 1, b: 1 })).toEqual(['b: Forbidden: no'])
    expect(errors([at('a', all(stop, never('no')), never('yes'))], { a: 1 })).toEqual(['a: Forbidden: yes'])
  })

  it('runs `checkAlways` on an absent value', () => {
    expect(
      errors(
        [
          at(
            'a',
            checkAlways((value, place) => place.invalid(value, 'x')),
          ),
        ],
        {},
      ),
    ).toEqual(['a: Invalid value: "null": x'])
  })

  it('passes the verdict of `withVerdict` rules', () => {
    const good: unknown[] = []
    const rules = [
      each(
        'items',
        withVerdict((value, _place, isGood) => void (isGood && good.push(value)), nonNegative),
      ),
    ]
    expect(errors(rules, { items: [1, -1, 2] })).toHaveLength(1)
    expect(good).toEqual([1, 2])
  })

  it('shares a scope below a value and restores the outer one', () => {
    const seen: unknown[] = []
    const look = checkAlways((_value, place) => void seen.push(place.scope))
    errors(
      [
        at(
          'spec',
          scoped((spec) => ({ spec }), at('x', look)),
          at('y', look),
        ),
      ],
      { spec: { x: 1 } },
    )
    expect(seen).toEqual([{ spec: { x: 1 } }, undefined])
  })

  it('calls no rule of an absent field, even in a short list of rules', () => {
    const look = checkWith('x', (_spec, place) => void place.object)
    const evidence: Evidence = {}
    const part = at('spec', look)
    const { validate } = compileValidation({ rules: [part] }, dialects.svc.spell)
    validate({ spec: { y: 1 } }, evidence)
    expect(evidence.readsOtherParts).toBeUndefined()
    validate({ spec: { x: 1 } }, evidence)
    expect(evidence.readsOtherParts).toBe(true)
  })

  it('spells names of the dialect', () => {
    const rules = [
      at(
        'key',
        spelled((spell) => [oneOf(spell('{labels}/a'))]),
      ),
    ]
    expect(errors(rules, { key: 'svc.io/a' })).toEqual([])
  })

  it('begins a warning with the path', () => {
    const rules = [
      at(
        'spec',
        at(
          'old',
          check((_value, place) => place.warn('is old')),
        ),
      ),
    ]
    const warnings = compileWarnings(rules, dialects.svc.spell)
    expect(warnings({ spec: { old: 1 } }, undefined)).toEqual(['spec.old: is old'])
  })
})
