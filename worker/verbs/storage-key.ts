import { quote } from '../api/go-format.ts'
import { pathSegment } from '../api/names.ts'
import { badRequest, plainError } from '../api/status.ts'
import type { Target } from './verbs.ts'

/** Groups that separate API servers serve; their keys in etcd contain the group, and their objects are stored as JSON. */
export const OWN_STORAGE = /^api(extensions|registration)\./

/** Resources whose keys in etcd have an older name. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ['/replicationcontrollers', 'controllers'],
  ['/endpoints', 'services/endpoints'],
  ['/services', 'services/specs'],
  ['/nodes', 'minions'],
  ['networking/ingresses', 'ingress'],
])

/** The key of an object in the store of the real server: `/pods/default/web`. */
export function storageKey({ resource, version, namespace, name }: Target): string {
  const isOwnStorage = version.custom !== undefined || OWN_STORAGE.test(resource.group)
  const folder = FOLDERS.get(`${resource.group.split('.')[0]}/${resource.name}`) ?? resource.name
  return ['', ...(isOwnStorage ? [resource.group] : []), folder, ...(namespace === '' ? [] : [namespace]), name].join(
    '/',
  )
}

/**
 * The store of the real server refuses keys that could name another folder.
 * @throws its error, for a namespace with such a name; `name` is empty for a list
 */
export function requireKey(target: Target): void {
  if (target.namespace !== '.' && target.namespace !== '..') return
  throw plainError(`invalid key: ${quote(storageKey(target).replace(/\/$/, ''))}`)
}

/** Refuses a name that cannot be the last part of a key. @throws badRequest() */
export function requireName(name: string): void {
  const faults = pathSegment(name)
  if (faults.length > 0) throw badRequest(`Name parameter invalid: ${quote(name)}: ${faults.join(';')}`)
}
