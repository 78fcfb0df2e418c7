import { describe, expect, it } from 'vitest'
import { virtualClock } from '../clock/virtual-clock.ts'
import { metricsRegistry } from './metrics.ts'

const definition = { name: 'requests_total', stability: 'STABLE', labels: ['code', 'verb'] } as const

describe('metricsRegistry', () => {
  it('writes counters with their stability, sorted by series', () => {
    const registry = metricsRegistry({ release: '1.30' })
    const requests = registry.counter(definition)
    requests.of('404', 'GET').value++
    requests.of('200', 'GET').value += 2
    requests.of('200', 'GET').value++
    expect(registry.text((name) => `Counts ${name}.`)).toBe(
      '# HELP requests_total [STABLE] Counts requests_total.\n# TYPE requests_total counter\n' +
        'requests_total{code="200",verb="GET"} 3\nrequests_total{code="404",verb="GET"} 1\n',
    )
  })

  it('adds the buckets of a histogram up', () => {
    const registry = metricsRegistry({ release: '1.30' })
    const seconds = registry.histogram({ ...definition, name: 'seconds', labels: [] }, [0.1, 1])
    for (const value of [0.05, 0.1, 0.5, 7]) seconds.of().observe(value)
    expect(registry.text().split('\n').slice(1, -1)).toEqual([
      '# TYPE seconds histogram',
      'seconds_bucket{le="0.1"} 2',
      'seconds_bucket{le="1"} 3',
      'seconds_bucket{le="+Inf"} 4',
      'seconds_sum 7.65',
      'seconds_count 4',
    ])
  })

  it('observes the value of a histogram over time for each nanosecond', () => {
    const registry = metricsRegistry({ release: '1.30' })
    const clock = virtualClock()
    const parts = { ...definition, name: 'parts', labels: ['level'] }
    const histogram = registry.timedHistogram(parts, [0, 0.5], () => clock.elapsed())
    const value = histogram.of('a')
    clock.advance(1)
    value.set(0.5, clock.elapsed())
    clock.advance(2)
    value.set(3, clock.elapsed())
    clock.advance(1)
    expect(
      registry
        .text(() => 'Counts.')
        .split('\n')
        .slice(0, -1),
    ).toEqual([
      '# HELP parts EXPERIMENTAL: [STABLE] Counts.',
      '# TYPE parts histogram',
      'parts_bucket{level="a",le="0"} 1000000',
      'parts_bucket{level="a",le="0.5"} 3000000',
      'parts_bucket{level="a",le="+Inf"} 4000000',
      'parts_sum{level="a"} 4000000',
      'parts_count{level="a"} 4000000',
    ])
    registry.reset()
    clock.advance(1)
    expect(registry.text()).toContain('parts_sum{level="a"} 3000000\n')
    histogram.remove('a')
    clock.advance(1)
    expect(registry.text()).toBe('')
  })

  it('measures when it is read, and escapes label values', () => {
    const registry = metricsRegistry({ release: '1.30' })
    let objects = 1
    registry.measured({ ...definition, name: 'objects', labels: ['resource'] }, () => [[['a"\\\nb'], objects]])
    objects = 5
    expect(registry.text()).toContain('objects{resource="a\\"\\\\\\nb"} 5\n')
  })

  it('leaves out a metric without series', () => {
    const registry = metricsRegistry({ release: '1.30' })
    registry.gauge(definition)
    expect(registry.text()).toBe('')
  })

  it('hides metrics deprecated in an earlier release, unless the registry shows hidden metrics', () => {
    const texts = [false, true].map((showHidden) => {
      const registry = metricsRegistry({ release: '1.30', showHidden })
      registry.counter({ ...definition, name: 'old', labels: [], deprecatedSince: '1.28.0' }).of().value++
      registry.counter({ ...definition, name: 'ageing', labels: [], deprecatedSince: '1.30.0' }).of().value++
      return registry.text(() => 'Counts.')
    })
    expect(texts[0]).toMatch(/^# HELP ageing \[STABLE\] \(Deprecated since 1\.30\.0\) Counts\.\n/)
    expect(texts[0]).not.toContain('old')
    expect(texts[1]).toContain('# HELP old [STABLE] (Deprecated since 1.28.0) Counts.\n')
  })
})
