import type { ApiObject } from '../api/object.ts'
import { ownMember } from '../api/json.ts'
import { parseFieldSelector, parseLabelSelector } from '../api/selector.ts'
import { badRequest } from '../api/status.ts'
import { quote } from '../api/go-format.ts'
import type { Catalog, Resource } from '../resources/resource.ts'
import { andThen, type Awaitable } from '../runtime/awaitable.ts'
import type { WatchedValue } from '../store/store.ts'
import type { Target } from './verbs.ts'

/** The selectors of a request. */
export interface Selection {
  matches(object: ApiObject): boolean
  /** Whether an object with these labels may match. Absent when labels do not matter. */
  readonly labels?: (labels: Readonly<Record<string, string>>) => boolean
  /** The only name that can match, when the field selector names it. */
  readonly name?: string
  /** A field value that every matching object has. */
  readonly only?: WatchedValue
}

type Test = (object: ApiObject) => boolean

type Fields = Readonly<Record<string, (object: ApiObject) => string>>

const METADATA: Fields = {
  'metadata.name': (object) => object.metadata?.name ?? '',
  'metadata.namespace': (object) => object.metadata?.namespace ?? '',
}

interface Selectors {
  readonly labelSelector: string
  readonly fieldSelector: string
}

/**
 * Compiles the selectors of a request; undefined without selectors. A field selector needs the behaviour of the kind, which may
 * have to be loaded.
 * @throws badRequest() with the recorded text for a malformed selector or an unknown field
 */
export function compileSelection(
  { catalog }: { readonly catalog: Catalog },
  { resource }: Target,
  selectors: Selectors,
): Awaitable<Selection | undefined> {
  const { labelSelector, fieldSelector } = selectors
  if (fieldSelector !== '') return andThen(catalog.resolve(resource), (resolved) => selectionOf(selectors, resolved))
  const labels = parseLabelSelector(labelSelector)
  return labels && { matches: (object) => labels(object.metadata?.labels), labels }
}

function selectionOf(selectors: Selectors, resource: Resource): Selection | undefined {
  const tests: Test[] = []
  let name: string | undefined
  let only: WatchedValue | undefined
  const labels = parseLabelSelector(selectors.labelSelector)
  if (labels !== undefined) tests.push((object) => labels(object.metadata?.labels))
  for (const { label, negated, value } of parseFieldSelector(selectors.fieldSelector)) {
    const field = fieldOf(resource, label)
    tests.push((object) => (field(object) === value) !== negated)
    if (negated) continue
    only = { field: label, value, read: field }
    if (label === 'metadata.name') name = value
  }
  if (tests.length === 0) return undefined
  return {
    matches: (object) => tests.every((test) => test(object)),
    ...(labels !== undefined && { labels }),
    ...(name !== undefined && { name }),
    ...(only !== undefined && { only }),
  }
}

function fieldOf({ behaviour, namespaced }: Resource, label: string): (object: ApiObject) => string {
  const own = behaviour.fieldSelectors
  const known =
    label === 'metadata.namespace' && own !== undefined && !namespaced ? undefined : ownMember(METADATA, label)
  const field = known ?? (own && ownMember(own, label))
  if (field !== undefined) return field
  // The real server has one message for kinds that list their own fields, and another for all other kinds.
  if (own !== undefined) throw badRequest(behaviour.unsupportedField?.(label) ?? `field label not supported: ${label}`)
  throw badRequest(`${quote(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`)
}
