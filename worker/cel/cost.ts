import { doubleOf } from '../api/numbers.ts'

/** A number between two bounds: an unsigned integer of 64 bits. Sums and products saturate. */
export interface Range {
  readonly min: bigint
  readonly max: bigint
}

export const UNBOUNDED = 2n ** 64n - 1n
export const NOTHING: Range = { min: 0n, max: 0n }

export const bounded = (value: bigint): bigint => (value > UNBOUNDED ? UNBOUNDED : value)
export const smallest = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b)

export const exactly = (value: number): Range => ({ min: BigInt(value), max: BigInt(value) })
export const upTo = (max: bigint): Range => ({ min: 0n, max: bounded(max) })
export const plus = (...ranges: readonly Range[]): Range =>
  ranges.reduce((sum, { min, max }) => ({ min: bounded(sum.min + min), max: bounded(sum.max + max) }), NOTHING)
export const times = (a: Range, b: Range): Range => ({ min: bounded(a.min * b.min), max: bounded(a.max * b.max) })
/** A multiple of a range, with both bounds rounded up. */
export const scaled = ({ min, max }: Range, factor: number): Range => ({
  min: scaledBound(min, factor),
  max: scaledBound(max, factor),
})
export const either = (a: Range, b: Range): Range => ({ min: smallest(a.min, b.min), max: greatest(a.max, b.max) })

/** A multiple of a bound, rounded up. The real server multiplies bounds as doubles. */
const scaledBound = (bound: bigint, factor: number): bigint => bounded(BigInt(Math.ceil(doubleOf(bound) * factor)))
