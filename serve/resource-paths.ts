import type { Dialect } from '../worker/dialect/dialect.ts'
import { lookupTable } from '../worker/runtime/lookup-table.ts'
import { builtinResources } from '../worker/schema/builtin/resources.ts'
import type { ResourcePaths } from './etcd/key-layout.ts'

/** Paths that are neither the name of the resource nor, for groups with their own server, the group and the name. */
const EARLIER_NAMES = lookupTable<string>({
  endpoints: 'services/endpoints',
  ingresses: 'ingress',
  nodes: 'minions',
  replicationcontrollers: 'controllers',
  services: 'services/specs',
})

/** Groups whose servers begin each path with the name of the group: templates of the dialect. */
const OWN_SERVERS: readonly string[] = ['apiextensions.{domain}', 'apiregistration.{domain}']

/** The paths of kube-apiserver. */
export function resourcePaths(dialect: Dialect): ResourcePaths {
  const paths = new Map<string, string>()
  for (const { group: template, name } of builtinResources()) {
    const group = dialect.spell(template)
    const resource = group === '' ? name : `${group}/${name}`
    paths.set(resource, OWN_SERVERS.includes(template) ? resource : (EARLIER_NAMES[name] ?? name))
  }
  // Events of both groups are stored as events of the core group.
  const resources = new Map([...paths].reverse().map(([resource, path]) => [path, resource]))
  return { pathOf: (resource) => paths.get(resource), resourceAt: (path) => resources.get(path) }
}
