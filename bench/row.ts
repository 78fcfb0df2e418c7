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
  configMap: ['create a ConfigMap of 500 bytes', '/s'],
  update: ['update of a ConfigMap', '/s'],
  applyNew: ['apply of a new pod', '/s'],
  applySame: ['apply without a change', '/s'],
  applyField: ['apply of one changed field', '/s'],
  list: ['list of all pods', 'ms'],
  table: ['Table of all pods', 'ms'],
  fanOut: ['events to watches', '/s'],
} as const satisfies Record<keyof Figures, readonly [string, Row['unit']]>

/** Requests a second of a kube-apiserver 1.30 over HTTP, recorded once on a machine like this, not in this run. */
const RECORDED: Partial<Record<keyof Figures, number>> = { applyNew: 1030, applySame: 530, applyField: 530 }

export function rowsOf(way: string, ours: Figures, peerName: string, peer: Figures): Row[] {
  return (Object.keys(WHAT) as (keyof Figures)[]).flatMap((key) => {
    const [text, unit] = WHAT[key]
    const figure = ours[key]
    const recorded = RECORDED[key]
    if (figure === undefined) return []
    const other = peer[key] ?? recorded
    const name = peer[key] === undefined ? 'kube-apiserver, recorded' : peerName
    return [
      {
        what: `${way}: ${text}`,
        unit,
        ours: figure,
        ...(other === undefined ? {} : { beside: { name, figure: other } }),
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
