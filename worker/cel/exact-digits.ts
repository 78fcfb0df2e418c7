import { doubleOf } from '../api/numbers.ts'

/**
 * The text of a finite double with `precision` digits after the point, rounded half to even. `toFixed` rounds half up, supports
 * at most 100 digits, and does not support numbers from 1e21 on. A negative zero has no sign.
 */
export function exactDigits(value: number, precision: number): string {
  const { mantissa, exponent } = partsOf(Math.abs(value))
  const scaled = mantissa * 10n ** BigInt(precision)
  const rounded = exponent >= 0 ? scaled << BigInt(exponent) : halfToEven(scaled, BigInt(-exponent))
  const digits = String(rounded).padStart(precision + 1, '0')
  const point = digits.length - precision
  const text = precision === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return value < 0 ? `-${text}` : text
}

/** The parts of a finite double without its sign: its size is `mantissa * 2^exponent`. */
export function partsOf(value: number): { mantissa: bigint; exponent: number } {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, value)
  const whole = bits.getBigUint64(0)
  const biased = doubleOf((whole >> 52n) & 0x7ffn)
  const fraction = whole & 0xf_ffff_ffff_ffffn
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: biased - 1075 }
}

function halfToEven(value: bigint, bits: bigint): bigint {
  const quotient = value >> bits
  const rest = value - (quotient << bits)
  const half = 1n << (bits - 1n)
  return rest > half || (rest === half && (quotient & 1n) === 1n) ? quotient + 1n : quotient
}
