import { keyOf } from '../client/namespaced-name.ts'
import type { ApiObject } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import type { WatchHandle } from '../client/server-client.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { EVENTS } from '../kinds.ts'

/** The fields with the last time of an event, by precedence. */
const TIMES = ['series.lastObservedTime', 'lastTimestamp', 'eventTime', 'firstTimestamp', 'metadata.creationTimestamp']

/** Deletes events `ttl` milliseconds after their last write, as the real server's storage does (`--event-ttl`). */
export const eventExpiry =
  (ttl: number) =>
  ({ client, clock, report }: ControllerContext): Controller => {
    /**
     * The expiry of each event, the earliest first. All events have the same TTL, so a written event moves to the end.
     */
    const expiries = new Map<string, { readonly at: number; readonly event: ApiObject }>()
    let watch: WatchHandle | undefined
    let cancel: (() => void) | undefined

    function awaitFirst(): void {
      const [first] = expiries.values()
      if (first === undefined || cancel !== undefined) return
      cancel = clock.after(Math.max(0, first.at - clock.now()), () => {
        cancel = undefined
        for (const [key, { at, event }] of expiries) {
          if (at > clock.now()) break
          expiries.delete(key)
          void client.delete(EVENTS, event).catch(report)
        }
        awaitFirst()
      })
    }

    function schedule(event: ApiObject, at: number): void {
      const key = keyOf(event)
      expiries.delete(key)
      const { name, namespace, uid } = event.metadata ?? {}
      expiries.set(key, { at, event: { metadata: { name, namespace, uid } } })
    }

    return {
      needs: [EVENTS],
      async start() {
        // The write times of existing events are unknown, so these events expire by their own timestamps.
        const found: ApiObject[] = []
        let isCaughtUp = false
        watch = client.watch(EVENTS, {
          upserted(event) {
            if (!isCaughtUp) return void found.push(event)
            schedule(event, clock.now() + ttl)
            awaitFirst()
          },
          deleted: (event) => void expiries.delete(keyOf(event)),
        })
        await watch.synced
        isCaughtUp = true
        const dated = found.map((event) => ({ event, at: lastTime(event) + ttl }))
        for (const { event, at } of dated.sort((a, b) => a.at - b.at)) schedule(event, at)
        awaitFirst()
      },
      stop() {
        watch?.stop()
        cancel?.()
      },
    }
  }

/** Milliseconds since 1970. */
function lastTime(event: ApiObject): number {
  for (const path of TIMES) {
    const time = Date.parse(textAt(event, path))
    if (!Number.isNaN(time)) return time
  }
  return 0
}
