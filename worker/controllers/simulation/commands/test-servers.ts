import { boundedNumber } from '../../../api/numbers.ts'
import type { JsonObject } from '../../../api/json.ts'
import { isObject } from '../../../api/json.ts'
import { listAt, numberAt, textAt, valueAt } from '../../../resources/path.ts'

/** The entry point of `agnhost`, the image with which Kubernetes tests clusters. */
export const TEST_ENTRYPOINT = '/agnhost'

/** The answer of a server to one try of a probe. */
export interface ProbeAnswer {
  readonly isSuccess: boolean
  /** The words that follow `Liveness probe failed: ` in the event. */
  readonly output: string
}

/** The answer to a probe from a time on; times are milliseconds after the start. */
export interface ProbePhase {
  readonly after: number
  /** Returns undefined when the answer is not modelled. */
  answer(): ProbeAnswer | undefined
}

interface StatusPhase {
  readonly after: number
  readonly status: number
}

/** A server of `agnhost`: the HTTP statuses by port and path, and the ports that answer with gRPC. */
interface TestServer {
  readonly http: ReadonlyMap<number, (path: string) => readonly StatusPhase[]>
  readonly grpc: readonly number[]
}

/** The server `liveness` is healthy for this time. */
const HEALTHY_MS = 10_000

const always = (status: number): readonly StatusPhase[] => [{ after: 0, status }]
const HEALTH = [...always(200), { after: HEALTHY_MS + 1, status: 500 }]

const SERVERS: ReadonlyMap<string, TestServer> = new Map<string, TestServer>([
  ['liveness', { http: new Map([[8080, (path) => (path === '/healthz' ? HEALTH : always(404))]]), grpc: [] }],
  ['test-webserver', { http: new Map([[80, (path) => always(path === '/' ? 200 : 404)]]), grpc: [] }],
  ['grpc-health-checking', { http: new Map([[8080, () => always(404)]]), grpc: [5000] }],
])

/** Whether the program of `agnhost` is a modelled server; flags that change its ports or answers are not modelled. */
export const isTestServer = (args: readonly string[]): boolean => args.length === 1 && SERVERS.has(args[0] ?? '')

const FIRST_FAILED_STATUS = 400
const REFUSED = 'connect: connection refused'

/** The answers of a container to a network probe; undefined when its server is not modelled, and for an exec probe. */
export function serverPhases(
  argv: readonly string[],
  container: JsonObject,
  probe: JsonObject,
  address: string,
): readonly ProbePhase[] | undefined {
  const [program, ...args] = argv
  const server = program === TEST_ENTRYPOINT && isTestServer(args) ? SERVERS.get(args[0] ?? '') : undefined
  const kind = ['httpGet', 'tcpSocket', 'grpc'].find((name) => isObject(probe[name]))
  if (server === undefined || kind === undefined || isElsewhere(probe)) return undefined
  const { http, grpc } = server
  const port = portOf(container, valueAt(probe, `${kind}.port`))
  const at = `${address}:${port}`
  const limit = numberAt(probe, 'timeoutSeconds') || 1
  if (kind === 'grpc') {
    const fault = `timeout: failed to connect service "${at}" within ${limit}s: context deadline exceeded`
    return [phase(0, grpc.includes(port), fault)]
  }
  if (kind === 'tcpSocket') return [phase(0, http.has(port) || grpc.includes(port), `dial tcp ${at}: ${REFUSED}`)]
  const path = textAt(probe, 'httpGet.path') || '/'
  const statuses = http.get(port)?.(path)
  if (statuses === undefined) return [phase(0, false, `Get "http://${at}${path}": dial tcp ${at}: ${REFUSED}`)]
  return statuses.map(({ after, status }) =>
    phase(after, status < FIRST_FAILED_STATUS, `HTTP probe failed with statuscode: ${status}`),
  )
}

const phase = (after: number, isSuccess: boolean, fault: string): ProbePhase => ({
  after,
  answer: () => ({ isSuccess, output: isSuccess ? '' : fault }),
})

/** Whether a probe reaches another host, encrypts, or names a service; such probes are not modelled. */
const isElsewhere = (probe: JsonObject): boolean =>
  textAt(probe, 'httpGet.host') !== '' ||
  textAt(probe, 'tcpSocket.host') !== '' ||
  textAt(probe, 'httpGet.scheme') === 'HTTPS' ||
  textAt(probe, 'grpc.service') !== ''

/** The number of a port that may be the name of a port of the container. */
function portOf(container: JsonObject, port: unknown): number {
  if (typeof port !== 'string') return boundedNumber(port)
  const named = listAt(container, 'ports').find((one) => isObject(one) && one['name'] === port)
  return isObject(named) ? numberAt(named, 'containerPort') : 0
}
