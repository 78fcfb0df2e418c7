import { describe, expect, it } from 'vitest'
import type { Json } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { dialects } from '../dialect/dialect.ts'
import { stringifyJson } from '../codec/encode.ts'
import type { DefinitionVersion } from './definition.ts'
import { printerColumns } from './printer-columns.ts'

function versionWith(jsonPath: string, type = 'string'): DefinitionVersion {
  return { name: 'v1', served: true, storage: true, additionalPrinterColumns: [{ name: 'A', type, jsonPath }] }
}

function cellOf(type: string, value: Json): string {
  const [, column] = printerColumns(versionWith('.spec.a', type), dialects.k8s)
  return stringifyJson(column?.cell({ spec: { a: value } }, 0) ?? null)
}

it.each<[Json, string]>([
  [7.9, '7'],
  [9007199254740993n, '9007199254740993'],
  [1e100, '-9223372036854775808'],
  [2 ** 63, '-9223372036854775808'],
  ['7', 'null'],
])('shows %s in an integer column as Go converts it to int64', (value, cell) => {
  expect(cellOf('integer', value)).toBe(cell)
})

it('shows a null in a text column as a missing value', () => {
  expect(JSON.parse(cellOf('string', null))).toBe('<no value>')
})

it.each([
  ['string', { b: 1, a: [true] }, '{"a":[true],"b":1}'],
  ['string', 1.5, '1.5'],
  ['integer', 1.9, 1],
  ['integer', 'x', null],
  ['boolean', true, true],
  ['date', '1990-07-01', '<invalid>'],
  ['date', '1999-12-31T23:59:00Z', '60s'],
  ['date', '0001-01-01T00:00:00Z', '<unknown>'],
])('shows in a column of type %s the value %j as %j', (type, value, cell) => {
  const [, column] = printerColumns(versionWith('.v', type), dialects.svc)
  expect(column?.cell({ v: value }, Date.parse('2000-01-01'))).toBe(cell)
})

describe('the path of a column', () => {
  const object: ApiObject = {
    metadata: { labels: { 'a.b/c': 'x' } },
    spec: {
      l: [
        { k: 'a', v: 1 },
        { k: 'b', v: 2 },
        { k: 'c', v: 3 },
      ],
      a: null,
    },
  }

  it.each([
    ['.spec.l[0].k', 'a'],
    ['.spec.l[-1].k', 'c'],
    ['.spec.l[1:3].v', '2'],
    ['.spec.l[*].v', '1'],
    [".spec.l[?(@.k=='b')].v", '2'],
    ['.spec.l[?(@.v>=2)].k', 'b'],
    [".metadata.labels['a\\.b/c']", 'x'],
    ['.metadata.labels.a\\.b/c', 'x'],
    ['..v', '1'],
    ['.spec.none.deeper', null],
    ['.', null],
    ['.spec[*]', null],
    ['.spec.l[1:9].v', null],
    ['.spec.l[5].v', null],
    ['.spec.l[::2].v', '1'],
  ])('%s shows the first value that it finds: %j', (path, cell) => {
    const [, column] = printerColumns(versionWith(path), dialects.svc)
    expect(column?.cell(object, 0)).toBe(cell)
  })

  it.each(['.spec[', '.spec[?(unknown]', '.spec["l"]'])(
    '%s is unreadable, so later columns are missing too',
    (path) => {
      const column = (jsonPath: string) => ({ name: jsonPath, type: 'string', jsonPath })
      const version = { ...versionWith(path), additionalPrinterColumns: ['.spec.a', path, '.spec.b'].map(column) }
      expect(printerColumns(version, dialects.svc).map(({ name }) => name)).toEqual(['Name', '.spec.a'])
    },
  )

  it('shows the byte that a wildcard finds in a text only as a text', () => {
    const cells = ['string', 'integer', 'number'].map((type) =>
      printerColumns(versionWith('.spec.s.*', type), dialects.svc)[1]?.cell({ spec: { s: 'ab' } }, 0),
    )
    expect(cells).toEqual(['97', null, null])
  })

  it('shows nothing when a filter compares an integer with a fraction', () => {
    const cellOf = (filter: string, l: Json) =>
      printerColumns(versionWith(`.spec.l[?(${filter})].k`), dialects.svc)[1]?.cell({ spec: { l } }, 0)
    const list = [
      { k: 'a', v: 1, b: true },
      { k: 'b', v: 2.5, b: true },
    ]
    expect(cellOf('@.v==1', list)).toBeNull()
    expect(cellOf('@.v==1', list.slice(0, 1))).toBe('a')
    expect(cellOf('@.v==1.0', list.slice(0, 1))).toBeNull()
    expect(cellOf('@.v>1.5', list.slice(1))).toBe('b')
    expect(cellOf('@.b>=true', list)).toBeNull()
  })
})
