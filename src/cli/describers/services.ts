import { labelsText } from '../../../worker/api/labels-text.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { describeHead } from '../description.ts'
import { ServerError } from '../failure.ts'
import type { DescribeContext } from './describer.ts'
import { portEndpoints } from './endpoints.ts'
import { line, optionalLine } from './fields.ts'

export async function serviceText(object: ApiObject, context: DescribeContext): Promise<string> {
  const { metadata, status } = object
  const spec = objectOrEmpty(object.spec)
  const endpoints = await context
    .get(`/api/v1/namespaces/${metadata?.namespace}/endpoints/${metadata?.name}`)
    .catch((error: unknown) => {
      if (error instanceof ServerError) return undefined
      throw error
    })
  const addresses = objectsIn(objectOrEmpty(objectOrEmpty(status).loadBalancer).ingress).map(({ ip, hostname }) =>
    stringOrEmpty(ip ?? hostname),
  )
  return [
    describeHead(object, true),
    line('Selector', labelsText(spec.selector)),
    line('Type', stringOrEmpty(spec.type)),
    optionalLine('IP Family Policy', spec.ipFamilyPolicy),
    line('IP Families', stringsIn(spec.ipFamilies).join(',') || '<none>'),
    line('IP', stringOrEmpty(spec.clusterIP)),
    line('IPs', stringsIn(spec.clusterIPs).join(',') || '<none>'),
    optionalLine('External IPs', stringsIn(spec.externalIPs).join(',')),
    optionalLine('IP', spec.loadBalancerIP),
    optionalLine('External Name', spec.externalName),
    optionalLine('LoadBalancer Ingress', addresses.join(', ')),
    ...objectsIn(spec.ports).map((port) => portText(port, endpoints)),
    line('Session Affinity', stringOrEmpty(spec.sessionAffinity)),
    optionalLine('External Traffic Policy', spec.externalTrafficPolicy),
    optionalLine('HealthCheck NodePort', spec.healthCheckNodePort),
    optionalLine('LoadBalancer Source Ranges', stringsIn(spec.loadBalancerSourceRanges).join(',')),
  ].join('')
}

function portText(
  { name, port, protocol, targetPort, nodePort }: JsonObject,
  endpoints: ApiObject | undefined,
): string {
  const label = stringOrEmpty(name) || '<unset>'
  const number = (value: unknown): string => `${String(value ?? 0)}/${stringOrEmpty(protocol)}`
  return [
    line('Port', `${label}\t${number(port)}`),
    line('TargetPort', number(targetPort)),
    nodePort === undefined ? '' : line('NodePort', `${label}\t${number(nodePort)}`),
    line('Endpoints', portEndpoints(endpoints, stringOrEmpty(name))),
  ].join('')
}
