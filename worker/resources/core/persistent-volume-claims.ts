import type { Json, JsonObject } from '../../api/json.ts'
import { copyJson, isObject, objectOrEmpty } from '../../api/json.ts'
import { parseQuantity } from '../../api/quantity.ts'
import type { ApiObject } from '../../api/object.ts'
import { accessModesText, age, text } from '../columns.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, spelled } from '../notation/rule.ts'
import { ensuredObject, textAt, valueAt } from '../path.ts'
import { goDiff } from '../go-diff/format-diff.ts'
import { claimSpec } from '../rules/claim-rules.ts'
import { claimWarnings } from '../rules/pod-warnings.ts'
import { compareQuantityTexts, isNegative } from '../rules/quantities.ts'
import { oldClassAnnotation, storageClassOf } from '../rules/storage-class-annotation.ts'
import type { Kind } from '../resource.ts'
import { equalSpecs } from '../rules/equal-specs.ts'

const IMMUTABLE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n'

/** The part of a claim that may not change: without the fields that an update may fill in or raise. */
function lasting(claim: JsonObject, old: JsonObject, mayGainClass: boolean): JsonObject {
  const spec = copyJson(objectOrEmpty(claim['spec']))
  const before = objectOrEmpty(old['spec'])
  spec['volumeAttributesClassName'] = before['volumeAttributesClassName']
  if (before['storageClassName'] === undefined && mayGainClass) delete spec['storageClassName']
  if (valueAt(claim, 'status.phase') !== 'Bound') return spec
  const requests = valueAt(spec, 'resources.requests')
  if (isObject(requests)) requests['storage'] = valueAt(before, 'resources.requests.storage')
  return spec
}

/** A claim may copy its class from the older annotation to the field, and then drop the annotation. */
const lastingParts: Rule = spelled((spell) => {
  const key = spell('volume.beta.{labels}/storage-class')
  const given = (claim: JsonObject): Json | undefined => {
    const annotations = valueAt(claim, 'metadata.annotations')
    return isObject(annotations) ? annotations[key] : undefined
  }
  return [
    checkObject((claim, place, old) => {
      if (old === undefined) return
      const [now, before] = [given(claim), given(old)]
      const name = valueAt(claim, 'spec.storageClassName')
      const isNew = valueAt(old, 'spec.storageClassName') === undefined && name !== undefined
      const moves = before !== undefined && isNew && name === before && (now === undefined || now === before)
      if (!moves && (now ?? '') !== (before ?? '')) {
        place.invalid(now ?? '', 'field is immutable', 'metadata', 'annotations', key)
      }
      compareSpecs(claim, old, before === undefined || name === before, place)
    }),
  ]
})

function compareSpecs(claim: JsonObject, old: JsonObject, mayGainClass: boolean, place: Place): void {
  const lasts = lasting(claim, old, mayGainClass)
  const stored = objectOrEmpty(old['spec'])
  const before = textAt(stored, 'volumeName') === '' ? { ...stored, volumeName: lasts['volumeName'] } : stored
  if (!equalSpecs('api.core.v1.PersistentVolumeClaimSpec', lasts, before))
    place.forbidden(IMMUTABLE + goDiff('PersistentVolumeClaimSpec', before, lasts), 'spec')
  const path = 'spec.resources.requests.storage'
  if (compareQuantityTexts(textAt(claim, path) || '0', textAt(old, path) || '0') < 0) {
    place.forbidden('field can not be less than previous value', 'spec', 'resources', 'requests', 'storage')
  }
  const mode = valueAt(claim, 'spec.volumeMode')
  // The real server's path lacks `spec`.
  if (mode !== valueAt(old, 'spec.volumeMode')) place.invalid(mode, 'field is immutable', 'volumeMode')
}

const spec: Rule = at('spec', claimSpec)

const capacity: Rule = checkObject((amounts, place) => {
  for (const [name, amount] of Object.entries(amounts)) {
    if (isNegative(amount)) place.invalidShown(units(String(amount)), 'must be a valid resource quantity', `[${name}]`)
  }
})

/** A quantity in whole units, rounded away from zero as in Go. */
function units(quantity: string): string {
  const { unscaled, exp10 } = parseQuantity(quantity)
  if (exp10 >= 0) return String(unscaled * 10n ** BigInt(exp10))
  const divisor = 10n ** BigInt(-exp10)
  const whole = unscaled / divisor
  return String(unscaled % divisor === 0n ? whole : whole + (unscaled < 0n ? -1n : 1n))
}

const SNAPSHOTS = 'snapshot.storage.{domain}'

/**
 * Drops a new `dataSource` other than a claim or snapshot, which the real server ignores without an error. A request with
 * `dataSourceRef` keeps it, and so does a claim that had a source.
 */
function dropForeignSource(claim: ApiObject, old: ApiObject | undefined, snapshots: string): void {
  const given = claim['spec']
  if (!isObject(given) || !isObject(given['dataSource']) || isObject(given['dataSourceRef'])) return
  if (['dataSource', 'dataSourceRef'].some((field) => isObject(valueAt(old ?? {}, `spec.${field}`)))) return
  const kind = textAt(given['dataSource'], 'kind')
  const group = textAt(given['dataSource'], 'apiGroup')
  const isKnown = kind === 'PersistentVolumeClaim' ? group === '' : kind === 'VolumeSnapshot' && group === snapshots
  if (!isKnown) delete given['dataSource']
}

const CROSS_NAMESPACE = 'CrossNamespaceVolumeDataSource'

/** Drops a new `dataSourceRef` to another namespace. Callers check the feature gate that allows it. */
function dropForeignReference(claim: ApiObject, old: ApiObject | undefined): void {
  const given = claim['spec']
  if (!isObject(given) || textAt(given, 'dataSourceRef.namespace') === '') return
  if (old === undefined || !isObject(valueAt(old, 'spec.dataSourceRef'))) delete given['dataSourceRef']
}

/**
 * `dataSource` is the earlier field for the source of the data, and `dataSourceRef` the later one with more options. Copies the
 * given field to the missing one, except a reference to another namespace.
 */
function agreeSources(claim: ApiObject): void {
  const given = claim['spec']
  if (!isObject(given)) return
  const { dataSource, dataSourceRef } = given
  if (isObject(dataSource) && !isObject(dataSourceRef)) given['dataSourceRef'] = { ...dataSource }
  else if (isObject(dataSourceRef) && !isObject(dataSource) && textAt(dataSourceRef, 'namespace') === '') {
    const { apiGroup, kind, name } = dataSourceRef
    given['dataSource'] = { apiGroup, kind, name }
  }
}

const whenBound =
  (shown: (claim: ApiObject) => Json | undefined) =>
  (claim: ApiObject): string =>
    textAt(claim, 'spec.volumeName') === '' ? '' : String(shown(claim) ?? '')

export const persistentVolumeClaims = {
  resource: 'persistentvolumeclaims',
  defaults: { spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } },
  gated: Object.fromEntries(
    ['spec.volumeAttributesClassName', 'status.currentVolumeAttributesClassName', 'status.modifyVolumeStatus'].map(
      (path) => [path, 'VolumeAttributesClass'],
    ),
  ),
  rules: [spec],
  // The real server runs these rules twice on an update.
  updates: [spec, spec, lastingParts],
  subresourceRules: { status: [at('status.capacity', capacity)] },
  warnings: [oldClassAnnotation, at('spec', claimWarnings)],
  behaviour: ({ spell }, { isOn }) => ({
    prepareCreate(object) {
      object['status'] = {}
      if (!isOn(CROSS_NAMESPACE)) dropForeignReference(object, undefined)
      dropForeignSource(object, undefined, spell(SNAPSHOTS))
      agreeSources(object)
    },
    completeNew(object) {
      object['status'] = { phase: 'Pending' }
      return true
    },
    prepareUpdate(object, old) {
      if (!isOn(CROSS_NAMESPACE)) dropForeignReference(object, old)
      dropForeignSource(object, old, spell(SNAPSHOTS))
      agreeSources(object)
    },
    subresources: {
      status: {
        prepareUpdate(object, old) {
          object['spec'] = old['spec']
          const status = ensuredObject(object, 'status')
          for (const field of ['allocatedResources', 'allocatedResourceStatuses']) delete status[field]
        },
      },
    },
    columns: [
      text('Status', 'phase represents the current phase of PersistentVolumeClaim.', (claim) =>
        claim.metadata?.deletionTimestamp ? 'Terminating' : textAt(claim, 'status.phase'),
      ),
      text(
        'Volume',
        'volumeName is the binding reference to the PersistentVolume backing this claim.',
        'spec.volumeName',
      ),
      text(
        'Capacity',
        'capacity represents the actual resources of the underlying volume.',
        whenBound((claim) => valueAt(claim, 'status.capacity.storage') ?? '0'),
      ),
      text(
        'Access Modes',
        'accessModes contains the actual access modes the volume backing the PVC has. More info: https://{labels}/docs/concepts/storage/persistent-volumes#access-modes-1',
        whenBound((claim) => accessModesText(claim, 'status.accessModes')),
      ),
      text('StorageClass', 'StorageClass of the pvc', (claim) => storageClassOf(claim, spell)),
      text('VolumeAttributesClass', 'VolumeAttributesClass of the pvc', (claim) => {
        const name = valueAt(claim, 'spec.volumeAttributesClassName')
        return typeof name === 'string' ? name : '<unset>'
      }),
      age,
      text(
        'VolumeMode',
        'volumeMode defines what type of volume is required by the claim. Value of Filesystem is implied when not included in claim spec.',
        (claim) => textAt(claim, 'spec.volumeMode') || '<unset>',
        1,
      ),
    ],
  }),
} satisfies Kind
