import type { ApiObject } from '../../api/object.ts'
import type { EventRecorder } from '../client/event-recorder.ts'
import type { Informer } from '../client/informer.ts'
import { splitKey } from '../client/namespaced-name.ts'
import type { AttachableVolume } from './attachable-volumes.ts'
import type { WantedAttachments } from './wanted-attachments.ts'

/** Records attach events on the pods that wait for a volume. The same failure is not recorded twice in a row. */
export class AttachmentEvents {
  readonly #recorder: EventRecorder
  readonly #wanted: WantedAttachments
  readonly #pods: () => Informer
  /** The last reported failure, by volume, then by node. */
  readonly #lastFailures = new Map<string, Map<string, string>>()

  constructor(recorder: EventRecorder, wanted: WantedAttachments, pods: () => Informer) {
    this.#recorder = recorder
    this.#wanted = wanted
    this.#pods = pods
  }

  attached(volume: AttachableVolume, node: string): void {
    this.forget(volume.name, node)
    const message = `AttachVolume.Attach succeeded for volume "${volume.shownName}" `
    for (const pod of this.#podsOf(volume, node)) this.#recorder.event(pod, 'Normal', 'SuccessfulAttachVolume', message)
  }

  failed(volume: AttachableVolume, node: string, why: string): void {
    this.#recordFailure(volume, node, why, () => `AttachVolume.Attach failed for volume "${volume.shownName}" : ${why}`)
  }

  /**
   * Records that another node has a volume that only one node can have. The message does not name pods of other namespaces.
   * @param others the nodes that have the volume
   */
  refused(volume: AttachableVolume, node: string, others: readonly string[]): void {
    const users = others.flatMap((other) => this.#wanted.podsOf(volume.name, other)).map(splitKey)
    this.#recordFailure(volume, node, 'refused', (pod) => {
      const local = users.filter(({ namespace }) => namespace === pod.metadata?.namespace).map(({ name }) => name)
      const foreign = users.length - local.length
      let why = "Volume is already exclusively attached to one node and can't be attached to another"
      if (local.length > 0) {
        why = `Volume is already used by pod(s) ${local.join(', ')}`
        if (foreign > 0) why += ` and ${foreign} pod(s) in different namespaces`
      } else if (foreign > 0) why = `Volume is already used by ${foreign} pod(s) in different namespaces`
      return `Multi-Attach error for volume "${volume.shownName}" ${why}`
    })
  }

  forget(volume: string, node: string): void {
    const failures = this.#lastFailures.get(volume)
    failures?.delete(node)
    if (failures?.size === 0) this.#lastFailures.delete(volume)
  }

  /** Forgets the failures on nodes whose pods no longer want the volume. */
  forgetUnwanted(volume: string): void {
    const wanted = this.#wanted.nodesOf(volume)
    for (const node of this.#lastFailures.get(volume)?.keys() ?? [])
      if (!wanted.includes(node)) this.forget(volume, node)
  }

  #recordFailure(volume: AttachableVolume, node: string, what: string, message: (pod: ApiObject) => string): void {
    const failures = this.#lastFailures.get(volume.name) ?? new Map<string, string>()
    if (failures.get(node) === what) return
    this.#lastFailures.set(volume.name, failures.set(node, what))
    for (const pod of this.#podsOf(volume, node)) {
      this.#recorder.event(pod, 'Warning', 'FailedAttachVolume', message(pod))
    }
  }

  #podsOf({ name }: AttachableVolume, node: string): ApiObject[] {
    return this.#wanted.podsOf(name, node).flatMap((key) => {
      const pod = this.#pods().get(splitKey(key))
      return pod === undefined ? [] : [pod]
    })
  }
}
