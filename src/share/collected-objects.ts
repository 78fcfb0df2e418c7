import type { ApiObject } from '../../worker/api/object.ts'
import { isObject } from '../../worker/api/json.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { Discovery, ResourceType } from '../client/discovery.ts'
import { listItems } from '../client/list-items.ts'
import { withoutServerFields } from '../client/manifest.ts'
import type { StoredObject } from '../client/resource-client.ts'
import { listObjects } from '../client/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { unbound } from './unbound-volumes.ts'

/** Resources that are left out: every new cluster creates their objects itself, or their objects are short-lived. */
const LEFT_OUT: readonly string[] = [
  'events',
  'componentstatuses',
  'nodemetrics',
  'podmetrics',
  'controllerrevisions',
  'endpointslices',
  'apiservices',
  'flowschemas',
  'prioritylevelconfigurations',
]

function isCreatedByServer(object: StoredObject, spell: (template: string) => string): boolean {
  const { kind, metadata } = object
  const { name = '', namespace = '', labels, annotations, ownerReferences } = metadata
  if (
    labels?.[spell('{labels}/bootstrapping')] !== undefined ||
    name.startsWith('system:') ||
    name.startsWith('system-')
  )
    return true
  if (namespace.startsWith(spell('{system}-'))) return true
  if (kind === 'Namespace') return name === 'default' || name.startsWith(spell('{system}-'))
  if (kind === 'ServiceAccount') return name === 'default'
  if (kind === 'ConfigMap') return name === spell('{system}-root-ca.crt')
  if (kind === 'Service' || kind === 'Endpoints')
    return namespace === 'default' && labels?.['component'] === 'apiserver'
  // The simulation creates its first node, its storage class and its volumes in each cluster.
  if (annotations?.[spell('simulated.{domain}/created')] === 'true') return true
  if (kind === 'PersistentVolume')
    return annotations?.[spell('pv.{labels}/provisioned-by')] === spell('simulated.{domain}/volumes')
  // A controller creates controlled objects again, so a copy would be a duplicate.
  return ownerReferences?.some((owner) => owner.controller === true) ?? false
}

/** The services with a selector, as `namespace/name`. A controller writes their Endpoints, which have the same name. */
function servicesWithSelector(objects: readonly StoredObject[]): ReadonlySet<string> {
  const selecting = objects.filter(
    ({ kind, spec }) => kind === 'Service' && isObject(spec) && isObject(spec['selector']),
  )
  return new Set(selecting.map(placeOf))
}

const placeOf = ({ metadata: { namespace = '', name } }: StoredObject): string => `${namespace}/${name}`

async function listAll(cluster: ClusterHandle, type: ResourceType): Promise<StoredObject[]> {
  const objects: StoredObject[] = []
  let token = ''
  do {
    const query: Record<string, string> = token === '' ? { limit: '500' } : { limit: '500', continue: token }
    const page = await listObjects(cluster, { ...type, namespace: '', name: '' }, query)
    objects.push(...listItems(page))
    token = page.metadata?.continue ?? ''
  } while (token !== '')
  return objects
}

/** The rank in an order in which the objects can be created: definitions first, then namespaces, then the rest. */
function rank({ kind }: ApiObject): number {
  if (kind === 'CustomResourceDefinition') return 0
  return kind === 'Namespace' ? 1 : 2
}

/** The objects that a person created, without the fields that the server writes, in an order in which they can be applied. */
export async function collectObjects(cluster: ClusterHandle, discovery: Discovery): Promise<ApiObject[]> {
  const { spell } = dialects[cluster.info.dialect]
  const types = discovery.types.filter(
    (type) => type.verbs.includes('list') && type.verbs.includes('create') && !LEFT_OUT.includes(type.resource),
  )
  const objects = (await Promise.all(types.map((type) => listAll(cluster, type)))).flat()
  const selecting = servicesWithSelector(objects)
  return objects
    .filter(
      (object) => !isCreatedByServer(object, spell) && !(object.kind === 'Endpoints' && selecting.has(placeOf(object))),
    )
    .map((object) => unbound(withoutServerFields(object), spell))
    .sort((a, b) => rank(a) - rank(b))
}
