import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS, STORAGE_CLASSES } from '../kinds.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { queueController } from '../queue-controller.ts'
import { bindingNames } from '../storage/volume-facts.ts'
import { CREATED_MARK } from './created-mark.ts'

const PROVISIONER = 'simulated.{domain}/volumes'

/** Makes the volumes that claims ask for, of nothing, and takes them away again when they are released. */
export const simulatedVolumes = {
  name: 'simulated-volumes',
  isDisabledByDefault: true,
  open: openSimulatedVolumes,
} satisfies ManagerController

function openSimulatedVolumes(context: ManagerContext): Controller {
  const { spell } = context.dialect
  const provisioner = spell(PROVISIONER)
  const names = bindingNames(spell)
  const objects = context.objectsAs(PROVISIONER)
  const recorder = context.recorder(provisioner, { user: PROVISIONER })
  const queue = context.queue(sync)

  /** Volumes are known by keys without a namespace. */
  async function sync(key: string): Promise<void> {
    const place = splitKey(key)
    if (place.namespace !== '') {
      const claim = context.informer(PERSISTENT_VOLUME_CLAIMS).get(place)
      if (claim !== undefined && isAsking(claim)) await provision(claim)
      return
    }
    const volume = context.informer(PERSISTENT_VOLUMES).get(place)
    if (volume !== undefined && isOver(volume)) await objects.delete(PERSISTENT_VOLUMES, place)
  }

  /** The binder annotates a claim with its provisioner. */
  function isAsking(claim: ApiObject): boolean {
    const annotations = claim.metadata?.annotations ?? {}
    return (
      annotations[names.provisioner] === provisioner &&
      textAt(claim, 'spec.volumeName') === '' &&
      !isBeingDeleted(claim)
    )
  }

  const isOver = (volume: ApiObject): boolean =>
    volume.metadata?.annotations?.[names.provisionedBy] === provisioner &&
    textAt(volume, 'status.phase') === 'Released' &&
    textAt(volume, 'spec.persistentVolumeReclaimPolicy') === 'Delete' &&
    !isBeingDeleted(volume)

  async function provision(claim: ApiObject): Promise<void> {
    const className = textAt(claim, 'spec.storageClassName')
    const found = context.informer(STORAGE_CLASSES).get({ namespace: '', name: className })
    if (found === undefined) return
    const volume = volumeFor(claim, found)
    const name = volume.metadata?.name ?? ''
    if (context.informer(PERSISTENT_VOLUMES).get({ namespace: '', name }) !== undefined) return
    try {
      await objects.create(PERSISTENT_VOLUMES, volume)
    } catch (error) {
      if (wasRefused(error, 'AlreadyExists')) return
      throw error
    }
    recorder.event(claim, 'Normal', 'ProvisioningSucceeded', `Successfully provisioned volume ${name}`)
  }

  function volumeFor(claim: ApiObject, storageClass: ApiObject): ApiObject {
    const { uid = '', resourceVersion = '' } = claim.metadata ?? {}
    const name = `pvc-${uid}`
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...namespacedName(claim), uid, resourceVersion }
    return {
      metadata: { name, annotations: { [names.provisionedBy]: provisioner } },
      spec: {
        capacity: { storage: textAt(claim, 'spec.resources.requests.storage') },
        accessModes: [...listAt(claim, 'spec.accessModes')],
        volumeMode: valueAt(claim, 'spec.volumeMode'),
        storageClassName: storageClass.metadata?.name,
        persistentVolumeReclaimPolicy: textAt(storageClass, 'reclaimPolicy') || 'Delete',
        claimRef,
        hostPath: { path: `/simulated/${name}`, type: '' },
      },
    }
  }

  /** As in the small clusters that people learn with. */
  async function makeFirstClass(): Promise<void> {
    const [one] = context.informer(STORAGE_CLASSES).list()
    if (one !== undefined) return
    const marks = [...names.isDefaultClass.slice(0, 1), spell(CREATED_MARK)]
    const annotations = Object.fromEntries(marks.map((name) => [name, 'true']))
    try {
      await objects.create(STORAGE_CLASSES, {
        metadata: { name: 'standard', annotations },
        provisioner,
        reclaimPolicy: 'Delete',
      })
    } catch (error) {
      if (!wasRefused(error, 'AlreadyExists')) throw error
    }
  }

  const add = (object: ApiObject): void => queue.add(keyOf(object))
  const controller = queueController(
    context,
    [PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES, STORAGE_CLASSES],
    queue,
    () => [
      context.informer(PERSISTENT_VOLUME_CLAIMS).addEventHandler({ added: add, updated: add }),
      context.informer(PERSISTENT_VOLUMES).addEventHandler({ added: add, updated: add }),
    ],
  )
  return {
    ...controller,
    async start() {
      await controller.start()
      await makeFirstClass()
    },
  }
}
