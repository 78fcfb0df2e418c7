/** The state of the server in a window of time, and measurements of its answers. */
export interface Sample {
  readonly residentBytes: number
  readonly openFiles: number
  readonly requests: number
  /** The time within which 99 % of the answers in the window arrived, in milliseconds. */
  readonly p99: number
}

export interface Drift {
  readonly name: string
  readonly before: number
  readonly after: number
  readonly isFlat: boolean
}

const MEMORY_SHARE = 0.1
/** A difference in open files up to this bound is not a leak, because connections of watches come and go. */
const FILES = 16
const P99_FACTOR = 1.5

export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Compares the last fifth of the samples with the second fifth, because caches and the history fill during the first. */
export function driftOf(samples: readonly Sample[]): Drift[] {
  const fifth = Math.floor(samples.length / 5)
  const [before, after] = [samples.slice(fifth, 2 * fifth), samples.slice(-fifth)]
  const compare = (
    name: string,
    of: (sample: Sample) => number,
    isFlat: (before: number, after: number) => boolean,
  ) => {
    const [first, last] = [median(before.map(of)), median(after.map(of))]
    return { name, before: first, after: last, isFlat: isFlat(first, last) }
  }
  return [
    compare(
      'resident memory, MB',
      ({ residentBytes }) => residentBytes / 1e6,
      (first, last) => Math.abs(last - first) <= first * MEMORY_SHARE,
    ),
    compare(
      'open files',
      ({ openFiles }) => openFiles,
      (first, last) => last <= first + FILES,
    ),
    compare(
      'p99, ms',
      ({ p99 }) => p99,
      (first, last) => last <= first * P99_FACTOR,
    ),
  ]
}
