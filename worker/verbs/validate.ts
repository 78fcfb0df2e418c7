import type { Int64 } from '../api/int64.ts'
import { pathSegment } from '../api/names.ts'
import type { FieldError } from '../api/field-error.ts'
import { fieldError, MAX_FIELD_ERRORS } from '../api/field-error.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { conflict, invalid, staleConflict } from '../api/status.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import {
  standardFinalizers,
  validateMeta,
  validateMetaRevision,
  validateName,
  type MetaRevision,
} from '../resources/object-meta.ts'
import type { Behaviour, UpdateFaults } from '../resources/behaviour.ts'
import type { Evidence } from '../resources/evidence.ts'
import type { Stored } from '../store/store.ts'
import type { AdmissionView } from './admit.ts'
import { guardReferences } from './permission.ts'
import { objectVersion } from './resource-version.ts'
import { storageKey } from './storage-key.ts'
import type { Target } from './verbs.ts'
import { keepsOthers } from './shared-parts.ts'
import { hubForm } from './hub-form.ts'
import {
  creationReview,
  groupResource,
  rulesGroup,
  updateReview,
  type Draft,
  type PreparedChange,
  type Write,
  type WriteTarget,
} from './write.ts'

/*
 * The third step of a write runs everything that may refuse the prepared object: the rules for metadata and for the kind, then
 * the guard of references, then validating admission. The step must not change the object; it may add warnings to the answer.
 * Example: a Deployment whose selector does not match its template is refused with 422.
 */

/** The findings of the rules about a new object that they accept. */
export interface ValidationResult {
  /** Whether the object is sound, as in `Evidence`. */
  readonly isSound: boolean
  readonly hasWarnings: boolean
}

/**
 * Validates a new object. `knownPart` has the meaning that it has in `Evidence`.
 * @throws StatusError of the first part that refuses the object
 */
export function validateNew(write: Write, object: Draft, knownPart?: JsonObject): Awaitable<ValidationResult> {
  return andThen(write.target.resource.behaviour.examine?.(object), (findings) =>
    validateExamined(write, object, { findings, knownPart }),
  )
}

function validateExamined(write: Write, object: Draft, evidence: Evidence): Awaitable<ValidationResult> {
  const { target, caller, environment } = write
  const { resource, version } = target
  const { behaviour } = resource
  const { metadata } = object
  const ofKind = behaviour.validate?.(hubForm(version, object), evidence) ?? []
  if (behaviour.rulesFirst) refuse(target, metadata.name ?? '', ofKind)
  const { beforeMetadata = [] } = behaviour
  const isEarly = ({ field }: FieldError): boolean => beforeMetadata.includes(field)
  refuse(target, metadata.name ?? '', [
    ...ofKind.filter(isEarly),
    ...validateMeta(metadata, { namespaced: resource.namespaced, nameRule: behaviour.nameRule }),
    ...(acceptsAnyFinalizer(behaviour) ? [] : standardFinalizers(metadata.finalizers ?? [])),
    ...ofKind.filter((fault) => !isEarly(fault)),
  ])
  // The real server checks all of the metadata again. After the first check only another rule for the name can find a fault.
  refuse(target, metadata.name ?? '', validateName(metadata, pathSegment))
  caller.trace.stage('validation', 'valid')
  const warnings = behaviour.warnings?.(object, undefined, evidence) ?? []
  for (const text of warnings) caller.warn(text)
  const admit = (): Promise<void> | void =>
    environment.admission.validate(creationReview(write, metadata.name ?? '', object))
  return andThen(andThen(guardReferences(write, object, undefined), admit), () => ({
    isSound: evidence.readsOtherParts !== true,
    hasWarnings: warnings.length > 0,
  }))
}

/** Whether a kind accepts any name of a finalizer. The generic rules for metadata do not check these names. */
const acceptsAnyFinalizer = ({ anyFinalizer, metadataChecks }: Behaviour): boolean =>
  anyFinalizer ?? metadataChecks.every((check) => check.startsWith('generic'))

/**
 * Validates a change. Returns whether the changed object is sound (`Evidence`).
 * @throws StatusError of the first part that refuses the change
 */
export async function validateChange(
  write: Write,
  change: PreparedChange & { readonly stored: Stored },
  view: AdmissionView | undefined,
): Promise<boolean> {
  const { target, caller, environment } = write
  const { live, next, stored } = change
  const findings = await target.resource.behaviour.examine?.(next)
  const warn = (text: string): void => caller.warn(text)
  const evidence: Evidence = { findings, isStoredSound: stored.isSound === true, warn }
  checkRules(write, change, evidence)
  caller.trace.stage('validation', 'valid')
  await guardReferences(write, next, live)
  const review =
    view === undefined ? updateReview(write, next, live) : updateReview(write, view.show(next), view.show(live))
  await environment.admission.validate(review)
  if (target.subresource === undefined) return evidence.readsOtherParts !== true
  return stored.isSound === true && target.subresource.name === 'status' && keepsOthers(change, ['status'])
}

/** The subresources whose updates check the metadata fewer times than updates of the object. */
const CHECKED_LESS = new Set(['status', 'finalize'])

/** The subresources to which `checksBeforeStatus` applies. */
const STATUS_LIKE = new Set(['status', 'approval'])

function checkRules({ target, caller }: Write, { live, next, hub }: PreparedChange, evidence: Evidence): void {
  const { resource, subresource } = target
  const { behaviour } = resource
  const { nameRule, metadataChecks, statusChecks = metadataChecks, anyFinalizer = false } = behaviour
  const checks = CHECKED_LESS.has(subresource?.name ?? '') ? statusChecks : metadataChecks
  const rules = { namespaced: resource.namespaced, nameRule, checks, anyFinalizer }
  const revision = validateMetaRevision(next.metadata, live.metadata ?? {}, rules)
  const ofKind = behaviour.validateUpdate?.(hub.next, hub.live, subresource?.name ?? '', evidence) ?? []
  const ofMetadata = revision.generic.length > 0 || revision.checks.some(({ length }) => length > 0)
  const isMixed = subresource === undefined && ofMetadata && ofKind.length > 0
  const groups = isMixed ? behaviour.updateFaults?.(hub.next, hub.live, evidence.findings) : undefined
  const before = STATUS_LIKE.has(subresource?.name ?? '') ? behaviour.checksBeforeStatus : undefined
  const faults = groups === undefined ? around(revision, ofKind, before) : inOrder(revision, checks, groups)
  refuse(target, next.metadata.name ?? '', faults)
  if (subresource?.name === 'status') return
  for (const text of behaviour.warnings?.(next, live) ?? []) caller.warn(text)
}

/**
 * The faults of one pass over the object between the faults of its metadata: the generic ones and `before` checks, then the other
 * checks.
 */
const around = ({ generic, checks }: MetaRevision, ofKind: readonly FieldError[], before = checks.length) => [
  ...generic,
  ...checks.slice(0, before).flat(),
  ...ofKind,
  ...checks.slice(before).flat(),
]

/** Sorts the errors into the order of the real server, which checks the metadata again before each pass over the object. */
function inOrder(
  { generic, checks }: MetaRevision,
  names: Behaviour['metadataChecks'],
  groups: readonly UpdateFaults[],
): FieldError[] {
  const rest = [...groups]
  const errors = [...generic]
  // When a kind has rules for updates only, their errors follow all checks of the metadata.
  const isOnePass = groups.length === 1 && groups[0]?.of === 'change'
  for (const [index, name] of names.entries()) {
    const ofRules = !isOnePass && rest[0] !== undefined && name.endsWith(rest[0].of) ? rest.shift()?.faults : undefined
    // A call takes fewer arguments than an object may have faults.
    for (const faults of [checks[index] ?? [], ofRules ?? []]) for (const fault of faults) errors.push(fault)
  }
  return [...errors, ...rest.flatMap(({ faults }) => faults)]
}

/** Refuses an object with errors. @throws invalid() with at most MAX_FIELD_ERRORS of them */
function refuse({ resource }: Target, name: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(rulesGroup(resource), resource.kind, name, errors.slice(0, MAX_FIELD_ERRORS))
}

/** The uid and the revision that the live object must have. The uid '' and the revision 0 (the default) fit any object. */
interface Preconditions {
  readonly uid: string
  readonly revision?: Int64
}

/**
 * Checks the preconditions of a request.
 * @throws conflict() with the message of the real server's store, when the live object does not meet them
 */
export function checkPreconditions(write: Write, wanted: Preconditions, live: ApiObject | undefined): void {
  const { uid, revision = 0 } = wanted
  const { uid: actual = '', resourceVersion = '' } = live?.metadata ?? {}
  if (uid !== '' && uid !== actual) throw unmet(write, 'UID', uid, actual)
  if (revision > 0 && String(revision) !== resourceVersion)
    throw unmet(write, 'ResourceVersion', String(revision), resourceVersion)
}

function unmet({ target, options }: Write, name: string, wanted: string, actual: string): Error {
  const why = `Precondition failed: ${name} in precondition: ${wanted}, ${name} in object meta: ${actual}`
  // The real server checks a dry run itself, with the key to which its store has not yet added the prefix.
  const key = (options.dryRun ? '' : '/registry') + storageKey(target)
  return conflict(
    groupResource(target),
    target.name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
  )
}

/** Checks the resourceVersion in the request and replaces it with the stored one (reference/verbs.md 10 to 12). */
export function checkVersion(target: WriteTarget, stored: Stored, next: Draft): void {
  const given = objectVersion(next.metadata.resourceVersion)
  const { resource, name } = target
  if (given === 0 && !resource.behaviour.unconditionalUpdate) {
    // The real server names the resource in this refusal, and the kind in all others.
    const fault = fieldError.invalidShown('metadata.resourceVersion', '0x0', 'must be specified for an update')
    throw invalid(resource.group, resource.name, name, [fault])
  }
  if (given !== 0 && given !== stored.revision) throw staleConflict(groupResource(target), name)
  next.metadata.resourceVersion = String(stored.revision)
}
