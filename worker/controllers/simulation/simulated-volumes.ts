import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import type { GroupVersionResource } from '../client/group-version-resource.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { ObjectClient } from '../client/object-client.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS, STORAGE_CLASSES } from '../kinds.ts'
import { isBeingDeleted } from '../object-parts.ts'
import { queueController } from '../queue-controller.ts'
import { bindingNames } from '../storage/volume-facts.ts'
import { CREATED_MARK } from './created-mark.ts'

const WATCHED = [PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES]

const PROVISIONER = 'simulated.{domain}/volumes'

/** Creates volumes without storage for claims, and deletes them when they are released. */
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

  /** A key with a namespace names a claim; a key without a namespace names a volume. */
  async function sync(key: string): Promise<void> {
    const place = splitKey(key)
    if (place.namespace !== '') {
      const claim = context.informer(PERSISTENT_VOLUME_CLAIMS).get(place)
      if (claim !== undefined && isUnprovisioned(claim)) await provision(claim)
      return
    }
    const volume = context.informer(PERSISTENT_VOLUMES).get(place)
    if (volume !== undefined && isReleased(volume)) await objects.delete(PERSISTENT_VOLUMES, place)
  }

  /** Whether a claim waits for this provisioner: the binder has annotated the claim with the name of this provisioner. */
  const isUnprovisioned = (claim: ApiObject): boolean =>
    claim.metadata?.annotations?.[names.provisioner] === provisioner &&
    textAt(claim, 'spec.volumeName') === '' &&
    !isBeingDeleted(claim)

  const isReleased = (volume: ApiObject): boolean =>
    volume.metadata?.annotations?.[names.provisionedBy] === provisioner &&
    textAt(volume, 'status.phase') === 'Released' &&
    textAt(volume, 'spec.persistentVolumeReclaimPolicy') === 'Delete' &&
    !isBeingDeleted(volume)

  async function provision(claim: ApiObject): Promise<void> {
    const className = textAt(claim, 'spec.storageClassName')
    const found = context.informer(STORAGE_CLASSES).get({ namespace: '', name: className })
    if (found === undefined) return
    const volume = volumeFor(claim, found, { [names.provisionedBy]: provisioner })
    const name = volume.metadata?.name ?? ''
    if (context.informer(PERSISTENT_VOLUMES).get({ namespace: '', name }) !== undefined) return
    if (!(await createUnlessPresent(objects, PERSISTENT_VOLUMES, volume))) return
    recorder.event(claim, 'Normal', 'ProvisioningSucceeded', `Successfully provisioned volume ${name}`)
  }

  /** Creates the default class that local clusters such as kind have, unless the cluster has a class. */
  async function createFirstClass(): Promise<void> {
    const [one] = context.informer(STORAGE_CLASSES).list()
    if (one !== undefined) return
    const marks = [...names.isDefaultClass.slice(0, 1), spell(CREATED_MARK)]
    const annotations = Object.fromEntries(marks.map((name) => [name, 'true']))
    const storageClass = { metadata: { name: 'standard', annotations }, provisioner, reclaimPolicy: 'Delete' }
    await createUnlessPresent(objects, STORAGE_CLASSES, storageClass)
  }

  const add = (object: ApiObject): void => queue.add(keyOf(object))
  const controller = queueController(context, [...WATCHED, STORAGE_CLASSES], queue, () =>
    WATCHED.map((kind) => context.informer(kind).addEventHandler({ added: add, updated: add })),
  )
  return {
    ...controller,
    async start() {
      await controller.start()
      await createFirstClass()
    },
  }
}

function volumeFor(claim: ApiObject, storageClass: ApiObject, annotations: Record<string, string>): ApiObject {
  const { uid = '', resourceVersion = '' } = claim.metadata ?? {}
  const name = `pvc-${uid}`
  const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...namespacedName(claim), uid, resourceVersion }
  return {
    metadata: { name, annotations },
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

/** Creates an object. Returns false when it exists: another server of the same storage may have created it. */
async function createUnlessPresent(
  objects: ObjectClient,
  resource: GroupVersionResource,
  object: ApiObject,
): Promise<boolean> {
  try {
    await objects.create(resource, object)
    return true
  } catch (error) {
    if (wasRefused(error, 'AlreadyExists')) return false
    throw error
  }
}
