import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { snippetCompletion } from '@codemirror/autocomplete'
import type { Text } from '@codemirror/state'
import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { Discovery } from '../client/discovery.ts'
import { skeleton } from '../examples/skeletons.ts'
import type { OpenApiTypes, TypeNode } from './openapi.ts'
import { walk } from './openapi.ts'
import { describeType } from './type-text.ts'
import type { YamlPlace } from './yaml-place.ts'
import { documentAround, placeAt, topLevel } from './yaml-place.ts'

/** The cluster data of completion and hover. */
export interface SchemaSources {
  readonly dialect: Dialect
  readonly types: OpenApiTypes
  discovery(): Promise<Discovery>
}

export interface LocatedValue {
  readonly place: YamlPlace
  readonly apiVersion: string
  readonly kind: string
  /** The schema of the mapping around the position. */
  readonly parent: TypeNode | undefined
}

export async function locate(doc: Text, position: number, types: OpenApiTypes): Promise<LocatedValue | undefined> {
  const lines = doc.toJSON()
  const line = doc.lineAt(position)
  const place = placeAt(lines, line.number - 1, position - line.from)
  if (place === undefined) return undefined
  const apiVersion = topLevel(lines, place.document, 'apiVersion')
  const kind = topLevel(lines, place.document, 'kind')
  const root = apiVersion === '' || kind === '' ? undefined : await types.type(apiVersion, kind)
  return { place, apiVersion, kind, parent: root && walk(root, place.parent) }
}

/** Completes keys from the schema, required keys first, and values from enums, booleans and the served kinds. */
export function completionSource(sources: SchemaSources, namespace: () => string) {
  const { types, discovery } = sources
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w./$-]*/)
    if (word !== null && isEmptyDocument(context, word.text))
      return { from: word.from, options: await skeletons(sources, namespace()), validFor: /^[\w./$-]*$/ }
    const found = await locate(context.state.doc, context.pos, types)
    if (word === null || found === undefined || (word.from === word.to && !context.explicit && !found.place.inValue))
      return null
    const options = found.place.inValue ? await values(found, discovery) : keys(found, context)
    return options.length === 0 ? null : { from: word.from, options, validFor: /^[\w./$-]*$/ }
  }
}

/** Whether the YAML document contains only comments and the typed word. */
function isEmptyDocument({ state, pos, explicit }: CompletionContext, word: string): boolean {
  if (word === '' && !explicit) return false
  const lines = state.doc.toJSON()
  const row = state.doc.lineAt(pos).number - 1
  if ((lines[row] ?? '') !== word) return false
  const { first, last } = documentAround(lines, row)
  const others = lines.slice(first, last + 1).filter((_, index) => first + index !== row)
  return others.every((line) => /^\s*(#.*)?$/.test(line))
}

/** Completions that insert a whole object, for each kind that can be created. */
async function skeletons({ discovery, dialect }: SchemaSources, namespace: string): Promise<Completion[]> {
  const { types } = await discovery()
  return types
    .filter(({ verbs }) => verbs.includes('create') && verbs.includes('list'))
    .map((type) => {
      const apiVersion = formatGroupVersion(type)
      return snippetCompletion(skeleton({ ...type, apiVersion }, dialect, namespace), {
        label: type.kind,
        detail: apiVersion,
        type: 'class',
      })
    })
}

function keys({ place, parent }: LocatedValue, context: CompletionContext): Completion[] {
  const line = context.state.doc.lineAt(context.pos)
  const indent = ' '.repeat(context.pos - line.from - (context.matchBefore(/[\w./$-]*/)?.text.length ?? 0))
  const colonFollows = /^\s*:/.test(line.text.slice(context.pos - line.from))
  if (parent === undefined && place.parent.length === 0)
    return ['apiVersion', 'kind', 'metadata', 'spec']
      .filter((key) => !place.siblings.includes(key))
      .map((key) => ({ label: key, type: 'property' }))
  const required = parent?.schema.required ?? []
  return Object.keys(parent?.schema.properties ?? {})
    .filter((key) => !place.siblings.includes(key))
    .map((key) => {
      const child = parent?.child(key)
      return {
        label: key,
        type: 'property',
        detail: child === undefined ? '' : describeType(child),
        ...(child?.description === undefined ? {} : { info: child.description }),
        boost: required.includes(key) ? 10 : 0,
        ...(colonFollows ? {} : { apply: `${key}${opening(child, indent)}` }),
      }
    })
}

/** The text after a completed key: a nested line for mappings and lists, a space for scalars. */
function opening(child: TypeNode | undefined, indent: string): string {
  const { schema } = child ?? {}
  if (schema?.type === 'array') return `:\n${indent}- `
  if (schema?.properties !== undefined || schema?.additionalProperties !== undefined) return `:\n${indent}  `
  return ': '
}

async function values(
  { place, parent, apiVersion, kind }: LocatedValue,
  discovery: SchemaSources['discovery'],
): Promise<Completion[]> {
  if (place.parent.length === 0 && (place.key === 'apiVersion' || place.key === 'kind')) {
    const served = (await discovery()).types.filter((type) => type.verbs.includes('create'))
    const nameOf = (type: (typeof served)[number]) =>
      type.group === '' ? type.version : `${type.group}/${type.version}`
    const options =
      place.key === 'kind'
        ? served.filter((type) => apiVersion === '' || nameOf(type) === apiVersion).map((type) => type.kind)
        : served.filter((type) => kind === '' || type.kind === kind).map(nameOf)
    return [...new Set(options)].map((label) => ({ label, type: 'class' }))
  }
  const schema = parent?.child(place.key)?.schema
  if (schema?.type === 'boolean') return ['true', 'false'].map((label) => ({ label, type: 'keyword' }))
  return (schema?.enum ?? []).map((value) => ({ label: value === '' ? '""' : String(value), type: 'enum' }))
}
