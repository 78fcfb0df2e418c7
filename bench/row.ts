/** One measured thing. Figures are comparable only within a run. */
export interface Row {
  readonly what: string
  readonly unit: '/s' | 'ms' | 'MB'
  readonly ours: number
  /** The peer's figure, or the floor's, measured in the same run. */
  readonly beside?: { readonly name: string; readonly figure: number }
}

/** How many times better ours is; above 1 is faster or smaller. */
export function ratio({ unit, ours, beside }: Row): number | undefined {
  if (beside === undefined) return undefined
  return unit === '/s' ? ours / beside.figure : beside.figure / ours
}

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Milliseconds that `work` took. */
export async function time(work: () => Promise<unknown> | unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Runs `step` one after the other and gives the rate per second. */
export async function rate(count: number, step: (i: number) => Promise<unknown>): Promise<number> {
  const ms = await time(async () => {
    for (let i = 0; i < count; i++) await step(i)
  })
  return (count / ms) * 1000
}

export function print(rows: readonly Row[]): void {
  const show = (n: number): string => (n >= 100 ? Math.round(n).toLocaleString('en') : n.toFixed(2))
  for (const row of rows) {
    const factor = ratio(row)
    const beside =
      row.beside === undefined || factor === undefined
        ? ''
        : `${row.beside.name} ${show(row.beside.figure)} ${row.unit}   × ${factor.toFixed(2)}`
    console.log(`${row.what.padEnd(56)} ${`${show(row.ours)} ${row.unit}`.padStart(14)}   ${beside}`)
  }
}
