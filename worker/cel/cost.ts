/** A number between two bounds. Sums and products saturate at 2^64. */
export interface Range {
  readonly min: number
  readonly max: number
}

export const UNBOUNDED = 2 ** 64
export const NOTHING: Range = { min: 0, max: 0 }

const bounded = (value: number): number => Math.min(value, UNBOUNDED)

export const exactly = (value: number): Range => ({ min: value, max: value })
export const upTo = (max: number): Range => ({ min: 0, max: bounded(max) })
export const plus = (...ranges: readonly Range[]): Range =>
  ranges.reduce((sum, { min, max }) => ({ min: bounded(sum.min + min), max: bounded(sum.max + max) }), NOTHING)
export const times = (a: Range, b: Range): Range => ({ min: bounded(a.min * b.min), max: bounded(a.max * b.max) })
/** A multiple of a range, with both bounds rounded up. */
export const scaled = ({ min, max }: Range, factor: number): Range => ({
  min: bounded(Math.ceil(min * factor)),
  max: bounded(Math.ceil(max * factor)),
})
export const either = (a: Range, b: Range): Range => ({ min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) })
