import { parseGroupVersion, type GroupVersionKind } from '../../api/group-version.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { typeOf } from '../../cel/cel.ts'
import { CompileError } from '../../cel/faults.ts'
import type { Type } from '../../cel/types.ts'
import { DYN, variableType } from '../../cel/types.ts'
import { variableTypes } from '../../resources/admission-registration/expressions.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import type { Catalog, ResourceFacts } from '../../resources/resource.ts'
import { objectType } from './object-types.ts'

export interface ExpressionWarning extends JsonObject {
  /** The path of the expression, such as `spec.validations[0].expression`. */
  fieldRef: string
  warning: string
}

/** The maximum number of kinds that are checked for one match rule. A rule that reaches it ends the search. */
const MAX_KINDS = 10

/**
 * The type faults of a policy's expressions for each kind that the policy names. Checks only validations and their
 * message expressions.
 * @param unique a number that distinguishes the type names from the type names of other checks
 */
export function checkTypes(policy: ApiObject, catalog: Catalog, unique: number): ExpressionWarning[] {
  const typed = (kind: GroupVersionKind): Type | undefined => {
    const found = catalog.byKind(kind)
    return found && objectType(found.version, `${kind.kind}${unique}`)
  }
  const paramKind = paramKindOf(policy)
  const params = paramKind && typed(paramKind)
  const kinds = kindsOf(policy, catalog).flatMap((kind): Checked[] => {
    const object = typed(kind)
    return object === undefined ? [] : [{ kind, variables: namesOf(policy, object, params) }]
  })
  return listAt(policy, 'spec.validations')
    .filter(isObject)
    .flatMap((validation, index) =>
      (['expression', 'messageExpression'] as const).flatMap((field) => {
        const source = textAt(validation, field)
        const texts = source === '' ? [] : kinds.flatMap((kind) => faultsOf(source, kind))
        if (texts.length === 0) return []
        return [{ fieldRef: `spec.validations[${index}].${field}`, warning: texts.join('\n') }]
      }),
    )
}

interface Checked {
  readonly kind: GroupVersionKind
  readonly variables: ReadonlyMap<string, Type>
}

function faultsOf(source: string, { kind, variables }: Checked): string[] {
  const { group, version, kind: name } = kind
  const fault = typeOrFault(source, variables)
  return typeof fault === 'string' ? [`${group}/${version}, Kind=${name}: ${fault}\n`] : []
}

/** The type of the expression's value, or its fault. */
function typeOrFault(source: string, variables: ReadonlyMap<string, Type>): Type | string {
  try {
    return typeOf(source, { variables })
  } catch (error) {
    if (error instanceof CompileError) return error.message
    throw error
  }
}

function paramKindOf(policy: ApiObject): GroupVersionKind | undefined {
  const paramKind = valueAt(policy, 'spec.paramKind')
  if (!isObject(paramKind)) return undefined
  const groupVersion = parseGroupVersion(textAt(paramKind, 'apiVersion'))
  return groupVersion && { ...groupVersion, kind: textAt(paramKind, 'kind') }
}

/** The variables of an expression for one type of object. `params` is undefined when the kind of the params is unknown. */
function namesOf(policy: ApiObject, object: Type, params: Type | undefined): ReadonlyMap<string, Type> {
  // Filled below: each variable may read the earlier ones.
  const composed = new Map<string, Type>()
  const names = variableTypes({ params: false, authorizer: true, variables: composed })
  names.set('object', object).set('oldObject', object)
  if (params !== undefined) names.set('params', params)
  // The real checker declares only `authorizer`: `requestResource` is a field of it.
  names.delete('authorizer.requestResource')
  for (const variable of listAt(policy, 'spec.variables').filter(isObject)) {
    const type = typeOrFault(textAt(variable, 'expression'), names)
    composed.set(textAt(variable, 'name'), typeof type === 'string' ? DYN : variableType(type))
  }
  return names
}

/** The kinds that the rules of a policy name in full, in order; wildcards and subresources are not looked up. */
function kindsOf(policy: ApiObject, catalog: Catalog): GroupVersionKind[] {
  const kinds = new Map<string, GroupVersionKind>()
  for (const rule of listAt(policy, 'spec.matchConstraints.resourceRules').filter(isObject)) {
    const groups = textsAt(rule, 'apiGroups')
    const versions = textsAt(rule, 'apiVersions')
    if ([...groups, ...versions].some((text) => text.includes('*'))) continue
    const resources = textsAt(rule, 'resources').filter((resource) => !/[*/]/.test(resource))
    const found = firstKinds(catalog, { groups, versions, resources })
    for (const kind of found) kinds.set(`${kind.group}\0${kind.version}\0${kind.kind}`, kind)
    if (found.length >= MAX_KINDS) break
  }
  return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind)
}

interface NamedLists {
  readonly groups: readonly string[]
  readonly versions: readonly string[]
  readonly resources: readonly string[]
}

/**
 * Combines only names that the catalog has. The number of combinations is the product of the lengths of the lists, and a rule may
 * list thousands of names.
 */
function firstKinds(catalog: Catalog, { groups, versions, resources }: NamedLists): GroupVersionKind[] {
  const all = catalog.all()
  const served = new Set(all.flatMap((one) => one.versions.map(({ version }) => version)))
  const names = new Set(all.flatMap((one) => [one.name, one.singular]))
  const found: GroupVersionKind[] = []
  for (const group of distinct(groups, (text) => text === '' || all.some((one) => one.group === text)))
    for (const version of distinct(versions, (text) => served.has(text)))
      for (const resource of distinct(resources, (text) => names.has(text.toLowerCase()))) {
        found.push(...kindsFor(all, { group, version, resource }))
        if (found.length >= MAX_KINDS) return found.slice(0, MAX_KINDS)
      }
  return found
}

const distinct = (texts: readonly string[], isKnown: (text: string) => boolean): string[] =>
  [...new Set(texts)].filter(isKnown)

const textsAt = (rule: JsonObject, field: string): string[] => listAt(rule, field).map(String).sort()

interface Named {
  readonly group: string
  readonly version: string
  readonly resource: string
}

/**
 * The kinds that a rule names, as the mapper of the real server finds them: an empty group matches all groups, and singular
 * names match too.
 */
function kindsFor(all: readonly ResourceFacts[], { group, version, resource }: Named): GroupVersionKind[] {
  const wanted = resource.toLowerCase()
  return all
    .filter((one) => (group === '' || one.group === group) && (one.name === wanted || one.singular === wanted))
    .filter(({ versions }) => versions.some((one) => one.version === version))
    .map((one) => ({ group: one.group, version, kind: one.kind }))
}
