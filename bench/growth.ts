import { handleSubject } from './handle-subject.ts'
import { each, median, timed } from './measure.ts'
import type { Line } from './growth-chart.ts'
import type { Row } from './row.ts'
import type { PreparedRequest, Subject } from './subject.ts'

/** The numbers of pods. */
const SIZES = [1000, 10_000, 100_000] as const
/** The number of rounds. Each figure is their median. */
const ROUNDS = 15
/** The lowest accepted figure, as a share of the figure at the smallest size. */
const FLAT = { times: 0.85 }

/** One kind of work on a server with many pods, and its steps in one round. */
interface Growing {
  readonly what: string
  readonly unit: string
  readonly steps: number
  /** The objects in a step: one, or all that a list reads. */
  readonly counts: 'one' | 'all'
  step(subject: Subject, i: number, size: number): PreparedRequest
}

const nothing: PreparedRequest = () => Promise.resolve()

const GROWING: readonly Growing[] = [
  { what: 'get', unit: 'gets', steps: 500, counts: 'one', step: ({ getPod }, i, size) => getPod((i * 7919) % size) },
  { what: 'create', unit: 'creates', steps: 200, counts: 'one', step: ({ createPod }, i, size) => createPod(size + i) },
  {
    what: 'merge patch',
    unit: 'patches',
    steps: 100,
    counts: 'one',
    step: ({ patchPod }, i, size) => patchPod?.((i * 7919) % size) ?? nothing,
  },
  { what: 'list', unit: 'pods listed', steps: 1, counts: 'all', step: ({ listPods }) => listPods },
  {
    what: 'label list',
    unit: 'pods looked at',
    steps: 1,
    counts: 'all',
    step: (subject) => () => subject.listLabelledPods(),
  },
  { what: 'Table', unit: 'rows', steps: 1, counts: 'all', step: ({ tablePods }) => tablePods ?? nothing },
]

const whatOf = ({ what, unit }: Growing, size: number): string =>
  `growth: ${what} at ${size.toLocaleString('en')} pods (${unit})`

/** The lines of the chart, each with the names of its rows from the smallest size to the largest. */
export const growthLines: readonly Line[] = GROWING.map((growing) => ({
  name: `${growing.what}: ${growing.unit}`,
  points: SIZES.map((size) => ({ size, what: whatOf(growing, size) })),
}))

/**
 * The same work with growing numbers of pods: the time of a single request stays constant, and the time of a list grows
 * linearly.
 */
export async function growthRows(now?: () => number): Promise<Row[]> {
  await measure(SIZES[0], now)
  const rows: Row[] = []
  const smallest = new Map<string, number>()
  for (const size of SIZES) {
    for (const [growing, ours] of await measure(size, now)) {
      const figure = smallest.get(growing.what)
      if (figure === undefined) smallest.set(growing.what, ours)
      const beside = { name: `at ${SIZES[0].toLocaleString('en')}`, figure: figure ?? ours }
      rows.push({ what: whatOf(growing, size), unit: '/s', ours, ...(figure !== undefined && { beside, goal: FLAT }) })
    }
  }
  return rows
}

/** Steps per second of each kind of work. */
async function measure(size: number, now?: () => number): Promise<Map<Growing, number>> {
  const subject = await handleSubject()
  await each(0, size, 1, (i) => subject.createPod(i)())
  const figures = new Map<Growing, number>()
  for (const growing of GROWING) {
    const { steps, counts } = growing
    const times: number[] = []
    let next = 0
    for (let round = 0; round < ROUNDS; round++) {
      times.push(await timed((i) => growing.step(subject, i, size), next, steps, { now }))
      next += steps
    }
    figures.set(growing, ((counts === 'one' ? steps : size) * 1000) / median(times))
  }
  return figures
}
