import { numberOfText } from '../api/numbers.ts'
import { sample, type Definition } from './exposition.ts'
import { BucketedSeries, TimedSeriesSet, type Histogram, type TimedHistogram } from './histogram.ts'

// Metrics in Prometheus' text format. Callers that count hold a cell and add to it; all other work happens when the metrics
// are read. No decision of the server depends on a metric.

/** One series of a counter or gauge. */
export interface Cell {
  value: number
}

export interface Counter {
  /** The series with these label values, created on first use; callers that count often keep it. */
  of(...labels: readonly string[]): Cell
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
  /** @param elapsed of the clock */
  timedHistogram(definition: Definition, buckets: readonly number[], elapsed: () => number): TimedHistogram
  /** Everything that is not hidden, sorted by name. @param helpOf the help text of a metric */
  text(helpOf?: HelpOf): string
  /** Sets counters, gauges and histograms to zero. Measured metrics do not change. Cells and observers of callers stay valid. */
  reset(): void
}

/** The help text of the metric with this name. */
export type HelpOf = (name: string) => string

interface Family {
  readonly definition: Definition
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** Whether the help text begins with `EXPERIMENTAL`, as the help of histograms over time does. */
  readonly isExperimental?: boolean
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

  function kept<T extends Pick<BucketedSeries, 'lines' | 'reset'>>(
    definition: Definition,
    histogram: T,
    isExperimental = false,
  ): T {
    const [lines, reset] = [() => histogram.lines(), () => histogram.reset()]
    families.set(definition.name, { definition, type: 'histogram', isExperimental, lines, reset })
    return histogram
  }

  return {
    counter: (definition) => counted(definition, 'counter'),
    gauge: (definition) => counted(definition, 'gauge'),
    measured(definition, measure, type = 'gauge') {
      const lines = () => Array.from(measure(), ([labels, value]) => sample(definition, labels, value))
      families.set(definition.name, { definition, type, lines })
    },
    histogram: (definition, buckets) => kept(definition, new BucketedSeries(definition, buckets)),
    timedHistogram: (definition, buckets, elapsed) =>
      kept(definition, new TimedSeriesSet(new BucketedSeries(definition, buckets), elapsed), true),
    reset() {
      for (const family of families.values()) family.reset?.()
    },
    text(helpOf = () => '') {
      const shown = [...families.values()].filter(({ definition }) => !isHidden(definition))
      shown.sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1))
      return shown.map((family) => writeFamily(family, helpOf(family.definition.name))).join('')
    },
  }
}

const minorOf = (release: string): number => numberOfText(release.split('.')[1])

function writeFamily({ definition, type, isExperimental, lines }: Family, help: string): string {
  const { name, stability, deprecatedSince } = definition
  const samples = [...lines()]
  // A family without series has no lines at all, not even HELP and TYPE.
  if (samples.length === 0) return ''
  const deprecated = deprecatedSince === undefined ? '' : `(Deprecated since ${deprecatedSince}) `
  const level = (isExperimental === true ? 'EXPERIMENTAL: ' : '') + (stability === undefined ? '' : `[${stability}] `)
  const head = `# HELP ${name} ${level}${deprecated}${help}\n# TYPE ${name} ${type}\n`
  // A histogram's lines keep the order of their buckets.
  return head + (type === 'histogram' ? samples : samples.sort()).join('')
}
