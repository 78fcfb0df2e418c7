import type { Row } from './row.ts'

const WIDTH = 760
const HEIGHT = 420
const PLOT = { left: 64, right: 560, top: 34, bottom: 372 }

/** A palette for every kind of colour vision, on a white and on a black background. */
const COLOURS = ['#1f7fc4', '#d55e00', '#009e73', '#cc79a7', '#b8860b', '#7b68ee']

/** A line of the chart. `what` is the name of a row. */
export interface Line {
  readonly name: string
  readonly points: readonly { readonly size: number; readonly what: string }[]
}

/** A chart of the growth rows, both axes logarithmic: a flat line is work that does not grow. */
export function growthChart(rows: readonly Row[], named: readonly Line[]): string {
  const figures = new Map(rows.map(({ what, ours }) => [what, ours]))
  const lines = named.map(({ name, points }) => ({
    name,
    points: points.map(({ size, what }) => ({ size, figure: figureOf(figures, what) })),
  }))
  const all = lines.flatMap(({ points }) => points)
  const x = axis(
    all.map(({ size }) => size),
    PLOT.left,
    PLOT.right,
  )
  const y = axis(
    all.map(({ figure }) => figure),
    PLOT.bottom,
    PLOT.top,
  )
  const labels = spread(lines.map(({ points }) => y.place(points.at(-1)?.figure ?? 1)))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">`,
    '<title id="title">Per second, with 1,000, 10,000 and 100,000 pods</title>',
    `<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .grid { stroke: #d0d7de } .line { fill: none; stroke-width: 2.5 }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .grid { stroke: #3d444d } }
</style>`,
    ...y.ticks.map((tick) => gridLine(y.place(tick))),
    ...y.ticks.map((tick) => text([PLOT.left - 8, y.place(tick) + 4], short(tick), 'end')),
    ...x.ticks.map((tick) => text([x.place(tick), PLOT.bottom + 22], tick.toLocaleString('en'), 'middle')),
    text([(PLOT.left + PLOT.right) / 2, PLOT.bottom + 42], 'pods in the cluster', 'middle'),
    text([8, 16], 'per second', 'start'),
    ...lines.flatMap(({ name, points }, i) => {
      const colour = COLOURS[i % COLOURS.length] ?? ''
      const places = points.map(({ size, figure }) => `${x.place(size)},${y.place(figure)}`)
      const end = text([PLOT.right + 14, (labels[i] ?? 0) + 4], name, 'start', colour)
      return [
        `<polyline class="line" stroke="${colour}" points="${places.join(' ')}" />`,
        ...points.map(
          ({ size, figure }) => `<circle cx="${x.place(size)}" cy="${y.place(figure)}" r="3.5" fill="${colour}" />`,
        ),
        end,
      ]
    }),
    '</svg>',
    '',
  ].join('\n')
}

function figureOf(figures: ReadonlyMap<string, number>, what: string): number {
  const figure = figures.get(what)
  if (figure === undefined) throw new Error(`--chart needs the growth part: there is no figure of ${what}`)
  return figure
}

/** A logarithmic axis over whole powers of ten. */
function axis(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.ceil(Math.log10(Math.max(...values)))
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i))
  const place = (value: number): number =>
    Math.round((from + ((Math.log10(value) - low) / (high - low)) * (to - from)) * 10) / 10
  return { ticks, place }
}

/** The height of a line's label, in units of the SVG. */
const LABEL_HEIGHT = 17

type Point = readonly [x: number, y: number]

/** Moves overlapping labels apart. */
function spread(places: readonly number[]): readonly number[] {
  const order = places.map((place, i) => ({ place, i })).sort((a, b) => a.place - b.place)
  const out = [...places]
  let last = -Infinity
  for (const { place, i } of order) {
    last = Math.max(place, last + LABEL_HEIGHT)
    out[i] = last
  }
  return out
}

const gridLine = (y: number): string => `<line class="grid" x1="${PLOT.left}" y1="${y}" x2="${PLOT.right}" y2="${y}" />`

const text = ([x, y]: Point, words: string, anchor: 'start' | 'middle' | 'end', colour?: string): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}"${colour ? ` style="fill: ${colour}"` : ''}>${words}</text>`

function short(n: number): string {
  if (n >= 1e6) return `${n / 1e6}M`
  return n >= 1000 ? `${n / 1000}k` : String(n)
}
