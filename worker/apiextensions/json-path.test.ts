import { describe, expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { compileJsonPath } from './json-path.ts'
import { printerColumns } from './printer-columns.ts'
import { storageHash } from './storage-hash.ts'

const object = {
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

describe('compileJsonPath', () => {
  it.each([
    ['.spec.l[0].k', ['a']],
    ['.spec.l[-1].k', ['c']],
    ['.spec.l[0:2].v', [1, 2]],
    ['.spec.l[*].v', [1, 2, 3]],
    [".spec.l[?(@.k=='b')].v", [2]],
    ['.spec.l[?(@.v>=2)].k', ['b', 'c']],
    [".metadata.labels['a.b/c']", ['x']],
    ['.metadata.labels.a\\.b/c', ['x']],
    ['..v', [1, 2, 3]],
    ['.spec.none.deeper', []],
    ['.spec.a', [null]],
    ['.', []],
    [".['spec']", []],
    ['.spec[*]', []],
    ['.spec.l[1:9].v', []],
    ['.spec.l[5].v', []],
    ['.spec.l[::2].v', [1, 3]],
  ])('%s', (path, found) => {
    expect(compileJsonPath(path)?.(object)).toEqual(found)
  })

  it('returns undefined for an unclosed path', () => {
    expect(compileJsonPath('.spec[')).toBeUndefined()
    expect(compileJsonPath('.spec[?(unknown)]')).toBeUndefined()
    expect(compileJsonPath('.spec["l"]')).toBeUndefined()
  })
})

describe('printerColumns', () => {
  const cell = (type: string, value: unknown, now = 0): unknown =>
    printerColumns(
      {
        name: 'v1',
        served: true,
        storage: true,
        additionalPrinterColumns: [{ name: 'C', type, jsonPath: '.v' }],
      },
      dialects.svc,
    )?.[1]?.cell({ v: value } as never, now)

  it('show values by the type of the column', () => {
    expect(cell('string', { b: 1, a: [true] })).toBe('{"a":[true],"b":1}')
    expect(cell('string', 1.5)).toBe('1.5')
    expect(cell('integer', 1.9)).toBe(1)
    expect(cell('integer', 'x')).toBeNull()
    expect(cell('boolean', true)).toBe(true)
    expect(cell('date', '1990-07-01', Date.parse('2000-01-01'))).toBe('<invalid>')
    expect(cell('date', '1999-12-31T23:59:00Z', Date.parse('2000-01-01'))).toBe('60s')
    expect(cell('date', '0001-01-01T00:00:00Z')).toBe('<unknown>')
  })

  it('fall back to the default columns for an unreadable path', () => {
    const additionalPrinterColumns = [{ name: 'C', type: 'string', jsonPath: '.spec[' }]
    expect(
      printerColumns({ name: 'v1', served: true, storage: true, additionalPrinterColumns }, dialects.svc),
    ).toBeUndefined()
  })
})

describe('storageHash', () => {
  it('equals the hash of the real server', () => {
    expect(storageHash('cl.o-crd.example.com', 'v1', 'Widget')).toBe('D9zgmrj8JVs=')
    expect(storageHash('two.o-crd.example.com', 'v2', 'Gadget')).toBe('cbfWrIP8YBQ=')
  })
})
