import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { annotationLines, describeHead } from '../description.ts'

const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
const string = (value: unknown): string => (typeof value === 'string' ? value : '')

/** One line of a role: a resource, or a path, with what may be done to it. */
interface RuleLine {
  readonly resource: string
  readonly url: string
  readonly name: string
  readonly verbs: string[]
}

function ruleLines(rule: JsonObject): RuleLine[] {
  const verbs = strings(rule.verbs)
  const names = strings(rule.resourceNames)
  const resources = strings(rule.apiGroups).flatMap((group) =>
    strings(rule.resources).flatMap((resource) => {
      const [kind = '', ...sub] = resource.split('/')
      const full = [group === '' ? kind : `${kind}.${group}`, ...sub].join('/')
      return (names.length === 0 ? [''] : names).map((name) => ({ resource: full, url: '', name, verbs }))
    }),
  )
  return [...resources, ...strings(rule.nonResourceURLs).map((url) => ({ resource: '', url, name: '', verbs }))]
}

const bracketed = (text: string): string => (text === '' ? '[]' : `[${text}]`)

export function roleText(object: ApiObject): string {
  const merged = new Map<string, RuleLine>()
  for (const line of objects(object.rules).flatMap(ruleLines)) {
    const key = JSON.stringify([line.resource, line.url, line.name])
    const known = merged.get(key)
    merged.set(key, known === undefined ? line : { ...known, verbs: [...known.verbs, ...line.verbs] })
  }
  // The real client sorts by the text of a rule, which begins with its verbs.
  const order = ({ verbs, resource, url, name }: RuleLine): string => {
    const [full = '', sub = ''] = resource.split('/')
    const [kind = '', ...group] = full.split('.')
    return JSON.stringify([verbs.join(' '), group.join('.'), `${kind}/${sub}`, name, url])
  }
  const rows = [...merged.values()]
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))
    .map(
      ({ resource, url, name, verbs }) =>
        `  ${resource}\t${bracketed(url)}\t${bracketed(name)}\t[${verbs.join(' ')}]\n`,
    )
  return [
    describeHead(object, false),
    'PolicyRule:\n',
    '  Resources\tNon-Resource URLs\tResource Names\tVerbs\n',
    '  ---------\t-----------------\t--------------\t-----\n',
    ...rows,
  ].join('')
}

export function bindingText(object: ApiObject): string {
  const role = isObject(object.roleRef) ? object.roleRef : {}
  const rows = objects(object.subjects).map(
    ({ kind, name, namespace }) => `  ${string(kind)}\t${string(name)}\t${string(namespace)}\n`,
  )
  return [
    describeHead(object, false),
    `Role:\n  Kind:\t${string(role.kind)}\n  Name:\t${string(role.name)}\n`,
    'Subjects:\n  Kind\tName\tNamespace\n  ----\t----\t---------\n',
    ...rows,
  ].join('')
}

/** Secrets that are not there are told as such only by who can look: here their names alone are known. */
export function serviceAccountText(object: ApiObject): string {
  const line = (label: string, names: readonly string[]): string =>
    `${label}:\t${names.length === 0 ? '<none>' : names.join('\n\t')}\n`
  const named = (value: unknown): string[] => objects(value).map(({ name }) => string(name))
  return [
    describeHead(object, true),
    line('Image pull secrets', named(object.imagePullSecrets)),
    line('Mountable secrets', named(object.secrets)),
    line('Tokens', []),
  ].join('')
}

export function priorityClassText(object: ApiObject): string {
  return [
    `Name:\t${object.metadata?.name ?? ''}\n`,
    `Value:\t${String(object.value ?? 0)}\n`,
    `GlobalDefault:\t${String(object.globalDefault ?? false)}\n`,
    `PreemptionPolicy:\t${string(object.preemptionPolicy)}\n`,
    `Description:\t${string(object.description)}\n`,
    annotationLines(object.metadata?.annotations),
  ].join('')
}
