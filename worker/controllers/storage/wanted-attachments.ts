import type { ApiObject } from '../../api/object.ts'
import { keyOf } from '../client/namespaced-name.ts'
import type { AttachableVolume } from './attachable-volumes.ts'

interface Wanted {
  readonly node: string
  readonly volumes: readonly AttachableVolume[]
}

/** The volumes that pods need on each node. */
export class WantedAttachments {
  readonly #byPod = new Map<string, Wanted>()
  readonly #volumes = new Map<string, { readonly volume: AttachableVolume; readonly nodes: Map<string, Set<string>> }>()

  /** Replaces the volumes of a pod. Returns the names of the volumes that the pod needed before or needs now. */
  put(pod: ApiObject, node: string, volumes: readonly AttachableVolume[]): Set<string> {
    const key = keyOf(pod)
    const touched = this.remove(pod)
    if (volumes.length === 0) return touched
    this.#byPod.set(key, { node, volumes })
    for (const volume of volumes) {
      const known = this.#volumes.get(volume.name) ?? { volume, nodes: new Map<string, Set<string>>() }
      this.#volumes.set(volume.name, known)
      const pods = known.nodes.get(node) ?? new Set<string>()
      known.nodes.set(node, pods.add(key))
      touched.add(volume.name)
    }
    return touched
  }

  /** Forgets the volumes of a pod, and returns their names. */
  remove(pod: ApiObject): Set<string> {
    const key = keyOf(pod)
    const wanted = this.#byPod.get(key)
    this.#byPod.delete(key)
    const touched = new Set<string>()
    for (const { name } of wanted?.volumes ?? []) {
      touched.add(name)
      const known = this.#volumes.get(name)
      const pods = known?.nodes.get(wanted?.node ?? '')
      pods?.delete(key)
      if (pods?.size === 0) known?.nodes.delete(wanted?.node ?? '')
      if (known?.nodes.size === 0) this.#volumes.delete(name)
    }
    return touched
  }

  volume(name: string): AttachableVolume | undefined {
    return this.#volumes.get(name)?.volume
  }

  nodesOf(name: string): string[] {
    return [...(this.#volumes.get(name)?.nodes.keys() ?? [])]
  }

  /** The keys of the pods that want the volume on the node. */
  podsOf(name: string, node: string): string[] {
    return [...(this.#volumes.get(name)?.nodes.get(node) ?? [])]
  }
}
