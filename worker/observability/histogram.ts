import { labelText, line, type Definition } from './exposition.ts'

export interface Histogram {
  /** The series with these label values, as for a counter. */
  of(...labels: readonly string[]): Observer
}

/** One series of a histogram. */
export interface Observer {
  observe(value: number): void
}

/** A histogram over time: each nanosecond counts as one observation of the value that a series has then. */
export interface TimedHistogram {
  /** The series with these label values. Its value is 0 when it is created. */
  of(...labels: readonly string[]): TimedValue
  /** Removes the series with these label values. */
  remove(...labels: readonly string[]): void
}

/** One series of a histogram over time. */
export interface TimedValue {
  /** @param at the present time, as the clock's `elapsed` */
  set(value: number, at: number): void
}

export class BucketedSeries implements Histogram {
  readonly #definition: Definition
  readonly #buckets: readonly number[]
  readonly #series = new Map<string, Series>()

  constructor(definition: Definition, buckets: readonly number[]) {
    this.#definition = definition
    this.#buckets = buckets
  }

  of(...labels: readonly string[]): Series {
    const key = labels.join('\0')
    let series = this.#series.get(key)
    if (series === undefined) {
      series = new Series(labels, this.#buckets)
      this.#series.set(key, series)
    }
    return series
  }

  /** Removes a series and returns it. */
  remove(...labels: readonly string[]): Series {
    const series = this.of(...labels)
    this.#series.delete(labels.join('\0'))
    return series
  }

  reset(): void {
    for (const series of this.#series.values()) {
      series.counts.fill(0)
      series.sum = 0
    }
  }

  *lines(): Iterable<string> {
    const { name, labels } = this.#definition
    const bounds = [...this.#buckets.map(String), '+Inf']
    for (const [, series] of [...this.#series].sort(([a], [b]) => (a < b ? -1 : 1))) {
      let total = 0
      // `of` has created the series, but it has no observations.
      if (series.counts.every((count) => count === 0)) continue
      // Computed once for all buckets, because a busy server has tens of thousands of lines.
      const own = labelText(labels, series.labels)
      const before = own === '' ? '' : `${own},`
      for (const [at, count] of series.counts.entries()) {
        total += count
        yield line(`${name}_bucket`, `${before}le="${bounds[at]}"`, total)
      }
      yield line(`${name}_sum`, own, series.sum)
      yield line(`${name}_count`, own, total)
    }
  }
}

class Series implements Observer {
  readonly labels: readonly string[]
  /** The number of values in each bucket; the last bucket is unbounded. */
  readonly counts: Float64Array
  readonly #buckets: readonly number[]
  sum = 0

  constructor(labels: readonly string[], buckets: readonly number[]) {
    this.labels = labels
    this.#buckets = buckets
    this.counts = new Float64Array(buckets.length + 1)
  }

  observe(value: number, times = 1): void {
    let at = 0
    while (at < this.#buckets.length && value > (this.#buckets[at] ?? Infinity)) at++
    this.counts[at] = (this.counts[at] ?? 0) + times
    this.sum += value * times
  }
}

const NANOSECONDS = 1e6

class TimedSeries implements TimedValue {
  readonly #series: Series
  #value = 0
  #since: number

  constructor(series: Series, at: number) {
    this.#series = series
    this.#since = at
  }

  set(value: number, at: number): void {
    this.pass(at)
    this.#value = value
  }

  /** Observes the value for the time until now. */
  pass(at: number): void {
    const times = Math.round((at - this.#since) * NANOSECONDS)
    if (times <= 0) return
    this.#series.observe(this.#value, times)
    this.#since = at
  }
}

export class TimedSeriesSet implements TimedHistogram {
  readonly #histogram: BucketedSeries
  readonly #elapsed: () => number
  readonly #values = new Map<Series, TimedSeries>()

  constructor(histogram: BucketedSeries, elapsed: () => number) {
    this.#histogram = histogram
    this.#elapsed = elapsed
  }

  of(...labels: readonly string[]): TimedValue {
    const series = this.#histogram.of(...labels)
    let value = this.#values.get(series)
    if (value === undefined) this.#values.set(series, (value = new TimedSeries(series, this.#elapsed())))
    return value
  }

  remove(...labels: readonly string[]): void {
    this.#values.delete(this.#histogram.remove(...labels))
  }

  lines(): Iterable<string> {
    this.#pass()
    return this.#histogram.lines()
  }

  reset(): void {
    this.#pass()
    this.#histogram.reset()
  }

  #pass(): void {
    for (const value of this.#values.values()) value.pass(this.#elapsed())
  }
}
