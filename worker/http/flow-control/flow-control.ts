import type { Awaitable } from '../../runtime/awaitable.ts'
import type { ApiObject } from '../../api/object.ts'
import type { UserInfo } from '../../api/user.ts'
import { followObjects } from '../../authorization/followed-objects.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Registry } from '../../observability/metrics.ts'
import type { Catalog } from '../../resources/resource.ts'
import type { Key, Store } from '../../store/store.ts'
import type { Payload } from '../payload.ts'
import type { RequestInfo } from '../request-info.ts'
import { isLongRunning, TOO_MANY } from '../request-limits.ts'
import { compileSchema, type CompiledSchema } from './flow-schema.ts'
import { classificationCache } from './classification-cache.ts'
import { flowMetrics, type FlowCounts, type FlowMetrics } from './flow-metrics.ts'
import { PriorityLevel } from './priority-level.ts'

/** API priority and fairness: assigns a request to a flow, and lets it run when its priority level has a seat. */
export interface FlowControl {
  /**
   * The flow of a request. Undefined when no flow schema matches, and for a long-running request that is not a watch, which is
   * exempt.
   */
  classify(info: RequestInfo, user: UserInfo): Classified | undefined
  /** Runs the work when the priority level of the request has a seat. Answers 429 when the queue is full or the wait too long. */
  admit(info: RequestInfo, classified: Classified | undefined, work: () => Awaitable<Payload>): Awaitable<Payload>
}

export interface Classified {
  readonly schema: string
  readonly level: PriorityLevel
  readonly flow: string
  /** Response headers that name the flow schema and the priority level. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly counts: FlowCounts
}

interface FlowControlContext {
  readonly store: Store
  readonly dialect: Dialect
  readonly clock: Clock
  readonly registry: Registry
  readonly catalog: Pick<Catalog, 'find'>
}

/** Longest wait in a queue, milliseconds: a quarter of the real server's default request timeout. */
const LONGEST_WAIT = 15_000

const READING_VERBS: ReadonlySet<string> = new Set(['get', 'list', 'watch'])

/** The verbs whose changes watches receive, one each. */
const WATCHED_VERBS: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete'])

/** A compiled flow schema and its priority level, as of the last change. */
interface Route {
  readonly schema: CompiledSchema
  readonly level: PriorityLevel
  readonly headers: Classified['headers']
}

/** @param seats the number for all priority levels together, divided by their concurrency shares; 0 means no limit */
export function flowControl(seats: number, context: FlowControlContext): FlowControl {
  const { clock, store, catalog } = context
  const cache = classificationCache<Classified>()
  let routes: readonly Route[] | undefined
  const { compileRoutes, countsOf } = followRoutes(seats, context, () => {
    routes = undefined
    cache.clear()
  })

  function find(info: RequestInfo, user: UserInfo): Classified | undefined {
    const route = (routes ??= compileRoutes()).find(({ schema }) => schema.matches(info, user))
    if (route === undefined) return undefined
    const { schema, level, headers } = route
    const flow = `${schema.name}/${schema.flowOf(info, user)}`
    return { schema: schema.name, level, flow, headers, counts: countsOf(schema.name, level.name) }
  }

  /** The open watches of the resource and namespace of a request. */
  function watches({ group, version, resource, namespace, name }: RequestInfo): number {
    const storage = catalog.find(group, version, resource)?.resource.storage
    return storage === undefined ? 0 : store.watching({ resource: storage, namespace, name })
  }

  return {
    classify(info, user) {
      if (isLongRunning(info) && info.verb !== 'watch') return undefined
      return info.resourceRequest ? cache.get(info, user, find) : find(info, user)
    },
    admit(info, classified, work) {
      // A watch runs long and uses little, so it takes no seat.
      if (classified === undefined || isLongRunning(info)) return work()
      const { level, flow, counts } = classified
      const isMutating = !READING_VERBS.has(info.verb)
      counts.arrived(WATCHED_VERBS.has(info.verb) ? watches(info) : undefined)
      return level.admit(flow, work, TOO_MANY, { clock, longestWait: LONGEST_WAIT, counts, isMutating })
    },
  }
}

/**
 * Follows the stored flow schemas and priority levels, and calls `changed` after each of their changes. `compileRoutes` compiles the
 * current routes, in the order in which a request tries them.
 */
function followRoutes(
  seats: number,
  { store, dialect, registry, clock }: FlowControlContext,
  changed: () => void,
): { compileRoutes(): readonly Route[]; countsOf: FlowMetrics['countsOf'] } {
  const schemas = new Map<string, CompiledSchema>()
  const levels = new Map<string, PriorityLevel>()
  const metrics = flowMetrics(registry, () => levels.values(), clock)
  const follow = <T>(resource: string, compiled: Map<string, T>, compile: (object: ApiObject) => T): void =>
    followObjects(store, dialect.spell(`flowcontrol.{apiserver}{domain}/${resource}`), {
      put({ name }: Key, object) {
        compiled.set(name, compile(object))
        changed()
      },
      remove({ name }) {
        compiled.delete(name)
        changed()
      },
    })
  follow('flowschemas', schemas, compileSchema)
  follow('prioritylevelconfigurations', levels, (object) => new PriorityLevel(object))
  const compileRoutes = (): readonly Route[] => {
    const shares = [...levels.values()].reduce((sum, { settings }) => sum + settings.shares, 0)
    for (const level of levels.values()) level.seats = Math.ceil((seats * level.settings.shares) / Math.max(1, shares))
    metrics.limit([...levels.values()], seats)
    return [...schemas.values()]
      .sort((a, b) => a.precedence - b.precedence || (a.name < b.name ? -1 : 1))
      .flatMap((schema) => {
        const level = levels.get(schema.level)
        if (level === undefined) return []
        const headers = [
          ['X-Kubernetes-Pf-Flowschema-Uid', schema.uid],
          ['X-Kubernetes-Pf-Prioritylevel-Uid', level.uid],
        ] as const
        return [{ schema, level, headers }]
      })
  }
  return { compileRoutes, countsOf: metrics.countsOf }
}
