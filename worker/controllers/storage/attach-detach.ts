import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { CSI_DRIVERS, NODES, PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS, PODS, VOLUME_ATTACHMENTS } from '../kinds.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { conditionOf } from '../pod-states.ts'
import { taintsOf } from '../nodes/tolerations.ts'
import { queueController } from '../queue-controller.ts'
import {
  attachableVolume,
  attachableVolumes,
  attachmentName,
  driverOf,
  listedVolumes,
  type AttachableSources,
  type AttachableVolume,
} from './attachable-volumes.ts'
import { AttachmentEvents } from './attachment-events.ts'
import { writeAttached } from './attached-volumes.ts'
import { claimsOf, isTerminated } from './pod-claims.ts'
import { WantedAttachments } from './wanted-attachments.ts'

/** Milliseconds that a driver may take to attach a volume. */
const ATTACH_TIMEOUT_MS = 2 * 60_000
/** Milliseconds that a volume stays attached to an unready node that reports it as mounted. */
const UNMOUNT_TIMEOUT_MS = 6 * 60_000

/** Attaches volumes to the nodes whose pods use them, and detaches them from other nodes. CSI drivers do the work. */
export const attachDetach = {
  name: 'persistentvolume-attach-detach-controller',
  alias: 'attachdetach',
  open: (context) => new AttachDetach(context).controller,
} satisfies ManagerController

class AttachDetach {
  readonly controller: Controller
  readonly #context: ManagerContext
  readonly #queue
  readonly #events: AttachmentEvents
  readonly #wanted = new WantedAttachments()
  /** Nodes whose kubelet leaves attach operations to this controller. */
  readonly #managed = new Set<string>()
  /** By volume name, the nodes to which the volume is attached or will be attached. */
  readonly #holders = new Map<string, Set<string>>()
  /** The start times of attach and detach operations, by volume and node. */
  readonly #startTimes = new Map<string, number>()
  readonly #names: { readonly managed: string; readonly keepTerminated: string; readonly outOfService: string }

  constructor(context: ManagerContext) {
    const { spell } = context.dialect
    this.#context = context
    const recorder = context.recorder('attachdetach-controller')
    this.#events = new AttachmentEvents(recorder, this.#wanted, () => context.informer(PODS))
    this.#queue = context.queue((name) => this.#sync(name))
    this.#names = {
      managed: spell('volumes.{labels}/controller-managed-attach-detach'),
      keepTerminated: spell('volumes.{labels}/keep-terminated-pod-volumes'),
      outOfService: spell('node.{labels}/out-of-service'),
    }
    const needs = [PODS, NODES, PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES, CSI_DRIVERS, VOLUME_ATTACHMENTS]
    const watching = queueController(context, needs, this.#queue, () => this.#follow())
    this.controller = {
      ...watching,
      start: async () => {
        await watching.start()
        this.#restoreAttachments()
      },
    }
  }

  /** Restores the attachments from before the start. Attachments that other clients create later are ignored. */
  #restoreAttachments(): void {
    const { informer } = this.#context
    const hold = (volume: string, node: string): void => {
      this.#holdersOf(volume).add(node)
      this.#queue.add(volume)
    }
    for (const node of informer(NODES).list())
      for (const volume of listedVolumes(node, 'volumesAttached')) hold(volume, node.metadata?.name ?? '')
    for (const attachment of informer(VOLUME_ATTACHMENTS).list()) {
      const name = textAt(attachment, 'spec.source.persistentVolumeName')
      const volume = informer(PERSISTENT_VOLUMES).get({ namespace: '', name })
      const attachable = volume && attachableVolume(volume, this.#sources())
      if (attachable !== undefined) hold(attachable.name, textAt(attachment, 'spec.nodeName'))
    }
  }

  #sources(): AttachableSources {
    const { informer, dialect } = this.#context
    return {
      claims: informer(PERSISTENT_VOLUME_CLAIMS),
      volumes: informer(PERSISTENT_VOLUMES),
      drivers: informer(CSI_DRIVERS),
      spell: dialect.spell,
    }
  }

  #follow(): (() => void)[] {
    const { informer } = this.#context
    const pod = (one: ApiObject): void => this.#podChanged(one)
    const claim = (one: ApiObject): void => this.#claimChanged(one)
    return [
      informer(PODS).addEventHandler({
        added: pod,
        updated: pod,
        deleted: (one) => this.#addAll(this.#wanted.remove(one)),
      }),
      informer(PERSISTENT_VOLUME_CLAIMS).addEventHandler({ added: claim, updated: claim }),
      informer(PERSISTENT_VOLUMES).addEventHandler({
        added: (volume) => this.#volumeChanged(volume),
        updated: (volume) => this.#volumeChanged(volume),
      }),
      informer(NODES).addEventHandler({
        added: (node) => this.#nodeChanged(node, undefined),
        updated: (node, before) => this.#nodeChanged(node, before),
        deleted: (node) => this.#nodeDeleted(node),
      }),
      informer(VOLUME_ATTACHMENTS).addEventHandler({
        updated: (attachment) => this.#attachmentChanged(attachment),
        deleted: (attachment) => this.#attachmentChanged(attachment),
      }),
    ]
  }

  #addAll(names: Iterable<string>): void {
    for (const name of names) this.#queue.add(name)
  }

  #node(name: string): ApiObject | undefined {
    return this.#context.informer(NODES).get({ namespace: '', name })
  }

  #podChanged(pod: ApiObject): void {
    const name = textAt(pod, 'spec.nodeName')
    if (!this.#managed.has(name)) return this.#addAll(this.#wanted.remove(pod))
    const keepsTerminated = this.#node(name)?.metadata?.annotations?.[this.#names.keepTerminated] === 'true'
    if (isTerminated(pod) && !keepsTerminated) return this.#addAll(this.#wanted.remove(pod))
    this.#addAll(this.#wanted.put(pod, name, attachableVolumes(pod, this.#sources())))
  }

  #claimChanged({ metadata }: ApiObject): void {
    if (this.#managed.size === 0) return
    for (const pod of this.#context.informer(PODS).list(metadata?.namespace))
      if (claimsOf(pod).some(({ name }) => name === metadata?.name)) this.#podChanged(pod)
  }

  #volumeChanged(volume: ApiObject): void {
    const place = { namespace: textAt(volume, 'spec.claimRef.namespace'), name: textAt(volume, 'spec.claimRef.name') }
    const claim = place.name === '' ? undefined : this.#context.informer(PERSISTENT_VOLUME_CLAIMS).get(place)
    if (claim !== undefined) this.#claimChanged(claim)
  }

  #nodeChanged(node: ApiObject, before: ApiObject | undefined): void {
    const name = node.metadata?.name ?? ''
    const isManaged = this.#names.managed in (node.metadata?.annotations ?? {})
    if (isManaged !== this.#managed.has(name)) {
      if (isManaged) this.#managed.add(name)
      else this.#managed.delete(name)
      for (const pod of this.#context.informer(PODS).list())
        if (textAt(pod, 'spec.nodeName') === name) this.#podChanged(pod)
    }
    const isSame =
      before !== undefined &&
      equalJson(listedVolumes(node, 'volumesInUse'), listedVolumes(before, 'volumesInUse')) &&
      equalJson([...listAt(node, 'spec.taints')], [...listAt(before, 'spec.taints')])
    if (!isSame) this.#addHeld(name)
  }

  #nodeDeleted(node: ApiObject): void {
    const name = node.metadata?.name ?? ''
    this.#managed.delete(name)
    for (const pod of this.#context.informer(PODS).list())
      if (textAt(pod, 'spec.nodeName') === name) this.#podChanged(pod)
    this.#addHeld(name)
  }

  #addHeld(node: string): void {
    for (const [volume, nodes] of this.#holders) if (nodes.has(node)) this.#queue.add(volume)
  }

  #attachmentChanged(attachment: ApiObject): void {
    const node = textAt(attachment, 'spec.nodeName')
    const driver = textAt(attachment, 'spec.attacher')
    for (const [volume, nodes] of this.#holders)
      if (nodes.has(node) && driverOf(volume, this.#context.dialect.spell)?.name === driver) this.#queue.add(volume)
  }

  #holdersOf(volume: string): Set<string> {
    const known = this.#holders.get(volume) ?? new Set<string>()
    this.#holders.set(volume, known)
    return known
  }

  /** Detaches first: the next node may wait until the volume is free. */
  async #sync(name: string): Promise<void> {
    const wanted = this.#wanted.nodesOf(name)
    this.#events.forgetUnwanted(name)
    for (const node of this.#holders.get(name) ?? []) if (!wanted.includes(node)) await this.#detach(name, node)
    const volume = this.#wanted.volume(name)
    if (volume === undefined) return
    for (const node of wanted) await this.#attach(volume, node)
  }

  async #detach(name: string, node: string): Promise<void> {
    const { clock, objects, dialect, informer } = this.#context
    const key = `${name} ${node}`
    const nodeObject = this.#node(node)
    if (nodeObject !== undefined && this.#isMounted(nodeObject, name)) {
      const waited = clock.elapsed() - this.#startOf(`detach ${key}`)
      const isHealthy = conditionOf(nodeObject, 'Ready')?.['status'] === 'True'
      if (isHealthy || waited < UNMOUNT_TIMEOUT_MS)
        return this.#queue.addAfter(name, Math.max(1000, UNMOUNT_TIMEOUT_MS - waited))
    }
    if (nodeObject !== undefined) await writeAttached(this.#context.objects, nodeObject, { name, isAttached: false })
    const driver = driverOf(name, dialect.spell)
    if (driver !== undefined) {
      const place = { namespace: '', name: attachmentName(driver.handle, driver.name, node) }
      const attachment = informer(VOLUME_ATTACHMENTS).get(place)
      if (attachment !== undefined && !isBeingDeleted(attachment)) await objects.delete(VOLUME_ATTACHMENTS, place)
      // The driver deletes the attachment when it has detached the volume.
      if (informer(VOLUME_ATTACHMENTS).get(place) !== undefined) return
    }
    for (const step of ['attach', 'detach']) this.#startTimes.delete(`${step} ${key}`)
    this.#events.forget(name, node)
    const holders = this.#holdersOf(name)
    holders.delete(node)
    if (holders.size === 0) this.#holders.delete(name)
  }

  #isMounted(node: ApiObject, volume: string): boolean {
    const isOutOfService = taintsOf(node).some(({ key }) => key === this.#names.outOfService)
    return !isOutOfService && listedVolumes(node, 'volumesInUse').includes(volume)
  }

  async #attach(volume: AttachableVolume, node: string): Promise<void> {
    const nodeObject = this.#node(node)
    if (nodeObject === undefined) return
    const { name, driver } = volume
    const others = [...(this.#holders.get(name) ?? [])].filter((other) => other !== node)
    if (!volume.isShared && others.length > 0) return this.#events.refused(volume, node, others)
    this.#holdersOf(name).add(node)
    this.#startTimes.delete(`detach ${name} ${node}`)
    if (driver !== undefined && !(await this.#ensureAttachment(volume, driver, node))) return
    if (listedVolumes(nodeObject, 'volumesAttached').includes(name)) return
    this.#startTimes.delete(`attach ${name} ${node}`)
    this.#events.attached(volume, node)
    await writeAttached(this.#context.objects, nodeObject, { name, isAttached: true })
  }

  /**
   * Creates a missing VolumeAttachment. Returns whether its status reports the volume as attached, and records a reported
   * failure.
   */
  async #ensureAttachment(
    volume: AttachableVolume,
    driver: NonNullable<AttachableVolume['driver']>,
    node: string,
  ): Promise<boolean> {
    const { objects, informer, clock, dialect } = this.#context
    const key = `${volume.name} ${node}`
    const name = attachmentName(driver.handle, driver.name, node)
    const attachment = informer(VOLUME_ATTACHMENTS).get({ namespace: '', name })
    if (attachment === undefined) {
      this.#startTimes.set(`attach ${key}`, clock.elapsed())
      this.#queue.addAfter(volume.name, ATTACH_TIMEOUT_MS)
      await objects
        .create(VOLUME_ATTACHMENTS, {
          kind: 'VolumeAttachment',
          apiVersion: dialect.spell('storage.{domain}/v1'),
          metadata: { name },
          spec: { attacher: driver.name, nodeName: node, source: { persistentVolumeName: driver.volume } },
        })
        .catch((error: unknown) => {
          if (!wasRefused(error, 'AlreadyExists')) throw error
        })
      return false
    }
    const failure = textAt(attachment, 'status.attachError.message')
    if (isBeingDeleted(attachment)) this.#events.failed(volume, node, 'volume attachment is being deleted')
    else if (valueAt(attachment, 'status.attached') === true) return true
    else if (failure !== '') this.#events.failed(volume, node, failure)
    else if (clock.elapsed() - this.#startOf(`attach ${key}`) >= ATTACH_TIMEOUT_MS) {
      const what = `external-attacher of ${driver.name} CSI driver to attach volume ${driver.handle}`
      this.#events.failed(volume, node, `timed out waiting for ${what}`)
    }
    return false
  }

  /** The start time of an operation; the first call sets it. */
  #startOf(key: string): number {
    const now = this.#context.clock.elapsed()
    const start = this.#startTimes.get(key) ?? now
    this.#startTimes.set(key, start)
    return start
  }
}
