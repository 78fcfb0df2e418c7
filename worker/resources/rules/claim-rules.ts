import { asGiven } from '../../api/given-empty.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { NameRule } from '../../api/names.ts'
import { dnsLabel, dnsSubdomain } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, check, checkObject, named, oneOf, required } from '../notation/rule.ts'
import { textAt, valueAt } from '../path.ts'
import { annotations } from './annotation-keys.ts'
import { labels, labelSelector } from './label-selector.ts'
import { isNegative, isZeroQuantity } from './quantities.ts'

const MODES: readonly string[] = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

/** Each access mode must be known; `ReadWriteOncePod` excludes the others. */
export const accessModes: Rule = check((value, place) => {
  const modes = Array.isArray(value) ? value.map(String) : []
  for (const mode of modes) if (!MODES.includes(mode)) place.notSupported(mode, MODES)
  const others = modes.some((mode) => mode !== 'ReadWriteOncePod' && MODES.includes(mode))
  if (others && modes.includes('ReadWriteOncePod')) {
    place.forbidden('may not use ReadWriteOncePod with other access modes')
  }
})

const storage = checkObject((spec, place) => {
  const amount = valueAt(spec, 'resources.requests.storage')
  const steps = ['resources', '[storage]']
  if (typeof amount !== 'string') place.required('', ...steps)
  else if (isNegative(amount) || isZeroQuantity(amount)) place.invalid(amount, 'must be greater than zero', ...steps)
})

/** Whether either source of a stored claim has a group, even an empty one. Such a claim may get any group. */
const hasSourceGroup = (claim: JsonObject | undefined): boolean =>
  ['dataSource', 'dataSourceRef'].some((field) => typeof valueAt(claim ?? {}, `spec.${field}.apiGroup`) === 'string')

const source: readonly Rule[] = [
  at('name', required()),
  at('kind', required()),
  checkObject((reference, place) => {
    const group = textAt(reference, 'apiGroup')
    const kind = textAt(reference, 'kind')
    if (group === '' && kind !== 'PersistentVolumeClaim') {
      place.invalid(kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup")
    }
    if (group !== '' && !hasSourceGroup(place.old))
      for (const fault of dnsSubdomain(group)) place.invalid(group, fault, 'apiGroup')
  }),
]

/** The distance of two Go paths in memory, in bytes. */
const POINTER_BYTES = 48

const sameSource = checkObject((spec, place) => {
  const { dataSource, dataSourceRef } = spec
  if (!isObject(dataSource) || !isObject(dataSourceRef)) return
  // The real server shows the path of the field in place of its value. Each report has another path, so that an update, which
  // runs the rule twice, shows the fault twice.
  const pointer = `0xc${(place.errors.length * POINTER_BYTES).toString(16).padStart(9, '0')}`
  const shown = `field.Path{name:"dataSource", index:"", parent:(*field.Path)(${pointer})}`
  if (textAt(dataSourceRef, 'namespace') !== '') {
    place.invalidShown(shown, 'may not be specified when dataSourceRef.namespace is specified')
  } else if (
    ['apiGroup', 'kind', 'name'].some((field) => (dataSource[field] ?? null) !== (dataSourceRef[field] ?? null))
  ) {
    place.invalidShown(shown, 'must match dataSourceRef')
  }
})

/** An empty name means any class or none. */
const className: NameRule = (name) => (name === '' ? [] : dnsSubdomain(name))

/** An empty name means the namespace of the claim. */
const namespace: NameRule = (name) => (name === '' ? [] : dnsLabel(name))

/** The spec of a claim. */
export const claimSpec: Rule = all(
  at('accessModes', required('at least 1 access mode is required')),
  at('selector', labelSelector),
  at('accessModes', accessModes),
  storage,
  at('storageClassName', named(className)),
  at('volumeMode', oneOf('Block', 'Filesystem')),
  at('dataSource', ...source),
  at('dataSourceRef', ...source, at('namespace', named(namespace))),
  sameSource,
  at('volumeAttributesClassName', named(className)),
)

/** The fields of metadata besides labels and annotations, in Go's order. */
const TEMPLATE_FIELDS = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
]
/** The real server lowers the first letter of the Go name. */
const shownField = (field: string): string => (field === 'uid' ? 'uID' : field)

const ownFields = checkObject((metadata, place) => {
  for (const field of TEMPLATE_FIELDS) {
    const given = asGiven(metadata, field)
    if (given !== undefined && given !== null && given !== '' && given !== 0)
      place.forbidden('cannot be set', shownField(field))
  }
})

/** The metadata of a claim template has only labels and annotations. */
export const templateMetadata: Rule = all(at('annotations', annotations), at('labels', labels), ownFields)

/** The claim of a pod's ephemeral volume. */
export const claimTemplate: Rule = all(at('metadata', templateMetadata), at('spec', claimSpec))
