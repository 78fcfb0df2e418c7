import { expect, it } from 'vitest'
import { growthChart } from './growth-chart.ts'
import type { Row } from './row.ts'

const SIZES = [1000, 10_000, 100_000]
const lines = ['get', 'list'].map((name) => ({
  name,
  points: SIZES.map((size) => ({ size, what: `${name} at ${size}` })),
}))

const rows = (figure: (size: number) => number): Row[] =>
  lines.flatMap(({ points }) => points.map(({ size, what }) => ({ what, unit: '/s', ours: figure(size) })))

/** The y coordinates of the points of each line. */
const heights = (svg: string): number[][] =>
  [...svg.matchAll(/points="([^"]+)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => Number(point.split(',')[1])),
  )

it('draws constant rates as a flat line', () => {
  for (const line of heights(
    growthChart(
      rows(() => 5000),
      lines,
    ),
  ))
    expect(new Set(line).size).toBe(1)
})

it('draws ten times the rate one decade higher', () => {
  const [line = []] = heights(
    growthChart(
      rows((size) => size),
      lines,
    ),
  )
  expect(line).toHaveLength(3)
  expect((line[0] ?? 0) - (line[1] ?? 0)).toBeCloseTo((line[1] ?? 0) - (line[2] ?? 0), 0)
  expect(line[2]).toBeLessThan(line[0] ?? 0)
})

it('asks for the growth part when a figure is missing', () => {
  expect(() => growthChart([], lines)).toThrow('--chart needs the growth part')
})
