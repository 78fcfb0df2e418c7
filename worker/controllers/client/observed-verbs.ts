import { StatusError } from '../../api/status.ts'
import type { Clock } from '../../clock/clock.ts'
import type { RequestRing } from '../../observability/request-ring.ts'
import type { WatchRegistry } from '../../observability/watch-registry.ts'
import { placeOf, watchRequest } from '../../verbs/watch-facts.ts'
import type { Caller, Target, Verbs } from '../../verbs/verbs.ts'
import { errorMessage } from '../../runtime/error-message.ts'

/** The records of the requests and watches of controllers. */
export interface ControllerRecords {
  readonly ring: Pick<RequestRing, 'begin'>
  readonly watches: Pick<WatchRegistry, 'open'>
}

interface Observer {
  readonly records: ControllerRecords | undefined
  readonly clock: Clock
  /** The name of the controller: `deployment-controller`. */
  readonly controller: string
}

type Write<Rest extends unknown[], Result> = (target: Target, caller: Caller, ...rest: Rest) => Promise<Result>

/** Verbs that record each watch of a controller, and each of its writes in the form of a client's request. */
export function observedVerbs(verbs: Verbs, { records, clock, controller }: Observer): Verbs {
  if (records === undefined) return verbs
  const { ring, watches } = records
  const recorded =
    <Rest extends unknown[], Result>(method: string, write: Write<Rest, Result>): Write<Rest, Result> =>
    async (target, caller, ...rest) => {
      const start = clock.elapsed()
      const id = `${controller}-${sequence++}`
      const request = { id, method, url: pathOf(target), userAgent: caller.userAgent, controller }
      const record = ring.begin({ ...request, startedAt: clock.now() }, start)
      const { username: user, groups } = caller.user
      const finish = (status: number): void =>
        record.finish({ user, actingAs: '', groups, status, responseBytes: 0, duration: clock.elapsed() - start })
      try {
        const result = await write(target, { ...caller, requestId: id, userAgent: controller, trace: record }, ...rest)
        finish(method === 'POST' ? 201 : 200)
        return result
      } catch (error) {
        record.stage('refused', errorMessage(error))
        finish(error instanceof StatusError ? error.code : 500)
        throw error
      }
    }
  return {
    ...verbs,
    create: recorded('POST', async (...request) => verbs.create(...request)),
    update: recorded('PUT', async (...request) => verbs.update(...request)),
    patch: recorded('PATCH', async (...request) => verbs.patch(...request)),
    apply: recorded('PATCH', async (...request) => verbs.apply(...request)),
    delete: recorded('DELETE', async (...request) => verbs.delete(...request)),
    deleteCollection: recorded('DELETE', async (...request) => verbs.deleteCollection(...request)),
    async watch(target, caller, options, watcher) {
      const watch = watches.open(watchRequest(target, caller, options, controller))
      const stop = await verbs.watch(target, caller, options, {
        event(event) {
          watch.sent(event.type, 0, placeOf(event))
          watcher.event(event)
        },
        end() {
          watch.ended('the server ended it')
          watcher.end()
        },
      })
      return () => {
        watch.ended('the controller stopped')
        stop()
      }
    },
  }
}

/** Request ids come from a counter, because a random uuid would change the random sequence of a virtual clock. */
let sequence = 0

function pathOf({ resource, version, subresource, namespace, name }: Target): string {
  const base = resource.group === '' ? `/api/${version.version}` : `/apis/${resource.group}/${version.version}`
  const place = namespace === '' ? [] : ['namespaces', namespace]
  const parts = [base, ...place, resource.name, name, subresource?.name ?? '']
  return parts.filter((part) => part !== '').join('/')
}
