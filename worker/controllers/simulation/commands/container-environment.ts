import { isObject, type JsonObject } from '../../../api/json.ts'
import type { ApiObject } from '../../../api/object.ts'
import { listAt, numberAt, textAt, valueAt } from '../../../resources/path.ts'
import { namespacedName } from '../../client/namespaced-name.ts'
import { parseQuantity, quantityValue } from '../../../api/quantity.ts'
import { fromForgivingBase64Text } from '../../../runtime/bytes.ts'

/** The objects that the variables and files of containers come from. */
export interface EnvironmentSources {
  readonly find: (source: 'configmap' | 'secret', namespace: string, name: string) => ApiObject | undefined
  /** The services of a namespace. */
  readonly services: (namespace: string) => readonly ApiObject[]
  readonly node: (name: string) => ApiObject | undefined
}

/**
 * The environment of a container. `env` takes precedence over `envFrom`, and both over PATH and HOSTNAME; the variables
 * of services are only added under names that are free. Values in `env` may refer to earlier variables and to variables
 * of services.
 */
export function containerEnvironment(
  pod: ApiObject,
  container: JsonObject,
  sources: EnvironmentSources,
): ReadonlyMap<string, string> {
  const { namespace, name } = namespacedName(pod)
  const env = new Map<string, string>([
    ['PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
    ['HOSTNAME', name],
  ])
  const services = serviceVariables(pod, namespace, sources)
  for (const source of listAt(container, 'envFrom').filter(isObject))
    for (const [key, value] of sourceVariables(source, namespace, sources)) env.set(key, value)
  for (const one of listAt(container, 'env').filter(isObject)) {
    const key = textAt(one, 'name')
    const value =
      one['valueFrom'] === undefined
        ? expanded(textAt(one, 'value'), (known) => env.get(known) ?? services.get(known))
        : variableOf(one, { pod, container, sources })
    if (value !== undefined) env.set(key, value)
  }
  for (const [key, value] of services) if (!env.has(key)) env.set(key, value)
  return env
}

/** The most characters that the references of a text may add: variables that refer to variables grow exponentially. */
const MAX_EXPANDED = 1_000_000

/**
 * Expands the references in a text: `$(NAME)` becomes the value, `$$(NAME)` the text `$(NAME)`. References to unknown
 * names stay, and so do those beyond a million characters.
 */
export function expanded(text: string, value: (name: string) => string | undefined): string {
  let room = MAX_EXPANDED
  return text.replace(/\$\$|\$\(([^)]*)\)/g, (all, name?: string) => {
    if (name === undefined) return '$'
    const found = value(name) ?? all
    room -= found.length
    return room < 0 ? all : found
  })
}

/** The entries of a ConfigMap's or a Secret's `data` as texts; none without an object. */
export function textsOf(object: ApiObject | undefined, isSecret: boolean): readonly [string, string][] {
  const data = object?.['data']
  if (!isObject(data)) return []
  return Object.entries(data).map(([key, value]) => [
    key,
    isSecret ? fromForgivingBase64Text(String(value)) : String(value),
  ])
}

const VARIABLE_NAME = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/

function sourceVariables(
  source: JsonObject,
  namespace: string,
  { find }: EnvironmentSources,
): readonly [string, string][] {
  const prefix = textAt(source, 'prefix')
  const isSecret = isObject(source['secretRef'])
  const name = textAt(source, isSecret ? 'secretRef.name' : 'configMapRef.name')
  return textsOf(find(isSecret ? 'secret' : 'configmap', namespace, name), isSecret)
    .map(([key, value]): [string, string] => [prefix + key, value])
    .filter(([key]) => VARIABLE_NAME.test(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

interface VariableContext {
  readonly pod: ApiObject
  readonly container: JsonObject
  readonly sources: EnvironmentSources
}

function variableOf(variable: JsonObject, context: VariableContext): string | undefined {
  const { pod, container, sources } = context
  const { namespace } = namespacedName(pod)
  const from = variable['valueFrom']
  if (!isObject(from)) return undefined
  if (isObject(from['fieldRef'])) return podField(pod, textAt(from, 'fieldRef.fieldPath'))
  if (isObject(from['resourceFieldRef'])) return resourceField(container, from['resourceFieldRef'], context)
  const isSecret = isObject(from['secretKeyRef'])
  const path = isSecret ? 'secretKeyRef' : 'configMapKeyRef'
  const object = sources.find(isSecret ? 'secret' : 'configmap', namespace, textAt(from, `${path}.name`))
  return textsOf(object, isSecret).find(([key]) => key === textAt(from, `${path}.key`))?.[1]
}

/** The value of a field that the downward API offers. */
export function podField(pod: ApiObject, path: string): string {
  const [, list, key = ''] = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path) ?? []
  const metadata = pod.metadata ?? {}
  if (list === 'labels' || list === 'annotations') return metadata[list]?.[key] ?? ''
  if (path === 'status.podIPs' || path === 'status.hostIPs')
    return listAt(pod, path)
      .map((one) => (isObject(one) ? textAt(one, 'ip') : ''))
      .join(',')
  return textAt(pod, path)
}

/**
 * A resource of a container, in units of the divisor, rounded up; a missing limit becomes the allocatable amount of the
 * node.
 */
export function resourceField(
  container: JsonObject,
  reference: JsonObject,
  { pod, sources }: Pick<VariableContext, 'pod' | 'sources'>,
): string {
  const [kind = '', name = ''] = textAt(reference, 'resource').split('.')
  const own = textAt(container, `resources.${kind}.${name}`)
  const node = sources.node(textAt(pod, 'spec.nodeName'))
  const text = own === '' && kind === 'limits' ? textAt(node ?? {}, `status.allocatable.${name}`) : own
  const divisor = thousandths(textAt(reference, 'divisor')) || 1000n
  return String((thousandths(text) + divisor - 1n) / divisor)
}

const thousandths = (quantity: string): bigint => (quantity === '' ? 0n : quantityValue(parseQuantity(quantity), -3))

const variableName = (text: string): string => text.toUpperCase().replaceAll('-', '_')

/** The variables of the server's own service and, unless `enableServiceLinks` is false, of the namespace's services. */
function serviceVariables(
  pod: ApiObject,
  namespace: string,
  { services }: EnvironmentSources,
): ReadonlyMap<string, string> {
  const env = new Map<string, string>()
  const add = (service: ApiObject): void => addService(env, service)
  services('default')
    .filter(({ metadata = {} }) => SERVER_SERVICE.test(metadata.name ?? ''))
    .forEach(add)
  if (valueAt(pod, 'spec.enableServiceLinks') === false) return env
  services(namespace).forEach(add)
  return env
}

/** The names of the server's own service in the dialects. */
const SERVER_SERVICE = /^(?:kubernetes|svc)$/

function addService(env: Map<string, string>, service: ApiObject): void {
  const address = textAt(service, 'spec.clusterIP')
  const ports = listAt(service, 'spec.ports').filter(isObject)
  const [first] = ports
  if (address === '' || address === 'None' || first === undefined) return
  const prefix = variableName(service.metadata?.name ?? '')
  env.set(`${prefix}_SERVICE_HOST`, address)
  env.set(`${prefix}_SERVICE_PORT`, String(numberAt(first, 'port')))
  for (const port of ports)
    if (textAt(port, 'name') !== '')
      env.set(`${prefix}_SERVICE_PORT_${variableName(textAt(port, 'name'))}`, String(numberAt(port, 'port')))
  for (const [index, port] of ports.entries()) {
    const [number, protocol] = [String(numberAt(port, 'port')), textAt(port, 'protocol') || 'TCP']
    const url = `${protocol.toLowerCase()}://${address}:${number}`
    const link = `${prefix}_PORT_${number}_${protocol}`
    if (index === 0) env.set(`${prefix}_PORT`, url)
    env.set(link, url)
    env.set(`${link}_PROTO`, protocol.toLowerCase())
    env.set(`${link}_PORT`, number)
    env.set(`${link}_ADDR`, address)
  }
}
