import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { equalJson } from '../../patch/json-values.ts'
import { formatTime } from '../../clock/clock.ts'
import { accessModesText, age, text } from '../columns.ts'
import { goDiff } from '../go-diff/format-diff.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, each, spelled, where } from '../notation/rule.ts'
import { ensuredObject, textAt, valueAt } from '../path.ts'
import { nodeTermWarnings, stableLabels } from '../rules/node-labels.ts'
import { attributesClass, volumeSpec } from '../rules/persistent-volume-spec.ts'
import { OLD_VOLUMES } from '../rules/pod-warnings.ts'
import { oldClassAnnotation, storageClassOf } from '../rules/storage-class-annotation.ts'
import { volumeSources } from '../rules/volume-defaults.ts'
import type { Kind } from '../resource.ts'

/** The fields of a spec that do not describe the source of the volume. */
const ABOUT: ReadonlySet<string> = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
])
const MOUNTED = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
]

const mountOptions: Rule = spelled((spell) => {
  const annotation = spell('volume.beta.{labels}/mount-options')
  return [
    checkObject((volume, place) => {
      const given = valueAt(volume, 'metadata.annotations')
      if (!isObject(given) || given[annotation] === undefined) return
      if (MOUNTED.some((source) => isObject(valueAt(volume, `spec.${source}`)))) return
      place.forbidden('may not specify mount options for this volume type', 'metadata', 'annotations', annotation)
    }),
  ]
})

const source = (spec: unknown): JsonObject =>
  Object.fromEntries(Object.entries(objectOrEmpty(spec)).filter(([field]) => !ABOUT.has(field)))

/** The new source, without its secret for expansion when the old source has none, because an update may add this secret. */
function withoutNewSecret(now: JsonObject, before: JsonObject): JsonObject {
  if (!isObject(now['csi']) || !isObject(before['csi']) || isObject(before['csi'][EXPAND_SECRET])) return now
  const { [EXPAND_SECRET]: _secret, ...csi } = now['csi']
  return { ...now, csi }
}

const EXPAND_SECRET = 'controllerExpandSecretRef'
const MOVED = 'field is immutable, except for updating from beta label to GA'

/** Node requirements may replace a label by its stable name. */
const sameNodes: Rule = spelled((spell) => {
  const stable = stableLabels(spell)
  const renamed = (before: Json | undefined, now: Json | undefined): Json | undefined => {
    if (Array.isArray(before)) {
      return before.map((item, index) => renamed(item, Array.isArray(now) ? now[index] : undefined) ?? null)
    }
    if (!isObject(before)) return before
    // The real server looks up a new name for every label and finds an empty one for most, so each of these may become empty.
    const pair = (key: string, value: Json): Json =>
      key === 'key' && isObject(now) && (stable.get(String(value)) ?? '') === now['key'] ? (now['key'] ?? null) : value
    return Object.fromEntries(
      Object.entries(before).map(([key, value]) => [
        key,
        pair(key, renamed(value, isObject(now) ? now[key] : undefined) ?? null),
      ]),
    )
  }
  return [
    checkObject((volume, place, old) => {
      const [now, before] = [volume, old ?? {}].map((one) => valueAt(one, 'spec.nodeAffinity'))
      if (!isObject(before) || equalJson(renamed(before, now) ?? null, now ?? null)) return
      if (isObject(now)) place.invalidShown(goAffinity(now), MOVED, 'nodeAffinity')
      else place.invalid(undefined, MOVED, 'nodeAffinity')
    }),
  ]
})

const goAffinity = ({ required }: JsonObject): string =>
  `core.VolumeNodeAffinity{Required:(*core.NodeSelector)(${isObject(required) ? '0xc000000000' : 'nil'})}`

const fixed: Rule = checkObject((volume, place, old) => {
  if (old === undefined) return
  const [now, before] = [volume['spec'], old['spec']]
  const [next, stored] = [withoutNewSecret(source(now), source(before)), source(before)]
  if (!equalJson(next, stored)) {
    const text = `spec.persistentvolumesource is immutable after creation\n${goDiff('PersistentVolumeSource', stored, next)}`
    place.forbidden(text, 'spec', 'persistentvolumesource')
  }
  const mode = valueAt(volume, 'spec.volumeMode')
  // The real server's path lacks `spec`.
  if (mode !== valueAt(old, 'spec.volumeMode')) place.invalid(mode, 'field is immutable', 'volumeMode')
})

const CLASS = 'volumeAttributesClassName'
const ATTRIBUTES = 'VolumeAttributesClass'

/** While the feature is off, an update may not change the class. */
const storedClass: Rule = checkObject((spec, place, old) => {
  if (old !== undefined && spec[CLASS] !== old[CLASS])
    place.forbidden(`update is forbidden when the ${ATTRIBUTES} feature gate is disabled`, CLASS)
})

const keptClass: Rule = checkObject((spec, place, old) => {
  if (old?.[CLASS] !== undefined && spec[CLASS] === undefined)
    place.forbidden('update from non-nil value to nil is forbidden', CLASS)
})

const whenStored: Rule = where((_, old) => isObject(old) && old[CLASS] !== undefined, attributesClass)

// An update runs the rules of a create again. The metadata is checked before each of their passes.
const withClass: Rule = at('spec', volumeSpec, attributesClass)
const withStoredClass: Rule = at('spec', volumeSpec, whenStored)

/** The rules of an update. The real server runs the rules of the spec twice. */
const updatesWith = (ofSpec: Rule, ...ofClass: readonly Rule[]): readonly Rule[] => [
  ofSpec,
  mountOptions,
  ofSpec,
  fixed,
  sameNodes,
  at('spec', ...ofClass, keptClass),
]

/** Removed volume sources about which the real server warns in pods, but not in persistent volumes. */
const UNWARNED = ['quobyte', 'flocker']

const oldVolumes: Rule = checkObject((spec, place) => {
  for (const [field, detail, shown] of OLD_VOLUMES)
    if (!UNWARNED.includes(field) && isObject(spec[field])) place.warn(detail, shown)
})

const recycling: Rule = checkObject((spec, place) => {
  if (spec['persistentVolumeReclaimPolicy'] !== 'Recycle') return
  const detail =
    'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.'
  place.warn(detail, 'persistentVolumeReclaimPolicy')
})

function claim(volume: ApiObject): string {
  const namespace = textAt(volume, 'spec.claimRef.namespace')
  const name = textAt(volume, 'spec.claimRef.name')
  return isObject(valueAt(volume, 'spec.claimRef')) ? `${namespace}/${name}` : ''
}

const orUnset = (path: string) => (volume: ApiObject) => {
  const value = valueAt(volume, path)
  return typeof value === 'string' ? value : '<unset>'
}

const DOCS = 'https://{labels}/docs/concepts/storage/persistent-volumes'

export const persistentVolumes = {
  resource: 'persistentvolumes',
  defaults: {
    spec: { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem', ...volumeSources },
    status: { phase: 'Pending' },
  },
  rules: [withClass, mountOptions],
  updates: updatesWith(withClass),
  without: {
    [ATTRIBUTES]: {
      rules: [withStoredClass, mountOptions],
      updates: updatesWith(withStoredClass, storedClass),
    },
  },
  warnings: [
    each('spec.nodeAffinity.required.nodeSelectorTerms', nodeTermWarnings),
    oldClassAnnotation,
    at('spec', recycling, oldVolumes),
  ],
  behaviour: ({ spell }) => ({
    prepareCreate(object, { clock }) {
      object['status'] = { phase: 'Pending', lastPhaseTransitionTime: formatTime(clock.now()) }
    },
    subresources: { status: { prepareUpdate: (object, old, { clock }) => prepareStatus(object, old, clock.now()) } },
    columns: [
      text(
        'Capacity',
        `capacity is the description of the persistent volume's resources and capacity. More info: ${DOCS}#capacity`,
        'spec.capacity.storage',
      ),
      text(
        'Access Modes',
        `accessModes contains all ways the volume can be mounted. More info: ${DOCS}#access-modes`,
        (volume) => accessModesText(volume, 'spec.accessModes'),
      ),
      text(
        'Reclaim Policy',
        `persistentVolumeReclaimPolicy defines what happens to a persistent volume when released from its claim. Valid options are Retain (default for manually created PersistentVolumes), Delete (default for dynamically provisioned PersistentVolumes), and Recycle (deprecated). Recycle must be supported by the volume plugin underlying this PersistentVolume. More info: ${DOCS}#reclaiming`,
        'spec.persistentVolumeReclaimPolicy',
      ),
      text(
        'Status',
        `phase indicates if a volume is available, bound to a claim, or released by a claim. More info: ${DOCS}#phase`,
        (volume) => (volume.metadata?.deletionTimestamp ? 'Terminating' : textAt(volume, 'status.phase')),
      ),
      text(
        'Claim',
        `claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. Expected to be non-nil when bound. claim.VolumeName is the authoritative bind between PV and PVC. More info: ${DOCS}#binding`,
        claim,
      ),
      text('StorageClass', 'StorageClass of the pv', (volume) => storageClassOf(volume, spell)),
      text('VolumeAttributesClass', 'VolumeAttributesClass of the pv', orUnset('spec.volumeAttributesClassName')),
      text(
        'Reason',
        'reason is a brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in the CLI.',
        'status.reason',
      ),
      age,
      text(
        'VolumeMode',
        'volumeMode defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state. Value of Filesystem is implied when not included in spec.',
        orUnset('spec.volumeMode'),
        1,
      ),
    ],
  }),
} satisfies Kind

/** A change of the phase sets `lastPhaseTransitionTime` to now, unless the body has another time. */
function prepareStatus(object: ApiObject, old: ApiObject, now: number): void {
  object['spec'] = old['spec']
  const status = ensuredObject(object, 'status')
  const before = valueAt(old, 'status.lastPhaseTransitionTime')
  const isSet = (status['lastPhaseTransitionTime'] ?? null) !== null
  if (status['phase'] === valueAt(old, 'status.phase')) {
    if (!isSet && before !== undefined) status['lastPhaseTransitionTime'] = before
  } else if (!isSet || status['lastPhaseTransitionTime'] === before) {
    status['lastPhaseTransitionTime'] = formatTime(now)
  }
}
