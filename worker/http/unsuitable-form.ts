import { failure } from '../api/status.ts'
import type { Transform } from '../codec/negotiation.ts'

/** The objects of an answer: the `apiVersion` and `kind` that each begins with, and the kind of their list. */
export interface Head {
  readonly apiVersion: string
  readonly kind: string
  readonly listKind: string
  readonly isCustom: boolean
}

/** Go packages of the internal types that are not named like the first part of their group. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['', 'core'],
  ['events', 'core'],
  ['internal', 'apiserverinternal'],
])

/** The Go type of an object: `apps.DaemonSet`, `unstructured.UnstructuredList`. */
function goName({ apiVersion, isCustom, listKind }: Head, kind: string): string {
  if (isCustom) return kind === listKind ? 'unstructured.UnstructuredList' : 'unstructured.Unstructured'
  const [group = ''] = apiVersion.includes('/') ? apiVersion.split(/[./]/) : []
  return `${PACKAGES.get(group) ?? group}.${kind}`
}

/** The refusal of a form for lists, when the answer is one object. */
export const objectRefusal = (transform: Transform, { head }: { readonly head: Head }): Error =>
  unsuitable(transform, `the requested object is not a list (*${goName(head, head.kind)})`)

/** The refusal of a form for one object, when the answer is a list. */
export const listRefusal = (transform: Transform, { head }: { readonly head: Head }): Error =>
  unsuitable(transform, `the requested object is a list (*${goName(head, head.listKind)})`)

const unsuitable = (transform: Transform, why: string): Error =>
  failure({ code: 406, reason: 'NotAcceptable', message: `you requested ${transform.kind}, but ${why}` })
