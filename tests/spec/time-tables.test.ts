import { describe, expect, it } from 'vitest'
import { humanDuration, parseDuration } from '../../worker/api/duration.ts'
import { formatGroupVersion, parseGroupVersion } from '../../worker/api/group-version.ts'
import { StatusError } from '../../worker/api/status.ts'
import { formatTimestamp } from '../../worker/codec/protobuf-time.ts'
import { readYaml } from '../../worker/codec/yaml-reader.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { readListOptions, readWatchOptions } from '../../worker/http/options.ts'
import { canonicalMicroTime, canonicalTime } from '../../worker/schema/times.ts'
import { rowsOf } from './tables.ts'

const rows = <R>(func: string): [string, R][] => rowsOf<R>('times', func)

interface Read {
  readonly input: string
  readonly result: { readonly Duration?: number; readonly Time?: unknown }
}

describe('durations and times of the real server', () => {
  it.each(rows<Read>('TestDurationUnmarshalJSON'))('reads the duration %s from JSON', (_, { input, result }) => {
    const { d } = JSON.parse(input) as { d: string }
    expect(parseDuration(d)).toBe(BigInt(result.Duration ?? 0))
  })

  it.each(rows<Read>('TestDurationUnmarshalYAML'))('reads the duration %s from YAML', async (_, { input, result }) => {
    const { d } = (await readYaml(new TextEncoder().encode(input))).value as { d: string }
    expect(parseDuration(d)).toBe(BigInt(result.Duration ?? 0))
  })

  // A time is stored as its text, so decoding returns the same text. The decoder never receives null.
  it.each(rows<Read>('TestTimeUnmarshalJSON').filter(([, { result }]) => result.Time !== undefined))(
    'keeps the time %s',
    (_, { input }) => {
      const { t } = JSON.parse(input) as { t: string }
      expect(canonicalTime(t)).toBe(t)
    },
  )
  it.each(rows<Read>('TestMicroTimeUnmarshalJSON').filter(([, { result }]) => result.Time !== undefined))(
    'keeps the time with microseconds %s',
    (_, { input }) => {
      const { t } = JSON.parse(input) as { t: string }
      expect(canonicalMicroTime(t)).toBe(t)
    },
  )

  interface Written {
    readonly input: object
    readonly result: string
  }
  it.each([...rows<Written>('TestTimeMarshalJSON'), ...rows<Written>('TestMicroTimeMarshalJSON')])(
    'writes %s',
    (_, { result }) => {
      const { t } = JSON.parse(result) as { t: string | null }
      if (t !== null) expect(t.includes('.') ? canonicalMicroTime(t) : canonicalTime(t)).toBe(t)
    },
  )

  it.each([...rows<Read>('TestTimeUnmarshalYAML'), ...rows<Read>('TestMicroTimeUnmarshalYAML')])(
    'reads %s from YAML',
    async (_, { input }) => {
      const { t } = (await readYaml(new TextEncoder().encode(input))).value as { t: string | null }
      if (t !== null) expect(t.includes('.') ? canonicalMicroTime(t) : canonicalTime(t)).toBe(t)
    },
  )

  it.each(rows<{ d: number; want: string }>('TestHumanDurationBoundaries'))(
    'shows the duration %s',
    (_, { d, want }) => {
      expect(humanDuration(d / 1e6)).toBe(want)
    },
  )

  it.each(rows<{ expect: string; input: { Group: string; Version: string } }>('TestGroupVersionMarshalJSON'))(
    'writes the group version %s',
    (_, { expect: text, input: { Group: group, Version: version } }) => {
      expect(JSON.stringify({ val: formatGroupVersion({ group, version }) })).toBe(text)
    },
  )

  // Omitted: comparisons of Go values, protobuf of Go structs (the goldens cover it), objects of Go's own test groups,
  // and short durations that no Table shows.

  it.each(rows<{ expected: { args: [number, number] }; input: { $bytes: string } }>('TestMicroTimeProtoUnmarshalRaw'))(
    'writes the time %s of protobuf',
    (_, { expected, input }) => {
      const [seconds, nanos] = varints(input.$bytes)
      const [wanted, wantedNanos] = expected.args
      expect(formatTimestamp(seconds ?? 0, nanos ?? 0, true)).toBe(formatTimestamp(wanted, wantedNanos, true))
    },
  )

  it.each(rows<{ expect: { Group: string; Version: string }; input: string }>('TestGroupVersionUnmarshalJSON'))(
    'reads the group version %s',
    (_, { expect: { Group, Version }, input }) => {
      const { val } = JSON.parse(input) as { val: string }
      const read = parseGroupVersion(val)
      expect(read).toEqual({ group: Group, version: Version })
      expect(formatGroupVersion({ group: Group, version: Version })).toBe(val)
    },
  )
})

/** The values of fields 1 and 2, both varints. */
function varints(hex: string): number[] {
  const bytes = (hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16))
  const values: number[] = []
  let [value, shift, inTag] = [0, 0, true]
  for (const byte of bytes) {
    if (inTag) {
      inTag = false
      continue
    }
    value += (byte & 0x7f) * 2 ** shift
    shift += 7
    if (byte >= 0x80) continue
    values.push(value)
    ;[value, shift, inTag] = [0, 0, true]
  }
  return values
}

interface ListRow {
  readonly opts: Readonly<Record<string, unknown>>
  readonly expectErrors?: readonly string[]
  readonly watchListFeatureEnabled?: boolean
}

describe('list options of the real server', () => {
  it.each(rows<ListRow>('TestValidateListOptions'))(
    'accepts or refuses %s',
    (_, { opts, expectErrors = [], watchListFeatureEnabled }) => {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(opts)) {
        const called = typeof value === 'object' && value !== null ? (value as { args?: unknown[] }).args?.[0] : value
        if (!name.startsWith('$')) query.set(name.charAt(0).toLowerCase() + name.slice(1), String(called))
      }
      const rules = { dialect: dialects.k8s, watchList: watchListFeatureEnabled === true }
      const read = () => (opts['Watch'] === true ? readWatchOptions(query, rules) : readListOptions(query, rules))
      if (expectErrors.length === 0) {
        expect(read).not.toThrow()
        return
      }
      let faults: readonly string[] = []
      try {
        read()
      } catch (error) {
        if (!(error instanceof StatusError)) throw error
        faults = (error.status.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`)
      }
      expect(faults).toEqual(expectErrors)
    },
  )
})
