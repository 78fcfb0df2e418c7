import { integerFault, parseInt64 } from '../../worker/api/int64.ts'
import { boundedNumber, doubleOf } from '../../worker/api/numbers.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { objectOrEmpty, objectsIn } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { Failure } from './failure.ts'

/** The protocols of each port number, in the order of the object. */
export type ExposedPorts = ReadonlyMap<number, readonly string[]>

/** The kinds that kubectl can expose. */
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
      const noun = kind === 'Deployment' ? 'deployment' : 'replicaset'
      const labels = chosen(matchLabels, `invalid ${noun}: no selectors, therefore cannot be exposed`)
      const expressions = objectsIn(matchExpressions)
      if (expressions.length > 0)
        throw introspection(
          `couldn't convert expressions - "[${expressions.map(goText).join(' ')}]" to map-based selector format`,
        )
      return labels
    }
  }
}

/** A requirement of a selector, as Go formats its struct. */
const goText = ({ key, operator, values }: JsonObject): string =>
  `{Key:${String(key)} Operator:${String(operator)} Values:[${Array.isArray(values) ? values.join(' ') : ''}]}`

const introspection = (why: string): Failure =>
  new Failure(`couldn't retrieve selectors via --selector flag or introspection: ${why}`)

function chosen(labels: unknown, otherwise: string): Record<string, string> {
  const found = Object.entries(objectOrEmpty(labels)).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as const] : [],
  )
  if (found.length === 0) throw introspection(otherwise)
  return Object.fromEntries(found)
}

/** The protocols of each port of a service, or of the containers of a pod or a template. */
export function exposedPorts({ kind, spec }: ApiObject): ExposedPorts {
  const found = new Map<number, string[]>()
  const add = (port: unknown, protocol: unknown): void => {
    const protocols = found.get(boundedNumber(port)) ?? []
    found.set(boundedNumber(port), [...protocols, typeof protocol === 'string' ? protocol : 'TCP'])
  }
  if (kind === 'Service') for (const { port, protocol } of objectsIn(objectOrEmpty(spec).ports)) add(port, protocol)
  else {
    const pod = kind === 'Pod' ? objectOrEmpty(spec) : objectOrEmpty(objectOrEmpty(objectOrEmpty(spec).template).spec)
    for (const container of objectsIn(pod.containers))
      for (const { containerPort, protocol } of objectsIn(container.ports)) add(containerPort, protocol)
  }
  return found
}

/** A `targetPort`: a number when the text is an integer, else the name of a container's port. */
export function portNumberOrName(text: string): number | string {
  const integer = parseInt64(text)
  return integer === undefined ? text : doubleOf(integer)
}

/** The number of a port, of which kubectl keeps 32 bits. @throws Failure for a text that is not an integer */
export function portNumber(word: string): number {
  const fault = integerFault(word, true)
  if (fault !== undefined) throw new Failure(`strconv.Atoi: parsing ${JSON.stringify(word)}: ${fault}`)
  return doubleOf(BigInt.asIntN(32, parseInt64(word) ?? 0n))
}
