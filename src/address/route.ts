import { parseResourcePath, resourcePath } from '../client/resource-path.ts'
import type { ObjectRef } from '../client/object-ref.ts'
import { LABS, type LabId } from './labs.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'

export type ObjectSection = 'yaml' | 'details' | 'events' | 'history'

/** The tab that is shown in the middle of the window. */
export type Place =
  | { readonly kind: 'collection'; readonly at: ObjectRef }
  | { readonly kind: 'object'; readonly at: ObjectRef; readonly section: ObjectSection }
  | { readonly kind: 'file'; readonly name: string }
  /** The map of a namespace; empty for the namespace that the explorer shows. */
  | { readonly kind: 'map'; readonly namespace: string }
  /** The lessons that can be chosen. */
  | { readonly kind: 'catalogue' }
  /** A lab: a view in which the reader can try one part of the API. */
  | { readonly kind: 'lab'; readonly id: LabId }
  /** The examples page, with the example of this id selected. */
  | { readonly kind: 'examples'; readonly id: string }

/** The pages that work in every cluster; every other place belongs to one cluster. */
export type GeneralPage = 'catalogue' | 'examples' | 'lab'

export function isGeneralPage(kind: Place['kind']): kind is GeneralPage {
  return kind === 'catalogue' || kind === 'examples' || kind === 'lab'
}

/** The parsed address, without its fragment: the fragment contains shared clusters. */
export interface Route {
  readonly cluster?: string
  /** Opens a cluster of this dialect, or creates one; without effect beside the id of a cluster. */
  readonly dialect?: DialectName
  readonly place?: Place
}

const SECTIONS: readonly ObjectSection[] = ['yaml', 'details', 'events', 'history']

/**
 * The query of an address: `?cluster=ID&at=/apis/apps/v1/namespaces/shop/deployments/web&show=details`. A query works
 * on any static host and under any path. `at` is a path of the API, so a person can read and type an address.
 */
export function formatRoute({ cluster, place }: Route): string {
  const query: [string, string][] = []
  if (cluster !== undefined) query.push(['cluster', cluster])
  if (place?.kind === 'file') query.push(['file', place.name])
  else if (place?.kind === 'examples') query.push(['example', place.id])
  else if (place?.kind === 'catalogue') query.push(['catalogue', ''])
  else if (place?.kind === 'lab') query.push(['lab', place.id])
  else if (place?.kind === 'map') query.push(['map', place.namespace])
  else if (place !== undefined) query.push(['at', resourcePath(place.at)])
  if (place?.kind === 'object' && place.section !== 'yaml') query.push(['show', place.section])
  if (query.length === 0) return ''
  // A query may contain a slash; URLSearchParams would escape it and make addresses hard to read.
  return '?' + query.map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%2F', '/')}`).join('&')
}

/** Parses any query; unknown parameters and values are ignored. */
export function parseRoute(search: string): Route {
  const query = new URLSearchParams(search)
  const dialect = query.get('dialect')
  return {
    cluster: query.get('cluster') ?? undefined,
    ...(dialect === 'k8s' || dialect === 'svc' ? { dialect } : {}),
    place: parsePlace(query),
  }
}

function parsePlace(query: URLSearchParams): Place | undefined {
  const file = query.get('file')
  if (file !== null && file !== '') return { kind: 'file', name: file }
  const id = query.get('example')
  if (id !== null) return { kind: 'examples', id }
  if (query.has('catalogue')) return { kind: 'catalogue' }
  const lab = LABS.find((known) => known === query.get('lab'))
  if (lab !== undefined) return { kind: 'lab', id: lab }
  const namespace = query.get('map')
  if (namespace !== null) return { kind: 'map', namespace }
  const at = parseResourcePath(query.get('at') ?? '')
  if (at === undefined) return undefined
  if (at.name === '') return { kind: 'collection', at }
  const show = query.get('show')
  return { kind: 'object', at, section: SECTIONS.find((section) => section === show) ?? 'yaml' }
}

/**
 * Whether Back should return to the previous address. It should not when the previous address names no cluster, nor when only the
 * view of an object, the namespace of the map or the example has changed.
 */
export function isStep(from: Route, to: Route): boolean {
  if (from.cluster === undefined) return false
  if (from.place?.kind === 'map' && to.place?.kind === 'map') return from.cluster !== to.cluster
  if (from.place?.kind === 'examples' && to.place?.kind === 'examples') return from.cluster !== to.cluster
  if (from.place?.kind !== 'object' || to.place?.kind !== 'object') return true
  return from.cluster !== to.cluster || resourcePath(from.place.at) !== resourcePath(to.place.at)
}
