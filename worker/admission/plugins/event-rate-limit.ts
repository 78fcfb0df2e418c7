import { boundedNumber } from '../../api/numbers.ts'
import { isObject, type JsonObject } from '../../api/json.ts'
import { tooManyRequests } from '../../api/status.ts'
import type { Clock } from '../../clock/clock.ts'
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../admission.ts'
import { objectOf, objectsOf, textOf } from '../object-parts.ts'
import { aggregateText } from '../../api/go-format.ts'
import { operations } from '../scopes.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/** The key of the bucket of a request, by the type of the limit. */
const KEYS = lookupTable<(request: AdmissionRequest) => string>({
  Server: () => '',
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.username,
  SourceAndObject({ object = {} }) {
    const source = objectOf(object, 'source')
    const involved = objectOf(object, 'involvedObject')
    const ofObject = ['kind', 'namespace', 'name', 'uid', 'apiVersion'].map((field) => textOf(involved, field))
    return [textOf(source, 'component'), textOf(source, 'host'), ...ofObject].join('')
  },
})

const CACHE_SIZE = 4096

/** Limits the rate of events. */
export function eventRateLimit({ dialect, clock, configuration }: AdmissionContext) {
  const group = dialect.spell('eventratelimit.admission.{domain}')
  if (!isObject(configuration) || textOf(configuration, 'apiVersion') !== `${group}/v1alpha1`) {
    throw new Error(`Configure EventRateLimit by a Configuration of ${group}/v1alpha1`)
  }
  const limits = objectsOf(configuration, 'limits').map((limit) => rateLimit(limit, clock))
  return {
    name: 'EventRateLimit',
    handles: operations('CREATE', 'UPDATE').on('events'),
    validate(request) {
      if (request.dryRun) return
      const reached = limits.flatMap((limit) => limit(request) ?? [])
      if (reached.length > 0) throw tooManyRequests(aggregateText(reached))
    },
  } satisfies AdmissionPlugin
}

interface Bucket {
  tokens: number
  filledAt: number
}

/**
 * Returns a function that counts a request, and returns the text of the limit when the request exceeds the limit. Buckets start
 * full; beyond the cache size, the least recently used one is dropped.
 */
function rateLimit(limit: JsonObject, clock: Clock): (request: AdmissionRequest) => string | undefined {
  const type = textOf(limit, 'type')
  const keyOf = KEYS[type]
  if (keyOf === undefined) {
    throw new Error(`Set limits.type of EventRateLimit to one of ${Object.keys(KEYS).join(', ')}, not ${type}`)
  }
  const perSecond = boundedNumber(limit['qps'] ?? 0)
  const burst = boundedNumber(limit['burst'] ?? 0)
  const size = type === 'Server' ? 1 : boundedNumber(limit['cacheSize'] ?? 0) || CACHE_SIZE
  const buckets = new Map<string, Bucket>()
  return (request) => {
    const key = keyOf(request)
    const now = clock.elapsed()
    const bucket = buckets.get(key) ?? { tokens: burst, filledAt: now }
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1000) * perSecond)
    bucket.filledAt = now
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > size) for (const oldest of [...buckets.keys()].slice(0, 1)) buckets.delete(oldest)
    if (bucket.tokens < 1) return `limit reached on type ${type} for key ${key}`
    bucket.tokens -= 1
    return undefined
  }
}
