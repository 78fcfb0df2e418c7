import { numberOfText } from '../api/numbers.ts'
import { lookupTable } from '../runtime/lookup-table.ts'

// Metrics in Prometheus' text format. Callers that count hold a cell and add to it; all other work happens when the metrics
// are read. No decision of the server depends on a metric.

/** The constant parts of a metric. */
export interface Definition {
  readonly name: string
  readonly help: string
  /** The stability level; undefined for metrics of the process, which Prometheus' clients name in the same way. */
  readonly stability?: 'STABLE' | 'BETA' | 'ALPHA'
  /** The names of the labels in alphabetical order, as they are written. */
  readonly labels: readonly string[]
  /** A release such as `1.28.0`. Later releases hide the metric unless hidden metrics are shown (reference/observability.md 6). */
  readonly deprecatedSince?: string
}

/** One series of a counter or gauge. */
export interface Cell {
  value: number
}

export interface Counter {
  /** The series with these label values, created on first use; callers that count often keep it. */
  of(...labels: readonly string[]): Cell
}

export interface Histogram {
  /** The series with these label values, as for a counter. */
  of(...labels: readonly string[]): Observer
}

/** One series of a histogram. */
export interface Observer {
  observe(value: number): void
}

/** A measurement at the time of reading: label values and the value of each series. */
export type Measure = () => Iterable<readonly [labels: readonly string[], value: number]>

export interface Registry {
  counter(definition: Definition): Counter
  /** A counter that may fall. */
  gauge(definition: Definition): Counter
  /** A metric whose value is measured when it is read. Its type is `gauge` by default. */
  measured(definition: Definition, measure: Measure, type?: 'counter' | 'gauge'): void
  /** @param buckets Upper bounds, ascending. */
  histogram(definition: Definition, buckets: readonly number[]): Histogram
  /** Everything that is not hidden, sorted by name. */
  text(): string
  /** Sets counters, gauges and histograms to zero. Measured metrics do not change. Cells and observers of callers stay valid. */
  reset(): void
}

interface Family {
  readonly definition: Definition
  readonly type: 'counter' | 'gauge' | 'histogram'
  lines(): Iterable<string>
  reset?(): void
}

interface RegistryOptions {
  /** The release of the server, such as `1.30`. It decides which deprecated metrics are hidden. */
  readonly release: string
  readonly showHidden?: boolean
}

export function metricsRegistry({ release, showHidden = false }: RegistryOptions): Registry {
  const families = new Map<string, Family>()
  const isHidden = ({ deprecatedSince }: Definition): boolean =>
    !showHidden && deprecatedSince !== undefined && minorOf(deprecatedSince) < minorOf(release)

  function counted(definition: Definition, type: 'counter' | 'gauge'): Counter {
    const series = new Map<string, { readonly labels: readonly string[]; readonly cell: Cell }>()
    const lines = () => [...series.values()].map(({ labels, cell }) => sample(definition, labels, cell.value))
    const reset = (): void => {
      for (const { cell } of series.values()) cell.value = 0
    }
    families.set(definition.name, { definition, type, lines, reset })
    return {
      of(...labels) {
        const key = labels.join('\0')
        let found = series.get(key)
        if (found === undefined) {
          found = { labels, cell: { value: 0 } }
          series.set(key, found)
        }
        return found.cell
      },
    }
  }

  return {
    counter: (definition) => counted(definition, 'counter'),
    gauge: (definition) => counted(definition, 'gauge'),
    measured(definition, measure, type = 'gauge') {
      const lines = () => Array.from(measure(), ([labels, value]) => sample(definition, labels, value))
      families.set(definition.name, { definition, type, lines })
    },
    histogram(definition, buckets) {
      const histogram = new BucketedSeries(definition, buckets)
      families.set(definition.name, {
        definition,
        type: 'histogram',
        lines: () => histogram.lines(),
        reset: () => histogram.reset(),
      })
      return histogram
    },
    reset() {
      for (const family of families.values()) family.reset?.()
    },
    text() {
      const shown = [...families.values()].filter(({ definition }) => !isHidden(definition))
      shown.sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1))
      return shown.map(writeFamily).join('')
    },
  }
}

const minorOf = (release: string): number => numberOfText(release.split('.')[1])

function writeFamily({ definition: { name, help, stability, deprecatedSince }, type, lines }: Family): string {
  const samples = [...lines()]
  // A family without series has no lines at all, not even HELP and TYPE.
  if (samples.length === 0) return ''
  const deprecated = deprecatedSince === undefined ? '' : `(Deprecated since ${deprecatedSince}) `
  const level = stability === undefined ? '' : `[${stability}] `
  const head = `# HELP ${name} ${level}${deprecated}${help}\n# TYPE ${name} ${type}\n`
  // A histogram's lines keep the order of their buckets.
  return head + (type === 'histogram' ? samples : samples.sort()).join('')
}

const sample = ({ name, labels }: Definition, values: readonly string[], value: number): string =>
  line(name, labelText(labels, values), value)

/** @param labels as `labelText` writes them */
const line = (name: string, labels: string, value: number): string =>
  `${name}${labels === '' ? '' : `{${labels}}`} ${value}\n`

/** The labels of a series, such as `code="200",verb="GET"`. */
const labelText = (labels: readonly string[], values: readonly string[]): string =>
  labels.map((label, i) => `${label}="${escape(values[i] ?? '')}"`).join(',')

const ESCAPES = lookupTable<string>({ '\\': '\\\\', '"': '\\"', '\n': '\\n' })
const escape = (text: string): string => text.replace(/[\\"\n]/g, (character) => ESCAPES[character] ?? '')

class BucketedSeries implements Histogram {
  readonly #definition: Definition
  readonly #buckets: readonly number[]
  readonly #series = new Map<string, Series>()

  constructor(definition: Definition, buckets: readonly number[]) {
    this.#definition = definition
    this.#buckets = buckets
  }

  of(...labels: readonly string[]): Observer {
    const key = labels.join('\0')
    let series = this.#series.get(key)
    if (series === undefined) {
      series = new Series(labels, this.#buckets)
      this.#series.set(key, series)
    }
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

  observe(value: number): void {
    let at = 0
    while (at < this.#buckets.length && value > (this.#buckets[at] ?? Infinity)) at++
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.sum += value
  }
}
