import type { JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import type { Informer } from '../client/informer.ts'
import { keyOf } from '../client/namespaced-name.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { hasFinished, isReady } from '../pod-states.ts'

type Labels = Readonly<Record<string, string>>

/** The selectors of services, parsed once, because each change of a pod compares the pod with all of them. */
const selectors = new WeakMap<ApiObject, Labels | null>()

/** The selector of a service; undefined when the service has none, so other writers maintain the endpoints. */
export function selectorOf(service: ApiObject): Labels | undefined {
  let known = selectors.get(service)
  if (known === undefined) selectors.set(service, (known = readSelector(service)))
  return known ?? undefined
}

function readSelector(service: ApiObject): Labels | null {
  const selector = valueAt(service, 'spec.selector')
  if (!isObject(selector) || Object.keys(selector).length === 0) return null
  return Object.fromEntries(Object.entries(selector).map(([key, value]) => [key, String(value)]))
}

function selects(selector: Labels, labels: Labels = {}): boolean {
  for (const key in selector) if (ownMember(labels, key) !== selector[key]) return false
  return true
}

export const podsOf = ({ metadata }: ApiObject, selector: Labels, pods: Informer): ApiObject[] =>
  Array.from(pods.list(metadata?.namespace)).filter((pod) => selects(selector, pod.metadata?.labels))

/** Whether the endpoints of a service contain the pod, ready or not. */
export function isListed(pod: ApiObject, includesTerminating: boolean): boolean {
  if (hasFinished(pod) || (!includesTerminating && isBeingDeleted(pod))) return false
  return textAt(pod, 'status.podIP') !== '' || listAt(pod, 'status.podIPs').length > 0
}

export const addressesOf = (pod: ApiObject): string[] =>
  listAt(pod, 'status.podIPs')
    .filter(isObject)
    .map((address) => textAt(address, 'ip'))

export const isIpv6 = (address: string): boolean => address.includes(':')

/** The hostname of the pod in the DNS domain of the service; undefined when the pod requests none there. */
export function hostnameOf(pod: ApiObject, service: ApiObject): string | undefined {
  const hostname = textAt(pod, 'spec.hostname')
  if (hostname === '' || textAt(pod, 'spec.subdomain') !== service.metadata?.name) return undefined
  return hostname
}

export function targetOf({ metadata }: ApiObject): JsonObject {
  const { namespace = '', name = '', uid = '' } = metadata ?? {}
  return { kind: 'Pod', namespace, name, uid }
}

export const servicePorts = (service: ApiObject): JsonObject[] => listAt(service, 'spec.ports').filter(isObject)

export const isHeadless = (service: ApiObject): boolean => {
  const address = textAt(service, 'spec.clusterIP')
  return address === 'None' || address === ''
}

/** The pod port behind a service port; undefined when the target port is a name that no container declares. */
export function targetPort(pod: ApiObject, port: JsonObject): number | undefined {
  const { targetPort: target, protocol } = port
  if (typeof target === 'number') return target
  const sidecars = listAt(pod, 'spec.initContainers')
    .filter(isObject)
    .filter(({ restartPolicy }) => restartPolicy === 'Always')
  for (const container of [...listAt(pod, 'spec.containers').filter(isObject), ...sidecars]) {
    for (const named of listAt(container, 'ports').filter(isObject)) {
      if (named['name'] !== target || named['protocol'] !== protocol) continue
      if (typeof named['containerPort'] === 'number') return named['containerPort']
    }
  }
  return undefined
}

/**
 * Calls `enqueue` with the key of each service that a change of a pod affects. The returned function stops the calls.
 */
export function watchServicesOfPods(pods: Informer, services: Informer, enqueue: (key: string) => void): () => void {
  const servicesOf = ({ metadata }: ApiObject): Set<string> => {
    const found = new Set<string>()
    for (const service of services.list(metadata?.namespace)) {
      const selector = selectorOf(service)
      if (selector !== undefined && selects(selector, metadata?.labels)) found.add(keyOf(service))
    }
    return found
  }
  const enqueueAll = (pod: ApiObject): void => servicesOf(pod).forEach(enqueue)
  return pods.addEventHandler({
    added: enqueueAll,
    deleted: enqueueAll,
    updated(pod, before) {
      const isOther = isOtherEndpoint(pod, before)
      if (!isOtherMember(pod, before)) return isOther ? enqueueAll(pod) : undefined
      const [now, then] = [servicesOf(pod), servicesOf(before)]
      for (const key of new Set([...now, ...then])) if (isOther || now.has(key) !== then.has(key)) enqueue(key)
    },
  })
}

const isOtherMember = (pod: ApiObject, before: ApiObject): boolean =>
  !equalJson(pod.metadata?.labels ?? {}, before.metadata?.labels ?? {}) ||
  ['spec.hostname', 'spec.subdomain'].some((path) => textAt(pod, path) !== textAt(before, path))

/** Whether the endpoint of a pod may have changed. As in the real controller, a change of the phase alone does not count. */
const isOtherEndpoint = (pod: ApiObject, before: ApiObject): boolean =>
  isBeingDeleted(pod) || isReady(pod) !== isReady(before) || !equalJson(addressesOf(pod), addressesOf(before))
