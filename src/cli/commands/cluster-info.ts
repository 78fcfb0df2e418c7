import { isObject, objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Client } from '../client.ts'
import type { Command } from '../command.ts'
import { resourcePath } from '../discovery.ts'
import type { Session } from '../session.ts'

export const clusterInfo = {
  name: 'cluster-info',
  summary: 'Display cluster information',
  usage: 'cluster-info',
  commands: [{ name: 'dump', load: () => import('./cluster-info-dump.ts').then((file) => file.clusterInfoDump) }],
  examples: [['Print the addresses of the control plane and of the services of the cluster', '{cli} cluster-info']],
  async run(session) {
    const client = await session.client()
    try {
      await printServices(session, client)
    } finally {
      session.host.stdout(`\nTo further debug and diagnose cluster problems, use '${session.cli} cluster-info dump'.\n`)
    }
  },
} satisfies Command

async function printServices(session: Session, client: Client): Promise<void> {
  const { host, cli } = session
  const { server } = client
  const type = await session.type('services')
  const namespace = session.flags.text('namespace') || 'kube-system'
  const { items } = await client.json({
    path: resourcePath(type, namespace),
    query: { labelSelector: host.dialect.spell('{labels}/cluster-service=true') },
  })
  host.stdout(`${cli === 'kubectl' ? 'Kubernetes control plane' : 'Control plane'} is running at ${server}\n`)
  for (const service of objectsIn(items)) {
    const { metadata } = service as ApiObject
    const name = metadata?.labels?.[host.dialect.spell('{labels}/name')] || (metadata?.name ?? '')
    host.stdout(`${name} is running at ${addressOf(service, server)}\n`)
  }
}

/** The addresses of the load balancer of a service, else the address of its first port through the API server. */
function addressOf(service: ApiObject, server: string): string {
  const { metadata, spec, status } = service
  const ports = objectsIn(objectOrEmpty(spec).ports)
  const balancer = isObject(status) && isObject(status.loadBalancer) ? status.loadBalancer.ingress : undefined
  const ingress = Array.isArray(balancer) ? balancer[0] : undefined
  if (isObject(ingress)) {
    const host = stringOrEmpty(ingress.ip) || stringOrEmpty(ingress.hostname)
    return ports.map(({ port }) => `http://${host}:${String(port)} `).join('')
  }
  const [first] = ports
  const scheme = first !== undefined && (first.name === 'https' || first.port === 443) ? 'https' : ''
  const portName = stringOrEmpty(first?.name)
  const name = metadata?.name ?? ''
  const withPort = portName === '' ? name : `${name}:${portName}`
  const shown = scheme === '' ? withPort : `${scheme}:${name}:${portName}`
  return `${server}/api/v1/namespaces/${metadata?.namespace ?? ''}/services/${shown}/proxy`
}
