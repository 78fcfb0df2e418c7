import { isObject, type Json, type JsonObject } from '../api/json.ts'
import { dnsSubdomain } from '../api/names.ts'
import type { UserInfo } from '../api/user.ts'
import type { Dialect } from '../dialect/dialect.ts'

/** The part of a request that an event records; each level includes the levels before it. */
export type AuditLevel = (typeof LEVELS)[number]
/**
 * The moment at which an event is written. `ResponseStarted` is for streams, whose answers continue, and for requests that were
 * rejected before they reached the API.
 */
export type AuditStage = (typeof STAGES)[number]

const LEVELS = ['None', 'Metadata', 'Request', 'RequestResponse'] as const
const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const

/** The attributes of a request that rules compare. */
export interface AuditAttributes {
  readonly user: UserInfo | undefined
  readonly verb: string
  readonly path: string
  readonly resourceRequest: boolean
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

export interface AuditDecision {
  readonly level: AuditLevel
  readonly omitStages: ReadonlySet<string>
  readonly omitManagedFields: boolean
}

/** The decision of the first rule that matches; without a match nothing is recorded. */
export type AuditPolicy = (attributes: AuditAttributes) => AuditDecision

export const reaches = (level: AuditLevel, least: AuditLevel): boolean => LEVELS.indexOf(level) >= LEVELS.indexOf(least)

interface Rule {
  readonly decision: AuditDecision
  matches(attributes: AuditAttributes): boolean
}

const SILENT: AuditDecision = { level: 'None', omitStages: new Set(), omitManagedFields: false }

/**
 * Reads a policy of `audit.{domain}/v1`.
 * @throws Error that names the field to mend
 */
export function readAuditPolicy(policy: Json, dialect: Dialect): AuditPolicy {
  const apiVersion = dialect.spell('audit.{domain}/v1')
  if (!isObject(policy) || policy.kind !== 'Policy' || policy.apiVersion !== apiVersion) {
    throw new Error(`Give the audit policy kind Policy and apiVersion ${apiVersion}`)
  }
  const { rules: written } = policy
  if (!Array.isArray(written) || written.length === 0) throw new Error('Give the audit policy at least one rule')
  const omitted = stages(policy, 'omitStages')
  const rules = written.map((rule, i) => {
    const at = `rules[${i}]`
    if (!isObject(rule)) throw new Error(`Make ${at} of the audit policy an object`)
    return readRule(rule, at, omitted, policy.omitManagedFields === true)
  })
  return (attributes) => rules.find((rule) => rule.matches(attributes))?.decision ?? SILENT
}

function readRule(rule: JsonObject, at: string, omitted: readonly string[], omitManagedFields: boolean): Rule {
  const level = LEVELS.find((known) => known === rule.level)
  if (level === undefined) throw new Error(`Set ${at}.level of the audit policy to one of ${LEVELS.join(', ')}`)
  const list = (name: string): readonly string[] => strings(rule, name, `${at}.${name}`)
  const resources = resourceMatchers(rule.resources ?? [], at)
  const [users, groups, verbs] = [list('users'), list('userGroups'), list('verbs')]
  const [namespaces, urls] = [list('namespaces'), list('nonResourceURLs')]
  for (const url of urls) checkUrl(url, at)
  if (urls.length > 0 && (resources.length > 0 || namespaces.length > 0)) {
    throw new Error(`Give ${at} of the audit policy resources and namespaces, or nonResourceURLs, not both`)
  }
  const matchesWhat = (attributes: AuditAttributes): boolean => {
    if (resources.length > 0 || namespaces.length > 0) {
      if (!attributes.resourceRequest || !allows(namespaces, attributes.namespace)) return false
      return resources.length === 0 || resources.some((matches) => matches(attributes))
    }
    return urls.length === 0 || (!attributes.resourceRequest && urls.some((url) => matchesUrl(url, attributes.path)))
  }
  return {
    decision: {
      level,
      omitStages: new Set([...omitted, ...stages(rule, `omitStages`)]),
      omitManagedFields: typeof rule.omitManagedFields === 'boolean' ? rule.omitManagedFields : omitManagedFields,
    },
    matches: (attributes) =>
      allows(users, attributes.user?.username) &&
      (groups.length === 0 || (attributes.user?.groups.some((group) => groups.includes(group)) ?? false)) &&
      allows(verbs, attributes.verb) &&
      matchesWhat(attributes),
  }
}

function checkUrl(url: string, at: string): void {
  if (url !== '*' && !url.startsWith('/'))
    throw new Error(`Begin ${at}.nonResourceURLs of the audit policy with /: ${url}`)
  if (/\*./.test(url)) throw new Error(`End ${at}.nonResourceURLs of the audit policy with its *: ${url}`)
}

/** Whether the list contains the value. An empty list allows everything. */
const allows = (list: readonly string[], value: string | undefined): boolean =>
  list.length === 0 || (value !== undefined && list.includes(value))

const matchesUrl = (url: string, path: string): boolean =>
  url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.replace(/\*+$/, '')))

type Matcher = (attributes: AuditAttributes) => boolean

function resourceMatchers(entries: Json, at: string): Matcher[] {
  if (!Array.isArray(entries)) throw new Error(`Make ${at}.resources of the audit policy a list`)
  return entries.map((entry, i): Matcher => {
    const place = `${at}.resources[${i}]`
    if (!isObject(entry)) throw new Error(`Make ${place} of the audit policy an object`)
    const group = entry.group ?? ''
    if (typeof group !== 'string' || (group !== '' && dnsSubdomain(group).length > 0)) {
      throw new Error(`Name a group without its version in ${place}.group of the audit policy`)
    }
    const resources = strings(entry, 'resources', `${place}.resources`)
    const names = strings(entry, 'resourceNames', `${place}.resourceNames`)
    if (names.length > 0 && resources.length === 0) {
      throw new Error(`Give ${place} of the audit policy resources beside resourceNames`)
    }
    return (attributes) => {
      if (attributes.group !== group) return false
      if (resources.length === 0) return true
      return allows(names, attributes.name) && resources.some((resource) => matchesResource(resource, attributes))
    }
  })
}

/** Whether a pattern matches: `pods`, `pods/log`, `pods/*` (also the pods themselves), `*`, or `*` with a subresource. */
function matchesResource(pattern: string, { resource, subresource }: AuditAttributes): boolean {
  const combined = subresource === '' ? resource : `${resource}/${subresource}`
  if (pattern === '*' || pattern === combined) return true
  if (subresource !== '' && pattern === `*/${subresource}`) return true
  return pattern === `${resource}/*`
}

function stages(holder: JsonObject, name: string): readonly string[] {
  const list = strings(holder, name, name)
  const unknown = list.find((stage) => !STAGES.some((known) => known === stage))
  if (unknown !== undefined) throw new Error(`Use ${STAGES.join(', ')} in ${name} of the audit policy, not ${unknown}`)
  return list
}

function strings(holder: JsonObject, name: string, place: string): readonly string[] {
  const value = holder[name] ?? []
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  throw new Error(`Make ${place} of the audit policy a list of strings`)
}
