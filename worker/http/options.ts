import type { FieldError } from '../api/field-error.ts'
import { fieldError, quote } from '../api/field-error.ts'
import type { JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { badRequest, invalid } from '../api/status.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type {
  ApplyOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  WatchOptions,
  WriteOptions,
} from '../verbs/verbs.ts'
import { flag, wantsWatch } from './request-info.ts'

/** How unknown and duplicate fields of a body are treated (SPEC: Field validation and dry run, 2). */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict'

/** What of a cluster the readers of options must know. */
export interface OptionRules {
  readonly dialect: Dialect
  /** `sendInitialEvents` is accepted. */
  readonly watchList: boolean
}

type WriteKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions'

const first = (query: URLSearchParams, name: string): string => query.get(name) ?? ''

/** @throws badRequest with Go's words, as recorded. */
export function integer(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  if (!/^[+-]?\d+$/.test(value)) throw badRequest(`strconv.ParseInt: parsing ${quote(value)}: invalid syntax`)
  if (BigInt.asIntN(64, BigInt(value)) !== BigInt(value))
    throw badRequest(`strconv.ParseInt: parsing ${quote(value)}: value out of range`)
  return Number(value)
}

function refuse(rules: OptionRules, kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(rules.dialect.spell('meta.{domain}'), kind, '', errors)
}

export function readGetOptions(query: URLSearchParams): GetOptions {
  return { resourceVersion: first(query, 'resourceVersion') }
}

export function readListOptions(query: URLSearchParams, rules: OptionRules): ListOptions {
  integer(query, 'timeoutSeconds')
  const options: ListOptions = {
    resourceVersion: first(query, 'resourceVersion'),
    resourceVersionMatch: first(query, 'resourceVersionMatch'),
    labelSelector: first(query, 'labelSelector'),
    fieldSelector: first(query, 'fieldSelector'),
    limit: integer(query, 'limit') ?? 0,
    continue: first(query, 'continue'),
  }
  refuse(rules, 'ListOptions', listFaults(options, flag(query, 'sendInitialEvents')))
  return options
}

function listFaults(options: ListOptions, sendInitialEvents: boolean | undefined): FieldError[] {
  const { resourceVersionMatch: match } = options
  const errors: FieldError[] = []
  const forbid = (why: string): void => void errors.push(fieldError.forbidden('resourceVersionMatch', why))
  if (match !== '') {
    if (options.resourceVersion === '') {
      forbid('resourceVersionMatch is forbidden unless resourceVersion is provided')
    }
    if (options.continue !== '') forbid('resourceVersionMatch is forbidden when continue is provided')
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      errors.push(fieldError.notSupported('resourceVersionMatch', match, ['Exact', 'NotOlderThan', '']))
    }
    if (match === 'Exact' && options.resourceVersion === '0') {
      forbid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"')
    }
  }
  if (sendInitialEvents !== undefined) {
    errors.push(fieldError.forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  }
  return errors
}

export function readWatchOptions(query: URLSearchParams, rules: OptionRules): WatchOptions {
  const timeoutSeconds = integer(query, 'timeoutSeconds')
  integer(query, 'limit')
  const options: WatchOptions = {
    resourceVersion: first(query, 'resourceVersion'),
    resourceVersionMatch: first(query, 'resourceVersionMatch'),
    labelSelector: first(query, 'labelSelector'),
    fieldSelector: first(query, 'fieldSelector'),
    allowWatchBookmarks: flag(query, 'allowWatchBookmarks') === true,
    sendInitialEvents: flag(query, 'sendInitialEvents'),
    timeoutSeconds,
  }
  // A legacy `/watch/` path without the parameter is checked as the list it would be otherwise, as recorded.
  const token = first(query, 'continue')
  const faults = wantsWatch(query)
    ? watchFaults(options, token, rules.watchList)
    : listFaults({ ...options, limit: 0, continue: token }, options.sendInitialEvents)
  refuse(rules, 'ListOptions', faults)
  return options
}

function watchFaults(options: WatchOptions, token: string, watchList: boolean): FieldError[] {
  const { resourceVersionMatch: match, sendInitialEvents } = options
  const errors: FieldError[] = []
  const forbid = (field: string, why: string): void => void errors.push(fieldError.forbidden(field, why))
  if (sendInitialEvents !== undefined) {
    if (match !== 'NotOlderThan') {
      forbid('resourceVersionMatch', 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan')
    }
    if (!watchList) {
      const why = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'
      forbid('sendInitialEvents', why)
    }
  }
  if (match !== '') {
    if (sendInitialEvents === undefined) {
      const why = 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'
      forbid('resourceVersionMatch', why)
    }
    if (match !== 'NotOlderThan') {
      errors.push(fieldError.notSupported('resourceVersionMatch', match, ['NotOlderThan']))
    }
    if (token !== '') forbid('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided')
  }
  return errors
}

export interface ReadWrite extends WriteOptions {
  readonly fieldValidation: FieldValidation
}

export function readWriteOptions(query: URLSearchParams, kind: WriteKind, rules: OptionRules): ReadWrite {
  const errors = writeFaults(query, rules)
  if (kind === 'PatchOptions' && query.has('force')) {
    errors.unshift(fieldError.forbidden('force', 'may not be specified for non-apply patch'))
  }
  refuse(rules, kind, errors)
  return { ...writeOptions(query), fieldValidation: fieldValidation(query) }
}

export function readApplyOptions(query: URLSearchParams, rules: OptionRules): ApplyOptions & ReadWrite {
  const errors = writeFaults(query, rules)
  if (first(query, 'fieldManager') === '') {
    errors.unshift(fieldError.required('fieldManager', 'is required for apply patch'))
  }
  refuse(rules, 'PatchOptions', errors)
  return { ...writeOptions(query), force: flag(query, 'force') === true, fieldValidation: fieldValidation(query) }
}

const writeOptions = (query: URLSearchParams): WriteOptions => ({
  dryRun: query.has('dryRun'),
  fieldManager: first(query, 'fieldManager'),
})

const FIELD_VALIDATION = ['', 'Ignore', 'Strict', 'Warn']

function fieldValidation(query: URLSearchParams): FieldValidation {
  const value = first(query, 'fieldValidation')
  return value === 'Ignore' || value === 'Strict' ? value : 'Warn'
}

function writeFaults(query: URLSearchParams, rules: OptionRules): FieldError[] {
  const validation = first(query, 'fieldValidation')
  return [
    ...managerFaults(first(query, 'fieldManager')),
    ...dryRunFaults(query.getAll('dryRun'), rules),
    ...(FIELD_VALIDATION.includes(validation)
      ? []
      : [fieldError.notSupported('fieldValidation', validation, FIELD_VALIDATION)]),
  ]
}

/** An empty value is valid by the specification and refused by the recordings (FACTS: Verbs, lists, watches, wire, 1). */
function dryRunFaults(values: readonly string[], rules: OptionRules): FieldError[] {
  const good = (value: string): boolean => value === 'All' || (value === '' && rules.dialect.name === 'svc')
  if (values.every(good)) return []
  const shown = `[]string{${values.map(quote).join(', ')}}`
  return [
    {
      type: 'FieldValueNotSupported',
      field: 'dryRun',
      message: `Unsupported value: ${shown}: supported values: "All"`,
    },
  ]
}

const MANAGER_LIMIT = 128
const PRINTABLE = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

function managerFaults(manager: string): FieldError[] {
  const errors: FieldError[] = []
  if (new TextEncoder().encode(manager).length > MANAGER_LIMIT) {
    errors.push(fieldError.tooLong('fieldManager', MANAGER_LIMIT))
  }
  let at = 0
  for (const character of manager) {
    if (!PRINTABLE.test(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      const why = `invalid character U+${code} (at position ${at})`
      errors.push(fieldError.invalid('fieldManager', manager, why))
    }
    at += new TextEncoder().encode(character).length
  }
  return errors
}

const POLICIES = ['Foreground', 'Background', 'Orphan'] as const
type Policy = (typeof POLICIES)[number]

/** The query's form of DeleteOptions; used where the request has no body (FACTS: Verbs, lists, watches, wire, 9). */
export function deleteOptionsOfQuery(query: URLSearchParams): JsonObject {
  const options: JsonObject = { kind: 'DeleteOptions' }
  const grace = integer(query, 'gracePeriodSeconds')
  if (grace !== undefined) options.gracePeriodSeconds = grace
  const orphan = flag(query, 'orphanDependents')
  if (orphan !== undefined) options.orphanDependents = orphan
  const policy = query.get('propagationPolicy')
  if (policy !== null) options.propagationPolicy = policy
  if (query.has('dryRun')) options.dryRun = query.getAll('dryRun')
  const uid = first(query, 'uid')
  const resourceVersion = first(query, 'resourceVersion')
  if (uid !== '' || resourceVersion !== '') {
    options.preconditions = { ...(uid !== '' && { uid }), ...(resourceVersion !== '' && { resourceVersion }) }
  }
  return options
}

/** `raw` is a decoded DeleteOptions object. */
export function readDeleteOptions(raw: JsonObject, rules: OptionRules): DeleteOptions {
  const { propagationPolicy: policy, orphanDependents: orphan, gracePeriodSeconds: grace } = raw
  const dryRun = Array.isArray(raw.dryRun) ? raw.dryRun.map(String) : []
  const errors: FieldError[] = []
  const known = POLICIES.find((known) => known === policy)
  if (typeof policy === 'string') {
    if (typeof orphan === 'boolean') {
      const why = 'orphanDependents and deletionPropagation cannot be both set'
      errors.push(fieldError.invalid('propagationPolicy', policy, why))
    }
    if (known === undefined) errors.push(fieldError.notSupported('propagationPolicy', policy, [...POLICIES, 'nil']))
  }
  errors.push(...dryRunFaults(dryRun, rules))
  refuse(rules, 'DeleteOptions', errors)
  const { uid, resourceVersion } = isObject(raw.preconditions) ? raw.preconditions : {}
  return {
    dryRun: dryRun.length > 0,
    gracePeriodSeconds: typeof grace === 'number' ? grace : undefined,
    propagationPolicy: known ?? orphanPolicy(orphan),
    preconditions: {
      ...(typeof uid === 'string' && { uid }),
      ...(typeof resourceVersion === 'string' && { resourceVersion }),
    },
    raw,
  }
}

/** The older way to say it. */
function orphanPolicy(orphan: unknown): Policy | undefined {
  return typeof orphan !== 'boolean' ? undefined : orphan ? 'Orphan' : 'Background'
}
