import type { FieldError } from '../api/field-error.ts'
import { fieldError, MAX_FIELD_ERRORS } from '../api/field-error.ts'
import { parseGroupVersion } from '../api/group-version.ts'
import type { NameRule } from '../api/names.ts'
import { dnsLabel, labelValue, pathSegment, qualifiedName } from '../api/names.ts'
import type { ObjectMeta, OwnerReference } from '../api/object.ts'
import { isLonger, utf8Length } from '../runtime/utf8.ts'
import { managerFaults } from '../apply/manager-name.ts'
import { isSorted } from '../schema/zero.ts'
import { goTimeAt } from './rules/go-time.ts'
import { goPointer, goSlice, goStrings, goStruct } from '../api/go-source.ts'

/** The rules of `metadata` that every kind shares, with the words of the recorded answers. */
interface MetaRules {
  readonly namespaced: boolean
  readonly nameRule: NameRule
  /** Whether finalizers may lack a domain. */
  readonly anyFinalizer?: boolean
}

/**
 * The metadata rules that a kind runs again after the generic ones: the rules of an update, or all. The groups outside
 * the core use the generic form, which accepts finalizers of any name.
 */
export type MetaCheck = 'change' | 'whole' | 'generic change' | 'generic whole'

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes'])
const ANNOTATIONS_LIMIT = 256 * 1024
const SUBRESOURCE_LIMIT = 256
/** Characters that the faults about several controllers may have together. */
const OWNER_FAULTS_LIMIT = 1024 * 1024

/**
 * Replaces the last two characters of a prefix that ends in a dash by `a`. The dash is allowed, because something follows the
 * prefix.
 */
export const maskDash = (prefix: string): string =>
  prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix

/** Faults of a new object's metadata. */
export function validateMeta(meta: ObjectMeta, { namespaced, nameRule }: MetaRules): FieldError[] {
  const errors = validateName(meta, nameRule)
  const { namespace = '' } = meta
  if (namespaced && namespace === '') errors.push(fieldError.required('metadata.namespace'))
  else if (namespaced) {
    for (const fault of dnsLabel(namespace)) errors.push(fieldError.invalid('metadata.namespace', namespace, fault))
  }
  if ((meta.generation ?? 0) < 0) {
    errors.push(fieldError.invalid('metadata.generation', meta.generation, 'must be greater than or equal to 0'))
  }
  return [...errors, ...validateMaps(meta), ...validateFinalizers(meta.finalizers ?? []), ...validateManagers(meta)]
}

/** Faults of a new object's name and of the prefix that its name is generated from. */
export function validateName({ name = '', generateName = '' }: ObjectMeta, nameRule: NameRule): FieldError[] {
  const errors: FieldError[] = []
  if (generateName !== '') {
    for (const fault of nameRule(maskDash(generateName), generateName)) {
      errors.push(fieldError.invalid('metadata.generateName', generateName, fault))
    }
  }
  if (name === '') errors.push(fieldError.required('metadata.name', 'name or generateName is required'))
  else for (const fault of nameRule(name)) errors.push(fieldError.invalid('metadata.name', name, fault))
  return errors
}

/** Checks the names in managed fields. Ownership tracking has already removed the entries that it cannot decode. */
function validateManagers({ managedFields = [] }: ObjectMeta): FieldError[] {
  const errors: FieldError[] = []
  for (const [i, { manager = '', subresource = '' }] of managedFields.entries()) {
    errors.push(...managerFaults(`metadata.managedFields[${i}].manager`, manager))
    if (isLonger(subresource, SUBRESOURCE_LIMIT))
      errors.push(fieldError.tooLong(`metadata.managedFields[${i}].subresource`, SUBRESOURCE_LIMIT))
  }
  return errors
}

/** Faults of the metadata of an update. */
export interface MetaRevision {
  readonly generic: readonly FieldError[]
  /** The faults of each check of the kind. */
  readonly checks: readonly (readonly FieldError[])[]
}

/**
 * Faults of an update, as often as the real server finds them: once by the generic rules, then by the rules of the
 * kind. The message has each fault once; the causes have every repetition.
 */
export function validateMetaRevision(
  meta: ObjectMeta,
  old: ObjectMeta,
  rules: MetaRules & { readonly checks: readonly MetaCheck[] },
): MetaRevision {
  const { namespaced, nameRule } = rules
  const change = validateMetaUpdate(meta, old)
  const generic = validateMeta(meta, { namespaced, nameRule: pathSegment })
  // When the generic rules find no fault, only the kind's own rule for the name can find one.
  const whole = (): FieldError[] => (generic.length === 0 ? validateName(meta, nameRule) : validateMeta(meta, rules))
  const finalizers = rules.anyFinalizer === true ? [] : standardFinalizers(meta.finalizers ?? [])
  const ofKind: Readonly<Record<MetaCheck, () => readonly FieldError[]>> = {
    change: () => [...change, ...finalizers],
    whole: () => [...whole(), ...finalizers],
    'generic change': () => change,
    'generic whole': whole,
  }
  return {
    generic: [...generic, ...change],
    checks: rules.checks.map((check) => ofKind[check]()),
  }
}

/** Finalizers without a domain must be the server's own. */
export function standardFinalizers(finalizers: readonly string[]): FieldError[] {
  const why = 'name is neither a standard finalizer name nor is it fully qualified'
  return finalizers.flatMap((finalizer, index) =>
    finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)
      ? []
      : [fieldError.invalid(`metadata.finalizers[${index}]`, finalizer, why)],
  )
}

/** Faults of an update's metadata against the stored one. */
function validateMetaUpdate(meta: ObjectMeta, old: ObjectMeta): FieldError[] {
  const errors: FieldError[] = []
  if (old.deletionTimestamp !== undefined) {
    const existing = new Set(old.finalizers)
    const added = [...new Set(meta.finalizers)].filter((finalizer) => !existing.has(finalizer)).sort()
    if (added.length > 0) {
      const why = `no new finalizers can be added if the object is being deleted, found new finalizers ${goStrings(added)}`
      errors.push(fieldError.forbidden('metadata.finalizers', why))
    }
  }
  const immutable = (field: string, value: unknown, before: unknown): void => {
    if (value === before) return
    const why = 'field is immutable'
    if (value === undefined) errors.push(fieldError.invalidShown(`metadata.${field}`, '"null"', why))
    else if (field.endsWith('Timestamp'))
      errors.push(fieldError.invalidShown(`metadata.${field}`, goTimeAt(meta, field), why))
    else errors.push(fieldError.invalid(`metadata.${field}`, value, why))
  }
  immutable('name', meta.name ?? '', old.name ?? '')
  immutable('namespace', meta.namespace ?? '', old.namespace ?? '')
  immutable('uid', meta.uid ?? '', old.uid ?? '')
  immutable('deletionTimestamp', meta.deletionTimestamp, old.deletionTimestamp)
  immutable('deletionGracePeriodSeconds', meta.deletionGracePeriodSeconds, old.deletionGracePeriodSeconds)
  return [...errors, ...validateMaps(meta), ...validateManagers(meta)]
}

function validateMaps(meta: ObjectMeta): FieldError[] {
  const labels = meta.labels ?? {}
  const annotations = meta.annotations ?? {}
  const errors: FieldError[] = []
  for (const key of inOrder(labels)) {
    if (errors.length >= MAX_FIELD_ERRORS) break
    const value = labels[key] ?? ''
    for (const fault of qualifiedName(key)) errors.push(fieldError.invalid('metadata.labels', key, fault))
    for (const fault of labelValue(value)) errors.push(fieldError.invalid('metadata.labels', value, fault))
  }
  let size = 0
  for (const key of inOrder(annotations)) {
    if (errors.length >= MAX_FIELD_ERRORS) break
    for (const fault of qualifiedName(key.toLowerCase())) {
      errors.push(fieldError.invalid('metadata.annotations', key, fault))
    }
    size += key.length + (annotations[key] ?? '').length
  }
  // The UTF-8 form of a text has at most three bytes for each UTF-16 unit.
  if (size * 3 > ANNOTATIONS_LIMIT && byteLength(annotations) > ANNOTATIONS_LIMIT)
    errors.push(fieldError.tooLong('metadata.annotations', ANNOTATIONS_LIMIT))
  return [...errors, ...validateOwners(meta.ownerReferences ?? [])]
}

const byteLength = (map: Readonly<Record<string, string>>): number =>
  Object.entries(map).reduce((sum, [key, value]) => sum + utf8Length(key) + utf8Length(value), 0)

/** The keys in order. Decoded maps are sorted already, but JavaScript puts keys that look like integers first. */
function inOrder(map: object): readonly string[] {
  const keys = Object.keys(map)
  return isSorted(keys) ? keys : keys.sort()
}

function validateOwners(owners: readonly Partial<OwnerReference>[]): FieldError[] {
  const path = 'metadata.ownerReferences'
  const errors: FieldError[] = []
  let controller: string | undefined
  let shown: string | undefined
  for (const owner of owners) {
    if (errors.length >= MAX_FIELD_ERRORS) break
    const { apiVersion = '', kind = '', name = '', uid = '' } = owner
    const gv = parseGroupVersion(apiVersion) ?? { group: '', version: '' }
    if (gv.version === '')
      errors.push(fieldError.invalid(`${path}.apiVersion`, apiVersion, 'version must not be empty'))
    if (kind === '') errors.push(fieldError.invalid(`${path}.kind`, kind, 'kind must not be empty'))
    if (name === '') errors.push(fieldError.invalid(`${path}.name`, name, 'name must not be empty'))
    if (uid === '') errors.push(fieldError.invalid(`${path}.uid`, uid, 'uid must not be empty'))
    if (gv.group === '' && gv.version === 'v1' && kind === 'Event') {
      errors.push(fieldError.invalidShown(path, goOwner(owner), '/v1, Kind=Event is disallowed from being an owner'))
    }
    if (owner.controller !== true) continue
    const own = `${kind}/${name}`
    if (controller === undefined) controller = own
    else {
      const why = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${own}`
      shown ??= goOwners(owners)
      errors.push(fieldError.invalidShown(path, shown, why))
      // Each fault shows the whole list, so faults are quadratic in it.
      if (shown.length * errors.length > OWNER_FAULTS_LIMIT) return errors
    }
  }
  return errors
}

function validateFinalizers(finalizers: readonly string[]): FieldError[] {
  const path = 'metadata.finalizers'
  const errors: FieldError[] = []
  for (const finalizer of finalizers) {
    if (errors.length >= MAX_FIELD_ERRORS) break
    for (const fault of qualifiedName(finalizer)) errors.push(fieldError.invalid(path, finalizer, fault))
  }
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const why = 'finalizer orphan and foregroundDeletion cannot be both set'
    errors.push(fieldError.invalidShown(path, goStrings(finalizers), why))
  }
  return errors
}

/** Keeps the first of equal owner references; `duplicates` are the uids that occurred again. */
export function dedupOwners(owners: readonly OwnerReference[]): { owners: OwnerReference[]; duplicates: string[] } {
  const kept: OwnerReference[] = []
  const duplicates: string[] = []
  // Compares a reference only with references of the same identity: a comparison with all of them would be quadratic.
  const seen = new Set<string>()
  for (const owner of owners) {
    const { apiVersion, kind, name, uid, controller = null, blockOwnerDeletion = null } = owner
    const identity = JSON.stringify([apiVersion, kind, name, uid, controller, blockOwnerDeletion])
    if (seen.has(identity)) duplicates.push(owner.uid)
    else kept.push(owner)
    seen.add(identity)
  }
  return { owners: kept, duplicates: [...new Set(duplicates)] }
}

const goOwner = goStruct('v1.OwnerReference', {
  APIVersion: 'apiVersion',
  Kind: 'kind',
  Name: 'name',
  UID: 'uid',
  Controller: ['controller', goPointer('bool')],
  BlockOwnerDeletion: ['blockOwnerDeletion', goPointer('bool')],
})
const goOwners = goSlice('v1.OwnerReference', goOwner)
