import { objectOrEmpty, objectsIn } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { Failure } from './failure.ts'

/** A port of a container or a service. */
export interface ExposedPort {
  readonly port: number
  readonly protocol: string
}

/** The kinds whose pods a service can select. */
const EXPOSABLE_KINDS: ReadonlySet<string> = new Set([
  'Pod',
  'Service',
  'ReplicationController',
  'Deployment.apps',
  'ReplicaSet.apps',
])

/** @throws Failure for an object of a kind that cannot be exposed */
export function requireExposable({ kind = '', apiVersion = '' }: ApiObject): void {
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : ''
  if (!EXPOSABLE_KINDS.has(kind + group)) throw new Failure(`cannot expose a ${kind}${group}`)
}

/** The labels that select the pods of an object. @throws Failure when there are none */
export function exposedSelector(object: ApiObject): Record<string, string> {
  const { kind = '' } = object
  const { selector } = objectOrEmpty(object.spec)
  switch (kind) {
    case 'Pod':
      return chosen(object.metadata?.labels, 'the pod has no labels and cannot be exposed')
    case 'Service':
      return chosen(selector, 'the service has no pod selector set')
    case 'ReplicationController':
      return chosen(selector, 'invalid replication controller: no selectors, therefore cannot be exposed')
    default: {
      const { matchLabels, matchExpressions } = objectOrEmpty(selector)
      if (objectsIn(matchExpressions).length > 0)
        throw introspection(
          `couldn't convert expressions - ${JSON.stringify(matchExpressions)} to map-based selector format`,
        )
      const noun = kind === 'Deployment' ? 'deployment' : 'replicaset'
      return chosen(matchLabels, `invalid ${noun}: no selectors, therefore cannot be exposed`)
    }
  }
}

const introspection = (why: string): Failure =>
  new Failure(`couldn't retrieve selectors via --selector flag or introspection: ${why}`)

function chosen(labels: unknown, otherwise: string): Record<string, string> {
  const found = Object.entries(objectOrEmpty(labels)).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  )
  if (found.length === 0) throw introspection(otherwise)
  return Object.fromEntries(found)
}

/** The ports of a service, or of the containers of a pod or a template. */
export function exposedPorts({ kind, spec }: ApiObject): ExposedPort[] {
  if (kind === 'Service') return objectsIn(objectOrEmpty(spec).ports).map((port) => exposed(port.port, port.protocol))
  const pod = kind === 'Pod' ? objectOrEmpty(spec) : objectOrEmpty(objectOrEmpty(objectOrEmpty(spec).template).spec)
  return objectsIn(pod.containers).flatMap((container) =>
    objectsIn(container.ports).map((port) => exposed(port.containerPort, port.protocol)),
  )
}

const exposed = (port: unknown, protocol: unknown): ExposedPort => ({
  port: Number(port),
  protocol: typeof protocol === 'string' ? protocol : 'TCP',
})

/** A `targetPort`: a number when the text has digits only, else the name of a container's port. */
export const portNumberOrName = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text)

/** The number of a port. @throws Failure for a text that is not an integer */
export function portNumber(word: string): number {
  if (!/^[+-]?\d+$/.test(word)) throw new Failure(`strconv.Atoi: parsing ${JSON.stringify(word)}: invalid syntax`)
  return Number(word)
}
