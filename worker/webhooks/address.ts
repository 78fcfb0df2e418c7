import { boundedNumber } from '../api/numbers.ts'
import { quote } from '../api/go-format.ts'
import { isObject, objectOrEmpty, type JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { CallFault, type DialedAddress, type WebhookCall } from './backend.ts'

/** Returns a service of the cluster; undefined when it does not exist. */
export type FindService = (namespace: string, name: string) => ApiObject | undefined

/** The address of a webhook's backend. */
type Address = Pick<WebhookCall, 'url' | 'dial' | 'caBundle'>

/**
 * The address that a `clientConfig` names. `timeout`, in milliseconds, is a parameter of the URL.
 * @throws CallFault when the service is missing or has no reachable address
 */
export function addressOf(client: JsonObject, timeout: number, find: FindService): Address {
  const query = `?timeout=${Math.ceil(timeout / 1000)}s`
  const caBundle = typeof client['caBundle'] === 'string' ? atob(client['caBundle']) : ''
  const { service, url } = client
  if (isObject(service)) return { ...serviceAddress(service, query, find), caBundle }
  const given = new URL(String(url))
  const port = given.port === '' ? '' : `:${given.port}`
  return { url: `${given.protocol}//${given.hostname}${port}${cleanPath(given.pathname)}${query}`, caBundle }
}

/** A path without empty parts and trailing slash. */
export const cleanPath = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`

function serviceAddress(service: JsonObject, query: string, find: FindService): Omit<Address, 'caBundle'> {
  const { name, namespace, path = '' } = service
  const port = boundedNumber(service['port'] ?? 443)
  const url = `https://${String(name)}.${String(namespace)}.svc:${port}${cleanPath(String(path))}${query}`
  try {
    return { url, dial: dialed(find, String(namespace), String(name), port) }
  } catch (error) {
    if (!(error instanceof CallFault)) throw error
    throw new CallFault(`Post ${quote(url)}: ${error.message}`)
  }
}

function dialed(find: FindService, namespace: string, name: string, port: number): DialedAddress {
  const found = find(namespace, name)
  if (found === undefined) throw new CallFault(`service ${quote(name)} not found`)
  const spec = objectOrEmpty(found['spec'])
  const { type, clusterIP, externalName, ports } = spec
  if (type === 'ExternalName') return { host: String(externalName), port }
  if (type === 'ClusterIP' && clusterIP === 'None') throw new CallFault('cannot route to service with ClusterIP "None"')
  const has = Array.isArray(ports) && ports.some((one) => isObject(one) && one['port'] === port)
  if (!has) throw new CallFault(`no service port ${port} found for service ${quote(name)}`)
  return { host: String(clusterIP), port, isVirtual: true }
}
