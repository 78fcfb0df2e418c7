import type { Figures } from './subject.ts'

/** One measured thing. Figures are comparable only within a run. */
export interface Row {
  readonly what: string
  readonly unit: '/s' | 'ms'
  readonly ours: number
  /** The peer's figure, or the floor's, measured in the same run. */
  readonly beside?: { readonly name: string; readonly figure: number }
}

/** How many times better ours is; above 1 is faster. */
export function ratio({ unit, ours, beside }: Row): number | undefined {
  if (beside === undefined) return undefined
  return unit === '/s' ? ours / beside.figure : beside.figure / ours
}

const WHAT = {
  create: ['create a pod', '/s'],
  get: ['get a pod', '/s'],
  patch: ['merge patch of a pod', '/s'],
  list: ['list of all pods', 'ms'],
  fanOut: ['events to watches', '/s'],
} as const satisfies Record<keyof Figures, readonly [string, Row['unit']]>

export function rowsOf(way: string, ours: Figures, peerName: string, peer: Figures): Row[] {
  return (Object.keys(WHAT) as (keyof Figures)[]).flatMap((key) => {
    const [text, unit] = WHAT[key]
    const figure = ours[key]
    const other = peer[key]
    if (figure === undefined) return []
    return [
      {
        what: `${way}: ${text}`,
        unit,
        ours: figure,
        ...(other === undefined ? {} : { beside: { name: peerName, figure: other } }),
      },
    ]
  })
}

export function print(rows: readonly Row[]): void {
  const show = (n: number): string => (n >= 100 ? Math.round(n).toLocaleString('en') : n.toFixed(2))
  for (const row of rows) {
    const factor = ratio(row)
    const beside =
      row.beside === undefined || factor === undefined
        ? ''
        : `${row.beside.name} ${show(row.beside.figure)} ${row.unit}   × ${factor.toFixed(2)}`
    console.log(`${row.what.padEnd(44)} ${`${show(row.ours)} ${row.unit}`.padStart(14)}   ${beside}`)
  }
}
