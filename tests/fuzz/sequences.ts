import { objectOrEmpty, stringOrEmpty, type Json, type JsonObject } from '../../worker/api/json.ts'
import type { Dice } from './dice.ts'
import { pickFrom } from './dice.ts'
import { changed, pathsOf } from './changes.ts'
import type { Draft } from './requests.ts'

/** An object that an answer showed. */
export interface Seen {
  /** Its URL, without a query. */
  readonly url: string
  readonly object: JsonObject
}

type FollowUp = (dice: Dice, seen: Seen) => Omit<Draft, 'headers'> & { readonly type?: string }

const encoder = new TextEncoder()
const bytes = (json: Json): Uint8Array => encoder.encode(JSON.stringify(json))
const collectionOf = (url: string): string => url.slice(0, url.lastIndexOf('/'))

const metadataOf = ({ object }: Seen): JsonObject => objectOrEmpty(object.metadata)
const withMetadata = (seen: Seen, metadata: JsonObject): JsonObject => ({
  ...seen.object,
  metadata: { ...metadataOf(seen), ...metadata },
})

const put: FollowUp = (dice, { url, object }) => ({ method: 'PUT', url, body: bytes(changed(dice, object)) })

const putStale: FollowUp = (dice, seen) => {
  const resourceVersion = pickFrom(dice, ['1', '0', '', '99999999', 'x'])
  return { method: 'PUT', url: seen.url, body: bytes(changed(dice, withMetadata(seen, { resourceVersion }))) }
}

/** Patches one member of the object with null, a directive, or a value of any type. */
const mergePatch: FollowUp = (dice, { url, object }) => {
  const path = pickFrom(dice, pathsOf(object))
  const strategic = dice.chance(0.7)
  const values: readonly Json[] = [null, {}, [], 'x', 0, ...(strategic ? DIRECTIVES : [])]
  const type = strategic ? 'application/strategic-merge-patch+json' : 'application/merge-patch+json'
  return { method: 'PATCH', url, type, body: bytes(nested(path, pickFrom(dice, values))) }
}

const DIRECTIVES: readonly Json[] = [
  { $patch: 'delete' },
  { $patch: 'replace' },
  { $patch: null },
  { $retainKeys: null },
  { $retainKeys: ['name'] },
  { '$setElementOrder/containers': null },
  { '$setElementOrder/containers': [{}] },
  { '$deleteFromPrimitiveList/finalizers': null },
  [{ $patch: 'delete' }],
  [{ $patch: 'replace' }],
  [{ $patch: null, name: 'c' }],
  [null],
  [{}],
]

/** The value below the path; steps into lists become lists of one item. */
function nested([step, ...rest]: readonly string[], value: Json): Json {
  if (step === undefined) return value
  return /^\d+$/.test(step) ? [nested(rest, value)] : { [step]: nested(rest, value) }
}

const jsonPatch: FollowUp = (dice, { url, object }) => {
  const paths = pathsOf(object)
  const pointer = (): string =>
    pickFrom(dice, paths)
      .map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('')
  const operations = Array.from({ length: 1 + dice.below(4) }, () => ({
    op: pickFrom(dice, ['add', 'remove', 'replace', 'move', 'copy', 'test']),
    path: pointer(),
    from: pointer(),
    value: pickFrom<Json>(dice, [null, 'x', 1, {}, []]),
  }))
  return { method: 'PATCH', url, type: 'application/json-patch+json', body: bytes(operations) }
}

const apply: FollowUp = (dice, seen) => {
  const { managedFields: _, resourceVersion: __, ...metadata } = metadataOf(seen)
  const object = changed(dice, { ...seen.object, metadata })
  const query = `fieldManager=${pickFrom(dice, ['fuzz', 'other'])}&force=${pickFrom(dice, ['true', 'false'])}`
  return { method: 'PATCH', url: `${seen.url}?${query}`, type: 'application/apply-patch+yaml', body: bytes(object) }
}

const remove: FollowUp = (dice, seen) => {
  const { uid, resourceVersion } = metadataOf(seen)
  const preconditions = pickFrom<JsonObject>(dice, [
    { uid: stringOrEmpty(uid) },
    { resourceVersion: stringOrEmpty(resourceVersion) },
    { uid: 'x' },
    {},
  ])
  const propagationPolicy = pickFrom(dice, ['Foreground', 'Background', 'Orphan', 'x'])
  const options = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions, propagationPolicy }
  return { method: 'DELETE', url: seen.url, body: bytes(options) }
}

const read: FollowUp = (dice, seen) => {
  const version = stringOrEmpty(metadataOf(seen)['resourceVersion'])
  const match = pickFrom(dice, ['&resourceVersionMatch=Exact', '&resourceVersionMatch=NotOlderThan', ''])
  const watch = dice.chance(0.3) ? '&watch=true&timeoutSeconds=1' : ''
  const url = dice.chance(0.5) ? seen.url : collectionOf(seen.url)
  return { method: 'GET', url: `${url}?resourceVersion=${version}${match}${watch}` }
}

const createAgain: FollowUp = (dice, seen) => {
  const metadata = dice.chance(0.5)
    ? { resourceVersion: '' }
    : { resourceVersion: '', name: '', generateName: 'again-' }
  return { method: 'POST', url: collectionOf(seen.url), body: bytes(withMetadata(seen, metadata)) }
}

const subresource: FollowUp = (dice, seen) => {
  const name = pickFrom(dice, ['status', 'scale', 'eviction', 'binding', 'token', 'approval', 'ephemeralcontainers'])
  const method = pickFrom(dice, ['GET', 'PUT', 'POST', 'PATCH'])
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const url = `${seen.url}/${name}`
  return method === 'GET' ? { method, url } : { method, url, type, body: bytes(changed(dice, seen.object)) }
}

const FOLLOW_UPS: readonly FollowUp[] = [
  put,
  putStale,
  mergePatch,
  mergePatch,
  jsonPatch,
  apply,
  apply,
  remove,
  read,
  createAgain,
  subresource,
]

/** A request that uses what an earlier answer showed: its versions, uids, fields and owners. */
export function followUp(dice: Dice, seen: readonly Seen[], headers: Readonly<Record<string, string>>): Draft {
  const { type = 'application/json', ...draft } = pickFrom(dice, FOLLOW_UPS)(dice, pickFrom(dice, seen))
  return { ...draft, headers: { ...headers, ...(draft.body !== undefined && { 'content-type': type }) } }
}

/** The most characters of an answer that is read; larger answers take time and find nothing more. */
const LONGEST_ANSWER = 20_000

/** The object of a successful answer to a request for one object; undefined for other answers. */
export function seenIn({ method, url }: Draft, text: string): Seen | undefined {
  if (text.length > LONGEST_ANSWER || !text.startsWith('{"kind"')) return undefined
  const object = JSON.parse(text) as JsonObject
  const { name, uid } = objectOrEmpty(object.metadata)
  if (typeof name !== 'string' || typeof uid !== 'string') return undefined
  const path = url.split('?')[0] ?? ''
  return { url: method === 'POST' ? `${path}/${encodeURIComponent(name)}` : path, object }
}
