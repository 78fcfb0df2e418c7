import { setTimeout as delay } from 'node:timers/promises'

const START_TIMEOUT_MS = 180_000
const POLL_MS = 250

/** Calls `isStarted` again and again until it resolves to true. @throws Error after three minutes, and what `isStarted` throws */
export async function untilStarted(name: string, isStarted: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await delay(POLL_MS)) if (await isStarted()) return
  throw new Error(`${name} was not ready in ${START_TIMEOUT_MS / 1000} s`)
}
