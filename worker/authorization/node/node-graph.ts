import type { Dialect } from '../../dialect/dialect.ts'
import { textAt } from '../../resources/path.ts'
import type { Store } from '../../store/store.ts'
import { followObjects } from '../followed-objects.ts'
import type { PodReferences } from './pod-references.ts'
import { podReferences, volumeSecrets } from './pod-references.ts'

/** The kinds of objects that a node may reach through its pods, their claims and volumes. */
export type VertexType =
  | 'secret'
  | 'configMap'
  | 'claim'
  | 'volume'
  | 'resourceClaim'
  | 'account'
  | 'attachment'
  | 'slice'

/** Whether a path leads from a node to an object. */
export type NodeGraph = (node: string, vertexType: VertexType, namespace: string, name: string) => boolean

interface Volume {
  /** `namespace/name` of the bound claim. */
  readonly claim: string
  readonly secrets: ReadonlySet<string>
}

/** Most clusters have no requests from nodes, so the first query builds the graph. */
export function openNodeGraph(store: Store, dialect: Dialect, isOn: (gate: string) => boolean): NodeGraph {
  let graph: NodeGraph | undefined
  return (...query) => (graph ??= followGraph(store, dialect, isOn))(...query)
}

type SomeReferences = (node: string, test: (references: PodReferences) => boolean) => boolean

/** Indexes the references of pods by node, and returns the search over the pods of one node. */
function followPods(store: Store, dialect: Dialect): SomeReferences {
  const podsByNode = new Map<string, Map<string, PodReferences>>()
  const nodeOfPod = new Map<string, string>()
  const mirror = dialect.spell('{labels}/config.mirror')

  const forget = (id: string): void => {
    const node = nodeOfPod.get(id)
    if (node === undefined) return
    nodeOfPod.delete(id)
    const pods = podsByNode.get(node)
    pods?.delete(id)
    if (pods?.size === 0) podsByNode.delete(node)
  }
  followObjects(store, 'pods', {
    put({ namespace, name }, pod) {
      const id = `${namespace}/${name}`
      forget(id)
      const node = textAt(pod, 'spec.nodeName')
      // A node writes its mirror pods itself, so their references grant nothing.
      if (node === '' || pod.metadata?.annotations?.[mirror] !== undefined) return
      nodeOfPod.set(id, node)
      const pods = podsByNode.get(node) ?? new Map<string, PodReferences>()
      podsByNode.set(node, pods.set(id, podReferences(pod)))
    },
    remove: ({ namespace, name }) => forget(`${namespace}/${name}`),
  })
  return (node, test) => {
    for (const references of podsByNode.get(node)?.values() ?? []) if (test(references)) return true
    return false
  }
}

/** An index of pods and volumes, updated with every change; objects that name their node are read from the store. */
function followGraph(store: Store, dialect: Dialect, isOn: (gate: string) => boolean): NodeGraph {
  const someReferences = followPods(store, dialect)
  const volumes = new Map<string, Volume>()
  followObjects(store, 'persistentvolumes', {
    put({ name }, volume) {
      const [namespace, claim] = [textAt(volume, 'spec.claimRef.namespace'), textAt(volume, 'spec.claimRef.name')]
      if (claim === '') volumes.delete(name)
      else volumes.set(name, { claim: `${namespace}/${claim}`, secrets: volumeSecrets(volume) })
    },
    remove: ({ name }) => void volumes.delete(name),
  })

  const claims = (node: string, claim: string): boolean =>
    someReferences(node, (pod) => claim.startsWith(`${pod.namespace}/`) && pod.claims.has(claim.split('/')[1] ?? ''))
  const volumeHolds = (node: string, secret: string): boolean =>
    [...volumes.values()].some(({ claim, secrets }) => secrets.has(secret) && claims(node, claim))
  const ofPods =
    (has: (pod: PodReferences, name: string) => boolean): Path =>
    (node, namespace, name) =>
      someReferences(node, (pod) => pod.namespace === namespace && has(pod, name))
  const secrets = ofPods((pod, name) => pod.secrets.has(name))
  const named =
    (resource: string, path: string): Path =>
    (node, _namespace, name) => {
      const object = store.get({ resource: dialect.spell(resource), namespace: '', name })?.object
      return object !== undefined && textAt(object, path) === node
    }
  const paths: Readonly<Record<VertexType, Path>> = {
    secret: (node, namespace, name) => secrets(node, namespace, name) || volumeHolds(node, `${namespace}/${name}`),
    configMap: ofPods((pod, name) => pod.configMaps.has(name)),
    claim: (node, namespace, name) => claims(node, `${namespace}/${name}`),
    volume: (node, _namespace, name) => claims(node, volumes.get(name)?.claim ?? ''),
    resourceClaim: ofPods((pod, name) => pod.resourceClaims.has(name)),
    account: ofPods((pod, name) => pod.serviceAccount === name),
    attachment: named('storage.{domain}/volumeattachments', 'spec.nodeName'),
    slice: isOn('DynamicResourceAllocation') ? named('resource.{domain}/resourceslices', 'nodeName') : () => false,
  }
  return (node, vertexType, namespace, name) => paths[vertexType](node, namespace, name)
}

type Path = (node: string, namespace: string, name: string) => boolean
