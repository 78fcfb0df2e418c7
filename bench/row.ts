import type { Figures, Metric } from './subject.ts'
import { METRICS } from './subject.ts'

/** `times`: the factor by which ours must be better than the figure in `beside`; the others bound the figure itself. */
export type Goal = { readonly times: number } | { readonly atLeast: number } | { readonly atMost: number }

/** One measurement. Figures are comparable only within a run. */
export interface Row {
  readonly what: string
  readonly unit: '/s' | 'ms' | 'MiB' | 'kB' | '%'
  readonly ours: number
  /** The lowest and the highest figure of several rounds, of which `ours` is the median. */
  readonly spread?: readonly [number, number]
  /**
   * The figure to compare with. It is the figure of the peer (another implementation) or of the floor (the same work without a
   * server) in the same run, or was recorded from the real server.
   */
  readonly beside?: { readonly name: string; readonly figure: number }
  readonly goal?: Goal
}

/** The factor by which ours is better; below 1 it is worse. */
export function ratio({ unit, ours, beside }: Row): number | undefined {
  if (beside === undefined) return undefined
  return unit === '/s' ? ours / beside.figure : beside.figure / ours
}

/** Whether the row meets its goal; undefined for a row without a goal, or whose peer was not measured. */
export function isMet(row: Row): boolean | undefined {
  const { goal, ours } = row
  if (goal === undefined) return undefined
  if ('times' in goal) {
    const factor = ratio(row)
    return factor === undefined ? undefined : factor >= goal.times
  }
  return 'atLeast' in goal ? ours >= goal.atLeast : ours <= goal.atMost
}

/** Requests per second of kube-apiserver 1.30 over HTTP, recorded once on a machine like this, not in this run. */
const RECORDED: Figures = { applyNew: 1030, applySame: 530, applyField: 530 }

export type Goals = Partial<Record<Metric, Goal>>

interface Peer {
  readonly name: string
  readonly figures: Figures
}

/** One row for each metric of `ours`. `way`: how the requests reach the server, such as `handle` or `port`. */
export function rowsOf(way: string, ours: Figures, peer: Peer, goals: Goals = {}): Row[] {
  return (Object.keys(METRICS) as Metric[]).flatMap((metric) => {
    const [text, unit] = METRICS[metric]
    const figure = ours[metric]
    if (figure === undefined) return []
    const goal = goals[metric]
    const beside = besideOf(metric, peer)
    return [{ what: `${way}: ${text}`, unit, ours: figure, ...(beside && { beside }), ...(goal && { goal }) }]
  })
}

function besideOf(metric: Metric, { name, figures }: Peer): Row['beside'] {
  const own = figures[metric]
  if (own !== undefined) return { name, figure: own }
  const recorded = RECORDED[metric]
  if (recorded !== undefined) return { name: 'kube-apiserver, recorded', figure: recorded }
  // The peer has no ConfigMaps.
  if (metric === 'configMap' && figures.create !== undefined) return { name: `${name}, a pod`, figure: figures.create }
  return undefined
}

/** The cells of one line of a report; a cell without content is empty. */
interface ReportLine {
  readonly what: string
  readonly ours: string
  readonly beside: string
  readonly times: string
  readonly goal: string
  readonly met: string
}

function reportLine(row: Row): ReportLine {
  const { what, unit, ours, beside } = row
  const factor = ratio(row)
  const met = isMet(row)
  return {
    what,
    ours: `${show(ours)} ${unit}${spreadText(row)}`,
    beside: beside === undefined ? '' : `${beside.name} ${show(beside.figure)} ${unit}`,
    times: factor === undefined ? '' : `× ${factor.toFixed(factor < 10 ? 2 : 0)}`,
    goal: goalText(row),
    met: metText(met),
  }
}

const spreadText = ({ spread }: Row): string => (spread === undefined ? '' : ` (${spread.map(show).join(' to ')})`)

function metText(met: boolean | undefined): string {
  if (met === undefined) return ''
  return met ? 'met' : 'NOT MET'
}

function goalText({ goal, unit }: Row): string {
  if (goal === undefined) return ''
  if ('times' in goal) return `× ${goal.times}`
  return 'atLeast' in goal ? `≥ ${show(goal.atLeast)} ${unit}` : `≤ ${show(goal.atMost)} ${unit}`
}

const show = (n: number): string => (n >= 100 ? Math.round(n).toLocaleString('en') : n.toFixed(2))

export function print(rows: readonly Row[]): void {
  for (const { what, ours, beside, times, goal, met } of rows.map(reportLine)) {
    const aim = goal === '' ? '' : `goal ${goal}: ${met || 'no peer'}`
    console.log(
      `${what.padEnd(52)} ${ours.padStart(14)}   ${beside.padEnd(36)} ${times.padStart(8)}   ${aim}`.trimEnd(),
    )
  }
  const withGoal = rows.filter((row) => isMet(row) !== undefined)
  if (withGoal.length > 0) console.log(`${withGoal.filter(isMet).length} of ${withGoal.length} goals are met`)
}

/** The rows as a Markdown table. */
export function markdown(rows: readonly Row[]): string {
  const lines = rows
    .map(reportLine)
    .map(({ what, ours, beside, times, goal, met }) => [
      what,
      ours,
      beside,
      times,
      goal,
      met === 'NOT MET' ? 'no' : met && 'yes',
    ])
  const head = ['what', 'ours', 'beside', 'times better', 'goal', 'met']
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}
