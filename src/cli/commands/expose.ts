import type { JsonObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { recorded, recordFlag } from '../change-cause.ts'
import { dryRunOf, fieldManager } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { exposedPorts, exposedSelector, portNumber, portNumberOrName, requireExposable } from '../exposure.ts'
import { Failure } from '../failure.ts'
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
  const services = await session.typeOf({ apiVersion: 'v1', kind: 'Service' })
  if (services === undefined) throw new Failure('the server has no services')
  const client = await session.client()
  await forEach(readTargets(selection), async (target) => {
    const source = target.object ?? (await fetchTarget(session, target))
    const made = recorded(session, await overridden(session, build(session, source, target.name)))
    const service = session.flags.boolean('save-config') ? await withTypedLastApplied(session, made) : made
    if (dryRun === 'client') return report(inGivenNamespace(session, service), 'exposed')
    const created = await client.json({
      method: 'POST',
      path: resourcePath(services, target.namespace),
      query: { fieldManager: fieldManager(session), dryRun: dryRun === 'server' ? 'All' : undefined },
      body: stringifyJson(service),
    })
    report(created, 'exposed')
  })
}

function build({ flags }: Session, source: ApiObject, name: string): ApiObject {
  requireExposable(source)
  const selector = flags.text('selector') === '' ? exposedSelector(source) : pairs(flags.text('selector'))
  const labels = flags.given('labels') ? pairs(flags.text('labels')) : source.metadata?.labels
  const given = (flag: string, field: string): JsonObject =>
    flags.text(flag) === '' ? {} : { [field]: flags.text(flag) }
  const affinity = flags.text('session-affinity')
  if (!['', 'None', 'ClientIP'].includes(affinity)) throw new Failure(`unknown session affinity: ${affinity}`)
  const spec = {
    ...given('cluster-ip', 'clusterIP'),
    ...(flags.text('external-ip') === '' ? {} : { externalIPs: [flags.text('external-ip')] }),
    ...(flags.text('type') === 'LoadBalancer' ? given('load-balancer-ip', 'loadBalancerIP') : {}),
    ports: portsOf(flags, source),
    selector,
    ...given('session-affinity', 'sessionAffinity'),
    ...given('type', 'type'),
  }
  const metadata = newMetadata(
    flags.text('name') || name.slice(0, 63),
    labels === undefined ? undefined : { ...labels },
  )
  return { apiVersion: 'v1', kind: 'Service', metadata, spec, status: { loadBalancer: {} } }
}

function portsOf(flags: Session['flags'], source: ApiObject): JsonObject[] {
  const known = exposedPorts(source)
  const numbers =
    flags.text('port') === '' ? known.map(({ port }) => port) : flags.text('port').split(',').map(portNumber)
  if (numbers.length === 0) throw new Failure("couldn't find port via --port flag or introspection")
  const target = flags.text('target-port')
  return numbers.map((port, index) => ({
    ...(numbers.length > 1 ? { name: `port-${index + 1}` } : {}),
    port,
    protocol: flags.text('protocol') || (known.find((each) => each.port === port)?.protocol ?? 'TCP'),
    targetPort: target === '' ? port : portNumberOrName(target),
  }))
}

function pairs(words: string): Record<string, string> {
  return Object.fromEntries(
    words.split(',').map((pair) => {
      const at = pair.indexOf('=')
      if (at <= 0) throw new Failure(`unexpected label spec: ${pair}`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}
