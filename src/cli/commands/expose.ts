import type { JsonObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { recorded, recordFlag } from '../change-cause.ts'
import { dryRunOf, fieldManager } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import type { ExposedPorts } from '../exposure.ts'
import { exposedPorts, exposedSelector, portNumber, portNumberOrName, requireExposable } from '../exposure.ts'
import { Failure, Misplaced } from '../failure.ts'
import { boolean, text } from '../flags.ts'
import { inGivenNamespace, newMetadata } from '../generators/generator.ts'
import { withTypedLastApplied } from '../last-applied.ts'
import { overridden, overrideFlags } from '../overrides.ts'
import { fetchTarget, readTargets } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'

export const expose = {
  name: 'expose',
  summary: 'Take a replication controller, service, deployment or pod and expose it as a new service',
  usage: 'expose (-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name]',
  examples: [['Serve a deployment on port 80', '{cli} expose deployment web --port=80 --target-port=8000']],
  flags: [
    text('cluster-ip', "ClusterIP to be assigned to the service; 'None': a headless service."),
    dryRunFlag,
    text('external-ip', 'An external address that the service accepts traffic on.'),
    fieldManagerFlag('{cli}-expose'),
    ...filenameFlags('identifying the resource to expose a service'),
    text('labels', 'Labels to apply to the service.', { short: 'l' }),
    text('load-balancer-ip', 'IP to assign to the load balancer.'),
    text('name', 'The name for the newly created object.'),
    ...overrideFlags,
    text('port', 'The port that the service should serve on.'),
    ...printFlags,
    recordFlag,
    text('protocol', 'The network protocol for the service to be created.'),
    boolean('save-config', 'If true, the configuration of the object is saved in its annotation.'),
    text('selector', 'The label selector of the service; by default the selector of the exposed object.'),
    text('session-affinity', 'Session affinity of the service: None, ClientIP.'),
    text('target-port', 'Name or number for the port on the container that the service should direct traffic to.'),
    text('type', 'Type for this service: ClusterIP, NodePort, LoadBalancer, or ExternalName.'),
  ],
  run,
} satisfies Command

async function run(session: Session): Promise<void> {
  const dryRun = dryRunOf(session)
  const report = await reporter(session, dryRun, { typed: true })
  await session.connection()
  await session.namespace()
  const selection = await select(session, { selectors: false, typed: true })
  const client = await session.client()
  const found: Introspected = {}
  await forEach(readTargets(selection), async (target) => {
    if (target.refusal instanceof Misplaced) throw target.refusal
    const source = target.object ?? (await fetchTarget(session, target))
    introspect(session, source, found)
    const made = recorded(session, await overridden(session, build(session, found, target.name)))
    if (dryRun === 'client') return report(inGivenNamespace(session, made), 'exposed')
    const service = session.flags.boolean('save-config') ? await withTypedLastApplied(session, made) : made
    const services = await session.typeOf({ apiVersion: 'v1', kind: 'Service' })
    if (services === undefined) throw new Failure('the server has no services')
    const created = await client.json({
      method: 'POST',
      path: resourcePath(services, target.namespace),
      query: { fieldManager: fieldManager(session), dryRun: dryRun === 'server' ? 'All' : undefined },
      body: stringifyJson(service),
    })
    report(created, 'exposed')
  })
}

/**
 * The values that kubectl reads from the exposed objects. The next objects get the selector, the port and the labels of
 * the first object that has them. Each object with ports replaces the protocols, and `ports` as long as there is no
 * `port`.
 */
interface Introspected {
  selector?: Record<string, string>
  /** The port number of an object with one port. */
  port?: number
  /** The port numbers of an object with several ports. They have precedence over `port`. */
  ports?: readonly number[]
  protocols?: ExposedPorts
  labels?: Record<string, string>
}

function introspect({ flags }: Session, source: ApiObject, found: Introspected): void {
  requireExposable(source)
  if (flags.text('selector') === '') found.selector ??= exposedSelector(source)
  const known = exposedPorts(source)
  if (flags.text('port') === '' && found.port === undefined) {
    const numbers = [...known.keys()]
    if (numbers.length === 0 && flags.text('cluster-ip') !== 'None')
      throw new Failure("couldn't find port via --port flag or introspection")
    if (numbers.length === 1) found.port = numbers[0]
    if (numbers.length > 1) found.ports = numbers
  }
  if (known.size > 0) found.protocols = known
  const { labels = {} } = source.metadata ?? {}
  if (flags.text('labels') === '' && Object.keys(labels).length > 0) found.labels ??= { ...labels }
}

function build({ flags }: Session, found: Introspected, name: string): ApiObject {
  const selector = flags.text('selector') === '' ? found.selector : pairs(flags.text('selector'))
  const labels = flags.text('labels') === '' ? found.labels : pairs(flags.text('labels'))
  const given = (flag: string, field: string): JsonObject =>
    flags.text(flag) === '' ? {} : { [field]: flags.text(flag) }
  const ports = portsOf(flags, found)
  const affinity = flags.text('session-affinity')
  if (!['', 'None', 'ClientIP'].includes(affinity)) throw new Failure(`unknown session affinity: ${affinity}`)
  const spec = {
    ...given('cluster-ip', 'clusterIP'),
    ...(flags.text('external-ip') === '' ? {} : { externalIPs: [flags.text('external-ip')] }),
    ...(flags.text('type') === 'LoadBalancer' ? given('load-balancer-ip', 'loadBalancerIP') : {}),
    ...(ports.length === 0 ? {} : { ports }),
    ...(selector === undefined ? {} : { selector }),
    ...given('session-affinity', 'sessionAffinity'),
    ...given('type', 'type'),
  }
  const metadata = newMetadata(flags.text('name') || name.slice(0, 63), labels)
  return { apiVersion: 'v1', kind: 'Service', metadata, spec, status: { loadBalancer: {} } }
}

function portsOf(flags: Session['flags'], { port, ports, protocols }: Introspected): JsonObject[] {
  const given = flags.text('port') === '' ? undefined : flags.text('port').split(',').map(portNumber)
  const numbers = ports ?? given ?? (port === undefined ? [] : [port])
  const target = flags.text('target-port')
  return numbers.flatMap((number, index) => {
    const targetPort = target === '' ? number : portNumberOrName(target)
    const name = numbers.length > 1 ? { name: `port-${index + 1}` } : {}
    const known = flags.text('protocol') === '' ? (protocols?.get(number) ?? ['TCP']) : [flags.text('protocol')]
    if (known.length === 1) return [{ ...name, port: number, protocol: known[0] ?? '', targetPort }]
    return known.map((protocol) => ({
      name: `port-${index + 1}-${protocol.toLowerCase()}`,
      port: number,
      protocol,
      targetPort,
    }))
  })
}

function pairs(words: string): Record<string, string> {
  return Object.fromEntries(
    words.split(',').map((pair) => {
      const [key = '', value, ...rest] = pair.split('=')
      if (value === undefined || rest.length > 0) throw new Failure(`unexpected label spec: ${pair}`)
      if (key === '') throw new Failure('unexpected empty label key')
      return [key, value]
    }),
  )
}
