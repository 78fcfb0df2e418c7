import type { ApiResponse } from '../worker/api/exchange.ts'
import { handleSubject } from './handle-subject.ts'
import { countdown, each, medianWithSpread, time } from './measure.ts'
import type { Row } from './row.ts'

/*
 * Sizes that growth.ts does not reach: the memory of 50,000 pods, 10,000 watches, and 1,000,000 small objects. Run the
 * program with `--expose-gc`, so that memory is counted without garbage.
 */

const PODS = 50_000
const WATCHES = 10_000
const EVENTS = 10
const SMALL_OBJECTS = [10_000, 100_000, 1_000_000] as const
const SAMPLES = 2000
const ROUNDS = 5
const MEGABYTE = 2 ** 20

export async function sizeRows(now?: () => number): Promise<Row[]> {
  return [...(await memoryRows()), ...(await watchRows(now)), ...(await smallObjectRows(now))]
}

function heldMegabytes(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MEGABYTE
}

/** The memory of pods beside their bytes as JSON. */
async function memoryRows(): Promise<Row[]> {
  const subject = await handleSubject()
  const before = heldMegabytes()
  await each(0, PODS, 1, (i) => subject.createPod(i)())
  const held = heldMegabytes() - before
  const list = (await subject.listPods()) as ApiResponse
  const bytes = (list.pieces?.byteLength ?? 0) / MEGABYTE
  return [
    {
      what: `memory: ${PODS.toLocaleString('en')} pods`,
      unit: 'MiB',
      ours: held,
      beside: { name: 'their bytes', figure: bytes },
      goal: { times: 1 / 1.3 },
    },
  ]
}

async function watchRows(now?: () => number): Promise<Row[]> {
  const subject = await handleSubject()
  const rates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { seen, done } = countdown(WATCHES * EVENTS)
    const stops: (() => void)[] = []
    for (let i = 0; i < WATCHES; i++) stops.push(await subject.watchPods(seen))
    const creates = Array.from({ length: EVENTS }, (_, i) => subject.createPod(round * EVENTS + i))
    const ms = await time(async () => {
      for (const create of creates) await create()
      await done
    }, now)
    for (const stop of stops) stop()
    rates.push((WATCHES * EVENTS * 1000) / ms)
  }
  const what = `size: events to ${WATCHES.toLocaleString('en')} watches`
  return [{ what, unit: '/s', ...medianWithSpread(rates) }]
}

/** Rates of gets, updates and creates in stores of 10,000, 100,000 and 1,000,000 ConfigMaps of 500 bytes. */
async function smallObjectRows(now?: () => number): Promise<Row[]> {
  const { createConfigMap, getConfigMap, updateConfigMap } = await handleSubject()
  if (createConfigMap === undefined || getConfigMap === undefined || updateConfigMap === undefined) return []
  const works = { get: getConfigMap, update: updateConfigMap, create: createConfigMap }
  const first = new Map<string, number>()
  const rows: Row[] = []
  let made = 0
  for (const size of SMALL_OBJECTS) {
    await each(made, size - made, 1, (i) => createConfigMap(i)())
    made = size
    for (const [name, work] of Object.entries(works)) {
      const rates: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const from = name === 'create' ? made : round * SAMPLES
        // The factor is a prime, so the requests are spread over all ConfigMaps.
        const acts = Array.from({ length: SAMPLES }, (_, i) =>
          work(name === 'create' ? from + i : ((from + i) * 7919) % size),
        )
        rates.push(
          (SAMPLES * 1000) / (await time(() => each(0, SAMPLES, 1, (i) => acts[i]?.() ?? Promise.resolve()), now)),
        )
        if (name === 'create') made += SAMPLES
      }
      const measured = medianWithSpread(rates)
      const figure = first.get(name)
      if (figure === undefined) first.set(name, measured.ours)
      rows.push({
        what: `size: ${name} at ${size.toLocaleString('en')} ConfigMaps`,
        unit: '/s',
        ...measured,
        ...(figure !== undefined && { beside: { name: 'at 10,000', figure }, goal: { times: 0.85 } }),
      })
    }
  }
  return rows
}
