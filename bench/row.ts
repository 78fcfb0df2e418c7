import type { Figures, Metric } from './subject.ts'
import { METRICS } from './subject.ts'

/** `times`: so often better than what stands beside it; the others bound the figure itself. */
export type Goal = { readonly times: number } | { readonly atLeast: number } | { readonly atMost: number }

/** One measured thing. Figures are comparable only within a run. */
export interface Row {
  readonly what: string
  readonly unit: '/s' | 'ms'
  readonly ours: number
  /** The peer's figure, or the floor's, measured in the same run; or what was recorded of the real server. */
  readonly beside?: { readonly name: string; readonly figure: number }
  readonly goal?: Goal
}

/** How many times better ours is; above 1 is faster. */
export function ratio({ unit, ours, beside }: Row): number | undefined {
  if (beside === undefined) return undefined
  return unit === '/s' ? ours / beside.figure : beside.figure / ours
}

/** Undefined where nothing was aimed at. */
export function isMet(row: Row): boolean | undefined {
  const { goal, ours } = row
  if (goal === undefined) return undefined
  if ('times' in goal) return (ratio(row) ?? 0) >= goal.times
  return 'atLeast' in goal ? ours >= goal.atLeast : ours <= goal.atMost
}

/** Requests a second of a kube-apiserver 1.30 over HTTP, recorded once on a machine like this, not in this run. */
const RECORDED: Figures = { applyNew: 1030, applySame: 530, applyField: 530 }

export type Goals = Partial<Record<Metric, Goal>>

export function rowsOf(way: string, ours: Figures, peerName: string, peer: Figures, goals: Goals = {}): Row[] {
  return (Object.keys(METRICS) as Metric[]).flatMap((metric) => {
    const [text, unit] = METRICS[metric]
    const figure = ours[metric]
    if (figure === undefined) return []
    const goal = goals[metric]
    const beside = besideOf(metric, peerName, peer)
    return [{ what: `${way}: ${text}`, unit, ours: figure, ...(beside && { beside }), ...(goal && { goal }) }]
  })
}

function besideOf(metric: Metric, name: string, peer: Figures): Row['beside'] {
  const own = peer[metric]
  if (own !== undefined) return { name, figure: own }
  const recorded = RECORDED[metric]
  if (recorded !== undefined) return { name: 'kube-apiserver, recorded', figure: recorded }
  // The peer has no ConfigMaps.
  if (metric === 'configMap' && peer.create !== undefined) return { name: `${name}, a pod`, figure: peer.create }
  return undefined
}

/** One line of a report; empty where there is nothing to say. */
interface Told {
  readonly what: string
  readonly ours: string
  readonly beside: string
  readonly times: string
  readonly goal: string
  readonly met: string
}

function tell(row: Row): Told {
  const { what, unit, ours, beside } = row
  const factor = ratio(row)
  const met = isMet(row)
  return {
    what,
    ours: `${show(ours)} ${unit}`,
    beside: beside === undefined ? '' : `${beside.name} ${show(beside.figure)} ${unit}`,
    times: factor === undefined ? '' : `× ${factor.toFixed(factor < 10 ? 2 : 0)}`,
    goal: aimOf(row),
    met: met === undefined ? '' : met ? 'met' : 'NOT MET',
  }
}

function aimOf({ goal, unit }: Row): string {
  if (goal === undefined) return ''
  if ('times' in goal) return `× ${goal.times}`
  return 'atLeast' in goal ? `≥ ${show(goal.atLeast)} ${unit}` : `≤ ${show(goal.atMost)} ${unit}`
}

const show = (n: number): string => (n >= 100 ? Math.round(n).toLocaleString('en') : n.toFixed(2))

export function print(rows: readonly Row[]): void {
  for (const { what, ours, beside, times, goal, met } of rows.map(tell)) {
    const aim = goal === '' ? '' : `goal ${goal}: ${met}`
    console.log(
      `${what.padEnd(52)} ${ours.padStart(14)}   ${beside.padEnd(36)} ${times.padStart(8)}   ${aim}`.trimEnd(),
    )
  }
  const aimed = rows.filter(({ goal }) => goal !== undefined)
  if (aimed.length > 0) console.log(`${aimed.filter(isMet).length} of ${aimed.length} goals are met`)
}

/** The same as a table of a document. */
export function markdown(rows: readonly Row[]): string {
  const lines = rows
    .map(tell)
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
