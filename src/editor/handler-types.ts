import { numberOfText } from '../../worker/api/numbers.ts'
import type { TypeNode } from './openapi.ts'

// Finds the types of names in the text of a handler. It reads declarations by their form and does not run the code.

/** The types that a name may have. In a webhook for several resources, a name has several. */
export type Types = readonly TypeNode[]

export interface TypeSource {
  /** The type of the objects in a collection, `apps/v1/deployments`; undefined for an unserved one. */
  collection(name: string): Promise<TypeNode | undefined>
  /** The types of the objects that webhook configurations send to a service, `default/guard`. */
  reviewed(service: string): Promise<Types>
}

const NAME = String.raw`[A-Za-z_$][\w$]*`
/** A chain of member accesses: `object.spec?.template.spec.containers[0]`. */
const PATH = String.raw`${NAME}(?:[?!]?\.${NAME}|[?!]?\.?\[\d+\])*`
/** Methods of lists whose callback receives an element. */
const EACH = 'map|filter|find|some|every|forEach|flatMap|findLast'

export function segmentsOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/[A-Za-z_$][\w$]*|\d+/g)].map(([part]) => (/^\d/.test(part) ? numberOfText(part) : part))
}

const below = (types: Types, step: string | number): Types => types.flatMap((type) => type.child(step) ?? [])

/** The types at a path whose first segment is a known name. */
export function typesAt(path: readonly (string | number)[], names: ReadonlyMap<string, Types>): Types {
  const [first, ...rest] = path
  return rest.reduce<Types>((types, step) => below(types, step), names.get(String(first)) ?? [])
}

/** The types of the names that the text declares for objects and their parts. */
export async function namesIn(text: string, source: TypeSource): Promise<ReadonlyMap<string, Types>> {
  const names = new Map<string, Types>(await handled(text, source))
  for (const [, name = '', verb = '', collection = ''] of text.matchAll(READ)) {
    const type = await source.collection(collection)
    if (type !== undefined) names.set(name, verb === 'list' ? [listOf(type)] : [type])
  }
  for (const declared of text.matchAll(DECLARED)) declare(names, declared.groups ?? {})
  return names
}

/** The declaration of an object or list that the handler reads: `const web = await get('apps/v1/deployments', …`. */
const READ = new RegExp(
  String.raw`(?:const|let)\s+(${NAME})\s*=\s*await\s+(?:\w+\.)?(get|list)\(\s*['"]([^'"]+)['"]`,
  'g',
)

const DECLARED = new RegExp(
  [
    String.raw`(?:const|let)\s+\{(?<members>[^}=]*)\}\s*=\s*(?<whole>${PATH})`,
    String.raw`(?:const|let)\s+(?<name>${NAME})\s+of\s+(?<list>${PATH})`,
    String.raw`(?:const|let)\s+(?<alias>${NAME})\s*=\s*(?<aliased>${PATH})\s*(?:\?\?|[;\n])`,
    String.raw`(?<each>${PATH})[?!]?\.(?:${EACH})\(\s*\(?\s*(?:\{(?<parts>[^}]*)\}|(?<element>${NAME}))\s*\)?\s*=>`,
  ].join('|'),
  'g',
)

function declare(names: Map<string, Types>, groups: Readonly<Record<string, string | undefined>>): void {
  const at = (path = ''): Types => typesAt(segmentsOf(path), names)
  const { members, whole, name, list, alias, aliased, each, parts, element } = groups
  if (members !== undefined) destructure(names, members, at(whole))
  else if (name !== undefined) names.set(name, below(at(list), 0))
  else if (alias !== undefined && at(aliased).length > 0) names.set(alias, at(aliased))
  else if (parts !== undefined) destructure(names, parts, below(at(each), 0))
  else if (element !== undefined && at(each).length > 0) names.set(element, below(at(each), 0))
}

/** Stores the types of destructured members, such as `spec, metadata: meta`. */
function destructure(names: Map<string, Types>, members: string, types: Types): void {
  for (const [, member = '', renamed] of members.matchAll(
    new RegExp(String.raw`(${NAME})(?:\s*:\s*(${NAME}))?`, 'g'),
  )) {
    const found = below(types, member)
    if (found.length > 0) names.set(renamed ?? member, found)
  }
}

const listOf = (item: TypeNode): TypeNode => ({
  schema: { type: 'array', items: item.schema },
  description: undefined,
  child: (step) => (typeof step === 'number' ? item : undefined),
})

/** The objects that the handler itself receives: `object`, `oldObject`, and both as members of a request. */
async function handled(text: string, source: TypeSource): Promise<Map<string, Types>> {
  const [, watched] = /\bwatch\s*:\s*['"]([^'"]+)['"]/.exec(text) ?? []
  const [, service] = /\bservice\s*:\s*['"]([^'"]+)['"]/.exec(text) ?? []
  const type = watched === undefined ? undefined : await source.collection(watched)
  const types = type === undefined && service !== undefined ? await source.reviewed(service) : [type ?? []].flat()
  if (types.length === 0) return new Map()
  const request: TypeNode = {
    schema: { type: 'object', properties: Object.fromEntries(['object', 'oldObject'].map((name) => [name, {}])) },
    description: undefined,
    child: (step) => (step === 'object' || step === 'oldObject' ? types[0] : undefined),
  }
  return new Map<string, Types>([
    ['object', types],
    ['oldObject', types],
    ['request', [request]],
  ])
}
