import { setTimeout as delay } from 'node:timers/promises'
import type { InformerOptions } from '../../src/client/informer.ts'

/** The turns and timers of Node for informers. */
export const nodeTiming: Pick<InformerOptions, 'schedule' | 'sleep' | 'random'> = {
  schedule: (run) => void setImmediate(run),
  sleep: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
  random: Math.random,
}
