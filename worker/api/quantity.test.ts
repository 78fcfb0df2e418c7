import { describe, expect, it } from 'vitest'
import {
  canonicalMilliQuantity,
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  quantityInt64,
  quantityValue,
  subtractQuantities,
  type Quantity,
  type QuantityFormat,
} from './quantity.ts'
import { readRecording } from '../../tests/recordings/archive.ts'

interface Amount {
  unscaled?: number
  exp10?: number
  format?: QuantityFormat
  Format?: QuantityFormat
}
interface Cases {
  parse: { input: string; expect: Amount }[]
  parseInvalid: string[]
  parseEmit: { in: string; expect: string }[]
  canonicalString: { in: Amount; expect: string; alternate: string }[]
  roundUp: { in: string; scale: number; expect: Amount }[]
  cmp: { x: string | null; y: string | null; expect: number }[]
  add: { a: Amount; b: Amount; expected: Amount }[]
  sub: { a: Amount; b: Amount; expected: Amount }[]
  jsonWhitespace: { in: string; expect: string }[]
}

const quantity = ({ unscaled = 0, exp10 = 0, format, Format }: Amount): Quantity => ({
  unscaled: BigInt(unscaled),
  exp10,
  format: format ?? Format ?? 'DecimalSI',
})
const same = (a: Quantity, b: Quantity): boolean => compareQuantities(a, b) === 0

describe('recorded quantities', () => {
  const cases = readRecording('tables', 'quantities') as Cases

  it('are parsed', () => {
    for (const { input, expect: expected } of cases.parse) {
      if (!Number.isSafeInteger(expected.unscaled)) continue
      const parsed = parseQuantity(input)
      expect({ input, format: parsed.format }).toEqual({ input, format: expected.format })
      expect({ input, same: same(parsed, quantity(expected)) }).toEqual({ input, same: true })
    }
    for (const input of cases.parseInvalid) expect(() => parseQuantity(input), input).toThrow(/quantit/)
  })

  it('are written in their canonical form', () => {
    for (const row of cases.parseEmit) expect(canonicalQuantity(row.in)).toBe(row.expect)
    for (const row of cases.canonicalString) {
      expect(formatQuantity(quantity(row.in))).toBe(row.expect)
      if (row.alternate !== '') expect(canonicalQuantity(row.alternate)).toBe(row.expect)
    }
  })

  it('are rounded and compared', () => {
    for (const row of cases.roundUp) {
      const rounded = {
        ...parseQuantity(row.in),
        unscaled: quantityValue(parseQuantity(row.in), row.scale),
        exp10: row.scale,
      }
      expect({ row, same: same(rounded, quantity(row.expect)) }).toEqual({ row, same: true })
    }
    for (const { x, y, expect: expected } of cases.cmp) {
      expect(compareQuantities(parseQuantity(x ?? '0'), parseQuantity(y ?? '0'))).toBe(expected)
    }
  })

  it('are added and subtracted', () => {
    for (const row of cases.add) {
      expect(formatQuantity(addQuantities(quantity(row.a), quantity(row.b)))).toBe(
        formatQuantity(quantity(row.expected)),
      )
    }
    for (const row of cases.sub) {
      const difference = subtractQuantities(quantity(row.a), quantity(row.b))
      expect({ row, same: same(difference, quantity(row.expected)) }).toEqual({ row, same: true })
    }
  })
})

it('writes common quantities in their canonical form', () => {
  const written = {
    '1000m': '1',
    '0.5': '500m',
    '1.5Gi': '1536Mi',
    '1e3': '1e3',
    '100': '100',
    '1000': '1k',
    '0Mi': '0',
  }
  for (const [text, canonical] of Object.entries(written)) expect(canonicalQuantity(text)).toBe(canonical)
  expect(canonicalQuantity('10E')).toBe('10E')
  expect(canonicalQuantity('10000000000000000000')).toBe('10E')
  expect(canonicalQuantity('1e30')).toBe('1e30')
  expect(canonicalQuantity('16Ei')).toBe('9223372036854775807')
  expect(() => canonicalQuantity('')).toThrow(/quantities must match/)
  for (const text of ['Gi', 'm', '-', '.', '+.k']) expect(canonicalQuantity(text)).toBe('0')
  expect(() => canonicalQuantity('1i')).toThrow("unable to parse quantity's suffix")
})

it.each([
  ['0.0001', '1m'],
  ['1500u', '2m'],
  ['-100u', '-1m'],
  ['1.5', '1500m'],
  ['2Gi', '2Gi'],
])('rounds %s to thousandths as %s', (text, canonical) => expect(canonicalMilliQuantity(text)).toBe(canonical))

it('formats long amounts in linear time, and refuses longer ones', () => {
  expect(canonicalQuantity(`${'1'.repeat(9_999)}0`)).toBe(`${'1'.repeat(9_999)}0`)
  expect(canonicalQuantity('1000000')).toBe('1M')
  expect(canonicalQuantity('10')).toBe('10')
  expect(canonicalQuantity('1e2')).toBe('100')
  expect(() => canonicalQuantity('1'.repeat(500_000))).toThrow('must not have more than 10000 digits')
})

it('prints a text that Go keeps as it was written, and sums in the canonical form', () => {
  const [kept, other] = [parseQuantity('+1.500'), parseQuantity('1000k')]
  expect([kept, other].map(formatQuantity)).toEqual(['+1.500', '1M'])
  expect(formatQuantity(addQuantities(kept, parseQuantity('0')))).toBe('1500m')
})

it('reads 0 from a multiple of a unit that exceeds 64 bits, as Go does', () => {
  expect([parseQuantity('1e21'), parseQuantity('5G')].map((each) => quantityInt64(each))).toEqual([0n, 5_000_000_000n])
})
