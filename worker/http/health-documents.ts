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

/** `/metrics/slis`: the present result of each check, in Prometheus' text format. */
export async function healthIndicators(checks: readonly HealthCheck[]): Promise<string> {
  const name = 'kubernetes_healthcheck'
  const lines: string[] = []
  for (const endpoint of ENDPOINTS) {
    for (const check of checksOf(endpoint, checks)) {
      const isHealthy = (await check.healthy?.()) ?? true
      lines.push(`${name}{name="${check.name}",type="${endpoint}"} ${isHealthy ? 1 : 0}\n`)
    }
  }
  const help = `# HELP ${name} [STABLE] This metric records the result of a single healthcheck.\n# TYPE ${name} gauge\n`
  return help + lines.sort().join('')
}

/**
 * Answers any method. Undefined when the path is not a health endpoint. `verbose` has an effect with any value;
 * one check alone answers `ok` and ignores it (reference/observability.md 1 and 2).
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
  return report(endpoint, own, query.getAll('exclude'), query.has('verbose'))
}

const reasonOf = ({ name, failure = name }: HealthCheck): string => (typeof failure === 'string' ? failure : failure())

async function report(
  endpoint: string,
  checks: readonly HealthCheck[],
  excluded: readonly string[],
  verbose: boolean,
): Promise<Payload> {
  let failed = false
  let text = ''
  for (const { name, healthy } of checks) {
    if (excluded.includes(name)) text += `[+]${name} excluded: ok\n`
    else if ((await healthy?.()) ?? true) text += `[+]${name} ok\n`
    else {
      failed = true
      text += `[-]${name} failed: reason withheld\n`
    }
  }
  const names = new Set(checks.map(({ name }) => name))
  const unknown = [...new Set(excluded)].filter((name) => !names.has(name)).sort()
  if (unknown.length > 0) {
    text += `warn: some health checks cannot be excluded: no matches for ${unknown.map(quote).join(',')}\n`
  }
  if (failed) return plainText(500, `${text}${endpoint} check failed\n`)
  return plainText(200, verbose ? `${text}${endpoint} check passed\n` : 'ok')
}
