import { integerFault, exactInteger, type Int64 } from '../api/int64.ts'
import { quote } from '../api/go-format.ts'
import type { FieldError } from '../api/field-error.ts'
import { fieldError } from '../api/field-error.ts'
import type { JsonObject } from '../api/json.ts'
import { parseFieldSelector, parseLabelSelector } from '../api/selector.ts'
import { badRequest, invalid } from '../api/status.ts'
import { managerFaults } from '../apply/manager-name.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type {
  ApplyOptions,
  FieldValidation,
  GetOptions,
  ListOptions,
  WatchOptions,
  WriteOptions,
} from '../verbs/verbs.ts'
import { dryRunFaults } from '../verbs/delete-options.ts'
import { flag, wantsWatch } from './request-info.ts'

/** Settings of a cluster that change which options are valid. */
export interface OptionRules {
  readonly dialect: Dialect
  /** Whether `sendInitialEvents` is accepted. */
  readonly watchList: boolean
}

type WriteKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions'

const first = (query: URLSearchParams, name: string): string => query.get(name) ?? ''

/** Reads an integer of 64 bits; undefined without the parameter. @throws badRequest with the message of Go's strconv package */
export function integer(query: URLSearchParams, name: string): Int64 | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  const fault = integerFault(value, true)
  if (fault !== undefined) throw badRequest(`strconv.ParseInt: parsing ${quote(value)}: ${fault}`)
  return exactInteger(BigInt(value.replace('+', '')))
}

function refuse(rules: OptionRules, kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(rules.dialect.spell('meta.{domain}'), kind, '', errors)
}

const NEWEST: GetOptions = { resourceVersion: '' }

export function readGetOptions(query: URLSearchParams): GetOptions {
  if (query.size === 0) return NEWEST
  if (flag(query, 'export') === true) {
    throw badRequest('the export parameter, deprecated since v1.14, is no longer supported')
  }
  const past = first(query, 'atRevision')
  if (past !== '') return { resourceVersion: past, isExact: true }
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
  refuseList(rules, options, listFaults(options, flag(query, 'sendInitialEvents')))
  return options
}

/**
 * Refuses the options of a list when they have faults.
 * @throws badRequest() for a malformed selector, which the real server reads before it checks the options
 */
function refuseList(
  rules: OptionRules,
  { labelSelector, fieldSelector }: Pick<ListOptions, 'labelSelector' | 'fieldSelector'>,
  faults: readonly FieldError[],
): void {
  if (faults.length === 0) return
  parseLabelSelector(labelSelector)
  parseFieldSelector(fieldSelector)
  refuse(rules, 'ListOptions', faults)
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

/** Milliseconds between the turns in which the real server sends bookmarks. */
const BOOKMARK_TICK = 1000

export function readWatchOptions(query: URLSearchParams, rules: OptionRules): WatchOptions {
  const timeoutSeconds = integer(query, 'timeoutSeconds')
  integer(query, 'limit')
  const given: WatchOptions = {
    resourceVersion: first(query, 'resourceVersion'),
    resourceVersionMatch: first(query, 'resourceVersionMatch'),
    labelSelector: first(query, 'labelSelector'),
    fieldSelector: first(query, 'fieldSelector'),
    allowWatchBookmarks: flag(query, 'allowWatchBookmarks') === true,
    sendInitialEvents: flag(query, 'sendInitialEvents'),
    timeoutSeconds,
    bookmarkDelay: BOOKMARK_TICK,
  }
  const token = first(query, 'continue')
  const options = wantsWatch(query) && rules.watchList ? withInitialEvents(given) : given
  // A legacy `/watch/` path without the parameter `watch` is validated as a list, as recorded.
  const faults = wantsWatch(query)
    ? watchFaults(options, token, rules.watchList)
    : listFaults({ ...options, limit: 0, continue: token }, options.sendInitialEvents)
  refuseList(rules, options, faults)
  return options
}

/** With the feature gate `WatchList`, `sendInitialEvents` is true by default for a watch from no resourceVersion or from `0`. */
function withInitialEvents(options: WatchOptions): WatchOptions {
  const { resourceVersion, resourceVersionMatch: match, sendInitialEvents } = options
  if (sendInitialEvents !== undefined || match !== '' || !['', '0'].includes(resourceVersion)) return options
  return { ...options, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
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

/** The options of a write without a query. */
const DEFAULTS: ReadWrite = { dryRun: false, fieldManager: '', validation: '', fieldValidation: 'Warn' }

export function readWriteOptions(query: URLSearchParams, kind: WriteKind, rules: OptionRules): ReadWrite {
  if (query.size === 0) return DEFAULTS
  const errors = writeFaults(query, rules)
  if (kind === 'PatchOptions' && query.has('force')) {
    errors.unshift(fieldError.forbidden('force', 'may not be specified for non-apply patch'))
  }
  refuse(rules, kind, errors)
  return {
    dryRun: query.has('dryRun'),
    fieldManager: first(query, 'fieldManager'),
    validation: first(query, 'fieldValidation'),
    fieldValidation: fieldValidation(query),
  }
}

export function readApplyOptions(query: URLSearchParams, rules: OptionRules): ApplyOptions & ReadWrite {
  const errors = writeFaults(query, rules)
  if (first(query, 'fieldManager') === '') {
    errors.unshift(fieldError.required('fieldManager', 'is required for apply patch'))
  }
  refuse(rules, 'PatchOptions', errors)
  return {
    dryRun: query.has('dryRun'),
    fieldManager: first(query, 'fieldManager'),
    validation: first(query, 'fieldValidation'),
    force: flag(query, 'force') === true,
    fieldValidation: fieldValidation(query),
  }
}

const FIELD_VALIDATION = ['', 'Ignore', 'Strict', 'Warn']

function fieldValidation(query: URLSearchParams): FieldValidation {
  const value = first(query, 'fieldValidation')
  return value === 'Ignore' || value === 'Strict' ? value : 'Warn'
}

function writeFaults(query: URLSearchParams, rules: OptionRules): FieldError[] {
  const validation = first(query, 'fieldValidation')
  return [
    ...managerFaults('fieldManager', first(query, 'fieldManager')),
    ...dryRunFaults(query.getAll('dryRun'), rules.dialect),
    ...(FIELD_VALIDATION.includes(validation)
      ? []
      : [fieldError.notSupported('fieldValidation', validation, FIELD_VALIDATION)]),
  ]
}

/** DeleteOptions from the query, for requests without a body (reference/verbs.md 18 and 20). */
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
