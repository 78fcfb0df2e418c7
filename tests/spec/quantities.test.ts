import { describe, expect, it } from 'vitest'
import { compareQuantities, formatQuantity, parseQuantity } from '../../worker/api/quantity.ts'
import { readRecording } from '../recordings/archive.ts'

interface Parsed {
  readonly unscaled: number
  readonly exp10: number
  readonly format: 'DecimalSI' | 'BinarySI' | 'DecimalExponent'
}

const { parse, parseInvalid, parseEmit, canonicalString, cmp } = readRecording('tables', 'quantities') as {
  parse: { input: string; expect: Parsed }[]
  parseInvalid: string[]
  parseEmit: { in: string; expect: string }[]
  canonicalString: { in: Parsed; expect: string }[]
  cmp: { x: string | null; y: string | null; expect: number }[]
}

const exact = (amount: { unscaled: number | bigint; exp10: number }): string => {
  const text = String(amount.unscaled)
  const digits = text.replace(/0+$/, '')
  return text === '0' ? '0' : `${digits}e${amount.exp10 + text.length - digits.length}`
}

describe('quantities of the real server', () => {
  it.each(parse.filter(({ expect: { unscaled } }) => Number.isSafeInteger(unscaled)))('reads $input', (row) => {
    const read = parseQuantity(row.input)
    expect({ amount: exact(read), format: read.format }).toEqual({
      amount: exact(row.expect),
      format: row.expect.format,
    })
  })

  it.each(parseInvalid)('refuses %j', (text) => {
    expect(() => parseQuantity(text)).toThrow()
  })

  it.each(parseEmit)('writes $in as $expect', (row) => {
    expect(formatQuantity(parseQuantity(row.in))).toBe(row.expect)
  })

  it.each(canonicalString.filter(({ in: { unscaled } }) => Number.isSafeInteger(unscaled)))(
    'writes $in as $expect',
    ({ in: { unscaled, exp10, format }, expect: text }) => {
      expect(formatQuantity({ unscaled: BigInt(unscaled), exp10, format })).toBe(text)
    },
  )

  it.each(cmp.filter(({ x, y }) => x !== null && y !== null))('compares $x with $y', ({ x, y, expect: sign }) => {
    expect(Math.sign(compareQuantities(parseQuantity(x ?? ''), parseQuantity(y ?? '')))).toBe(sign)
  })
})
