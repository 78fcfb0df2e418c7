import { quote } from '../api/go-format.ts'
import type { HealthCheck } from './health.ts'
import type { Payload } from './payload.ts'
import { pageNotFound, plainText } from './payload.ts'

const ENDPOINTS = ['healthz', 'livez', 'readyz']

const checksOf = (endpoint: string, checks: readonly HealthCheck[]): readonly HealthCheck[] =>
  checks.filter(({ readiness }) => endpoint === 'readyz' || readiness !== true)

/** The path of each endpoint and of each check. */
export const healthPaths = (checks: readonly HealthCheck[]): readonly string[] =>
  ENDPOINTS.flatMap((endpoint) => [
    `/${endpoint}`,
    ...checksOf(endpoint, checks).map(({ name }) => `/${endpoint}/${name}`),
  ])

/** The results of one check at one endpoint since the last reset. */
interface Results {
  healthy: boolean
  readonly counts: Record<'error' | 'success', number>
}

/** The results of the checks of each server by the labels of their metrics. */
const indicators = new WeakMap<readonly HealthCheck[], Map<string, Results>>()

function note(checks: readonly HealthCheck[], labels: string, healthy: boolean): void {
  const known = indicators.get(checks) ?? new Map<string, Results>()
  indicators.set(checks, known)
  const results = known.get(labels) ?? { healthy, counts: { error: 0, success: 0 } }
  known.set(labels, results)
  results.healthy = healthy
  results.counts[healthy ? 'success' : 'error']++
}

/** Forgets the results of the checks, for `DELETE /metrics/slis`. Returns whether there were any. */
export const resetIndicators = (checks: readonly HealthCheck[]): boolean => indicators.delete(checks)

/**
 * Returns the document `/metrics/slis`: the results of the checks that requests to whole endpoints ran, in Prometheus' text
 * format.
 */
export function healthIndicators(checks: readonly HealthCheck[]): string {
  const results = [...(indicators.get(checks) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
  if (results.length === 0) return ''
  const [last, all] = ['kubernetes_healthcheck', 'kubernetes_healthchecks_total']
  const lines = results.map(([labels, { healthy }]) => `${last}{${labels}} ${healthy ? 1 : 0}\n`)
  const totals = results.flatMap(([labels, { counts }]) =>
    (['error', 'success'] as const)
      .filter((status) => counts[status] > 0)
      .map((status) => `${all}{${labels.replace(',type=', `,status="${status}",type=`)}} ${counts[status]}\n`),
  )
  return [
    `# HELP ${last} [STABLE] This metric records the result of a single healthcheck.\n# TYPE ${last} gauge\n`,
    ...lines,
    `# HELP ${all} [STABLE] This metric records the results of all healthcheck.\n# TYPE ${all} counter\n`,
    ...totals,
  ].join('')
}

/**
 * The answer of a health endpoint to any method; undefined for another path. The parameter `verbose` has an effect with any
 * value, but the path of a single check ignores it (reference/observability.md 1 and 2).
 */
export async function serveHealth(
  path: string,
  query: URLSearchParams,
  checks: readonly HealthCheck[],
): Promise<Payload | undefined> {
  const [, endpoint = '', ...rest] = path.split('/')
  if (!ENDPOINTS.includes(endpoint)) return undefined
  const own = checksOf(endpoint, checks)
  if (rest.length > 0) {
    const check = own.find(({ name }) => name === rest.join('/'))
    if (check === undefined) return pageNotFound()
    if ((await check.healthy?.()) ?? true) return plainText(200, 'ok')
    return plainText(500, `internal server error: ${reasonOf(check)}\n`)
  }
  const observe = (name: string, healthy: boolean): void => note(checks, `name="${name}",type="${endpoint}"`, healthy)
  const verdict = await examine(own, query.getAll('exclude'), observe)
  return report(endpoint, verdict, query.has('verbose'))
}

const reasonOf = ({ name, failure = name }: HealthCheck): string => (typeof failure === 'string' ? failure : failure())

interface Verdict {
  readonly failed: boolean
  /** A line for each check, and a warning about excluded names without a check. */
  readonly text: string
}

async function examine(
  checks: readonly HealthCheck[],
  excluded: readonly string[],
  observe: (name: string, healthy: boolean) => void,
): Promise<Verdict> {
  let failed = false
  let text = ''
  for (const { name, healthy } of checks) {
    if (excluded.includes(name)) {
      text += `[+]${name} excluded: ok\n`
      continue
    }
    const isHealthy = (await healthy?.()) ?? true
    observe(name, isHealthy)
    failed ||= !isHealthy
    text += isHealthy ? `[+]${name} ok\n` : `[-]${name} failed: reason withheld\n`
  }
  const names = new Set(checks.map(({ name }) => name))
  const unknown = [...new Set(excluded)].filter((name) => !names.has(name)).sort()
  if (unknown.length > 0) {
    text += `warn: some health checks cannot be excluded: no matches for ${unknown.map(quote).join(',')}\n`
  }
  return { failed, text }
}

function report(endpoint: string, { failed, text }: Verdict, verbose: boolean): Payload {
  if (failed) return plainText(500, `${text}${endpoint} check failed\n`)
  return plainText(200, verbose ? `${text}${endpoint} check passed\n` : 'ok')
}
