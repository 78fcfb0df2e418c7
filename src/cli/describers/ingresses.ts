import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { annotationLines, describeHead, labelLines } from '../description.ts'
import { ServerError } from '../failure.ts'
import type { DescribeContext } from './describer.ts'
import { portEndpoints } from './endpoints.ts'
import { line, optionalLine } from './fields.ts'

export async function ingressText({ metadata, spec, status }: ApiObject, context: DescribeContext): Promise<string> {
  const { ingressClassName, defaultBackend, tls, rules } = objectOrEmpty(spec)
  const backend = (of: unknown): Promise<string> => backendText(objectOrEmpty(of), metadata?.namespace ?? '', context)
  const fallback = defaultBackend === undefined ? '<default>' : await backend(defaultBackend)
  const rows: string[] = []
  for (const { host, http } of objectsIn(rules)) {
    if (!isObject(http)) continue
    rows.push(`  ${stringOrEmpty(host) || '*'}\t\n`)
    for (const each of objectsIn(http.paths))
      rows.push(`    \t${stringOrEmpty(each.path)} \t${await backend(each.backend)}\n`)
  }
  return [
    line('Name', metadata?.name),
    labelLines('Labels', metadata?.labels),
    line('Namespace', metadata?.namespace),
    line('Address', addressText(status)),
    line('Ingress Class', ingressClassName ?? '<none>'),
    line('Default backend', fallback),
    tlsText(objectsIn(tls)),
    'Rules:\n  Host\tPath\tBackends\n  ----\t----\t--------\n',
    ...(rows.length === 0 ? [`  *\t*\t${fallback}\n`] : rows),
    annotationLines(metadata?.annotations),
  ].join('')
}

const addressText = (status: unknown): string =>
  [
    ...new Set(
      objectsIn(objectOrEmpty(objectOrEmpty(status).loadBalancer).ingress).map(
        ({ ip, hostname }) => stringOrEmpty(ip) || stringOrEmpty(hostname),
      ),
    ),
  ]
    .filter((address) => address !== '')
    .sort()
    .join(',')

function tlsText(entries: readonly JsonObject[]): string {
  const lines = entries.map(({ secretName, hosts }) => {
    const names = stringsIn(hosts).join(',')
    return `  ${stringOrEmpty(secretName) === '' ? `SNI routes ${names}` : `${stringOrEmpty(secretName)} terminates ${names}`}\n`
  })
  return lines.length === 0 ? '' : `TLS:\n${lines.join('')}`
}

/** A backend with its endpoints, `web:80 (10.0.0.1:8080)`; for a resource backend, the named object. */
async function backendText(
  { service, resource }: JsonObject,
  namespace: string,
  { get }: DescribeContext,
): Promise<string> {
  if (isObject(service)) {
    const { number, name } = objectOrEmpty(service.port)
    const title = `${stringOrEmpty(service.name)}:${String(number ?? name ?? '')}`
    const path = `/api/v1/namespaces/${namespace}`
    const endpoints = await attempt(get(`${path}/endpoints/${stringOrEmpty(service.name)}`))
    if (endpoints instanceof ServerError) return `${title} (<error: ${endpoints.message}>)`
    const found = await attempt(get(`${path}/services/${stringOrEmpty(service.name)}`))
    if (found instanceof ServerError) return `${title}(<error: ${found.message}>)`
    const ports = objectsIn(objectOrEmpty(found.spec).ports)
    const port = ports.findLast((each) => (number === undefined ? each.name === name : each.port === number))
    return `${title} (${portEndpoints(endpoints, stringOrEmpty(port?.name))})`
  }
  if (!isObject(resource)) return ''
  return `APIGroup: ${String(resource.apiGroup ?? '<none>')}, Kind: ${stringOrEmpty(resource.kind)}, Name: ${stringOrEmpty(resource.name)}`
}

const attempt = (request: Promise<ApiObject>): Promise<ApiObject | ServerError> =>
  request.catch((error: unknown) => {
    if (error instanceof ServerError) return error
    throw error
  })

export function ingressClassText(object: ApiObject): string {
  const { controller, parameters } = objectOrEmpty(object.spec)
  const { apiGroup, kind, name } = objectOrEmpty(parameters)
  return [
    describeHead(object, false),
    line('Controller', stringOrEmpty(controller)),
    parameters === undefined ? '' : 'Parameters:\n',
    optionalLine('  APIGroup', apiGroup),
    optionalLine('  Kind', kind),
    optionalLine('  Name', name),
  ].join('')
}
