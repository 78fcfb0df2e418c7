import type { RequestDescription } from '../../worker/http/debug/request-description.ts'
import { isObject, stringOrEmpty } from '../../worker/api/json.ts'
import { TextRefusal, readRequestInfo } from '../../worker/http/request-info.ts'

/** A check for a recorded action, which the author may change. */
export interface ProposedCheck {
  readonly name: string
  readonly title: string
  readonly expr: string
}

/** A request of an action, with the bodies of the request and the response. */
export type DescribedRequest = Pick<
  RequestDescription,
  'method' | 'url' | 'status' | 'user' | 'actingAs' | 'request' | 'response'
>

/** The maximum number of checks for one action. */
const MAX_CHECKS = 5

/**
 * Checks that are false before an action and true after it: they test what the action wrote or removed, or that it was refused.
 * For a command that only read, the check tests that the command has succeeded.
 * @param line the command line; undefined for an applied document
 */
export function proposeChecks(
  line: string | undefined,
  requests: readonly DescribedRequest[],
): readonly ProposedCheck[] {
  const byExpression = new Map<string, ProposedCheck>()
  for (const request of requests) {
    const check = checkOf(request)
    if (check !== undefined) byExpression.set(check.expr, check)
  }
  const checks = [...byExpression.values()].slice(0, MAX_CHECKS)
  if (checks.length > 0 || line === undefined) return checks
  const expr = `commands.exists(c, c.line.startsWith(${quoted(line.trim())}) && c.code == 0)`
  return [{ name: 'ran', title: `You have run ${line.trim().split(/\s+/).slice(0, 3).join(' ')}`, expr }]
}

function checkOf(request: DescribedRequest): ProposedCheck | undefined {
  const info = infoOf(request)
  if (info === undefined || info.resource === '' || info.group.startsWith('auth')) return undefined
  const { verb, resource, group, namespace, subresource } = info
  const type = group === '' ? resource : `${group}/${resource}`
  const name = info.name === '' ? writtenName(request) : info.name
  if (request.status >= 400) return refusal(request, info)
  const object = `object(${[type, namespace, name].filter(Boolean).map(quoted).join(', ')})`
  if (name === '' || verb === 'get' || verb === 'list' || verb === 'watch') return undefined
  const key = `${resource}-${name}`
  if (verb === 'delete') return { name: nameOf(key, 'gone'), title: `${name} is gone`, expr: `!${object}.hasValue()` }
  if (request.status === 201 && subresource === '')
    return { name: nameOf(key, 'exists'), title: `${name} exists`, expr: `${object}.hasValue()` }
  const change = changeOf(request)
  if (change === undefined) return accepted(request, { ...info, name })
  const { field, value, test } = change
  const title = `${name} has ${field} ${String(value)}`.replace(/\s+/g, ' ').slice(0, 200)
  return { name: nameOf(key, field), title, expr: `${object}.value()${test}` }
}

/** A check for the write itself, when the changed field is unknown. */
function accepted({ status }: DescribedRequest, { verb, resource, subresource, name }: Info): ProposedCheck {
  const parts = [
    `r.verb == ${quoted(verb)}`,
    `r.resource == ${quoted(resource)}`,
    ...(subresource === '' ? [] : [`r.subresource == ${quoted(subresource)}`]),
    `r.name == ${quoted(name)}`,
    `r.code == ${status}`,
  ]
  return {
    name: nameOf(`${resource}-${name}`, verb),
    title: `The server has accepted to ${verb} ${name}`,
    expr: `requests.exists(r, ${parts.join(' && ')})`,
  }
}

type Info = ReturnType<typeof readRequestInfo>

function infoOf({ method, url }: DescribedRequest): Info | undefined {
  try {
    return readRequestInfo(method, url)
  } catch (error) {
    if (error instanceof TextRefusal) return undefined
    throw error
  }
}

function refusal({ user, actingAs, status }: DescribedRequest, { verb, resource }: Info): ProposedCheck | undefined {
  // A 404 is not treated as a refusal, because clients also read objects that may not exist.
  if (status === 404) return undefined
  const caller = actingAs === '' ? user : actingAs
  const parts = [
    `r.verb == ${quoted(verb)}`,
    `r.resource == ${quoted(resource)}`,
    `r.user == ${quoted(caller)}`,
    `r.code == ${status}`,
  ]
  return {
    name: nameOf(`${verb}-${resource}`, 'refused'),
    title: `The server has refused to ${verb} ${resource}`,
    expr: `requests.exists(r, ${parts.join(' && ')})`,
  }
}

/** The name of a created object. The URL of a create does not contain it. */
function writtenName({ response }: DescribedRequest): string {
  const body = response?.body
  const value: unknown = typeof body === 'string' ? undefined : body
  const metadata = isObject(value) ? value['metadata'] : undefined
  const name = isObject(metadata) ? metadata['name'] : undefined
  return stringOrEmpty(name)
}

interface Change {
  readonly field: string
  readonly value: Scalar
  /** The test of the changed field, which follows the expression of the object. */
  readonly test: string
}

type Scalar = string | number | boolean

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

/** The top-level fields that checks test. A patch repeats other fields, such as `kind`, without changing them. */
const CHECKED_FIELDS: ReadonlySet<string> = new Set(['spec', 'data', 'metadata', 'rules', 'subjects'])

/** The first field that a merge patch sets to a single value. Undefined for an apply, which repeats unchanged fields. */
function changeOf({ request }: DescribedRequest): Change | undefined {
  const type = request?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const body: unknown = request?.body
  if (!/(merge|strategic)/.test(type) || !isObject(body)) return undefined
  for (const [field, value] of Object.entries(body)) {
    const change = CHECKED_FIELDS.has(field) ? changeIn(value, member(field)) : undefined
    if (change !== undefined) return change
  }
  return undefined
}

function changeIn(value: unknown, test: string): Change | undefined {
  if (Array.isArray(value)) return changeOfItem(value[0], test)
  if (!isObject(value)) return undefined
  for (const [field, inner] of Object.entries(value)) {
    if (field.startsWith('$')) continue
    const at = test + member(field)
    if (isScalar(inner)) return { field, value: inner, test: `${at} == ${literal(inner)}` }
    const change = changeIn(inner, at)
    if (change !== undefined) return change
  }
  return undefined
}

/** The first changed field of an item, which a strategic merge patch identifies by its name. */
function changeOfItem(item: unknown, test: string): Change | undefined {
  if (!isObject(item)) return undefined
  const { name, ...fields } = item
  const [field, value] = Object.entries(fields).find(([key, one]) => !key.startsWith('$') && isScalar(one)) ?? []
  if (typeof name !== 'string' || field === undefined || !isScalar(value)) return undefined
  return {
    field,
    value,
    test: `${test}.exists(i, i.name == ${quoted(name)} && i${member(field)} == ${literal(value)})`,
  }
}

/** A part of a path in CEL: `.replicas`, `['app.example/name']` or `[0]`. */
function member(part: string): string {
  if (/^\d+$/.test(part)) return `[${part}]`
  return /^[a-zA-Z_]\w*$/.test(part) ? `.${part}` : `[${quoted(part)}]`
}

const quoted = (text: string): string =>
  `'${text.replace(/[\\']/g, (character) => `\\${character}`).replaceAll('\n', String.raw`\n`)}'`

const literal = (value: Scalar): string => (typeof value === 'string' ? quoted(value) : String(value))

/** The name of a check, which must be a DNS label. */
const nameOf = (...parts: readonly string[]): string =>
  parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'check'
