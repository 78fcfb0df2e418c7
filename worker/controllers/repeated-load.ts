import type { Clock } from '../clock/clock.ts'

/** The pauses before a load is repeated, in milliseconds. */
const PAUSES_MS = [200, 1000, 5000]

/**
 * Loads a part of the server. A failed load is repeated after a pause, because a network may fail for a moment.
 * @throws the error of the last load
 */
export async function repeatedLoad<Part>(load: () => Promise<Part>, clock: Pick<Clock, 'after'>): Promise<Part> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await new Promise<void>((resolve) => void clock.after(pause, resolve))
    }
  }
  return load()
}
