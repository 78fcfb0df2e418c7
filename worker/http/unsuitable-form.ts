import { failure, plainError } from '../api/status.ts'
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

/** The Go type of a built-in object or of a list: `apps.DaemonSet`, `unstructured.UnstructuredList`. */
function goName({ apiVersion, isCustom }: Head, kind: string): string {
  if (isCustom) return 'unstructured.UnstructuredList'
  const [group = ''] = apiVersion.includes('/') ? apiVersion.split(/[./]/) : []
  return `${PACKAGES.get(group) ?? group}.${kind}`
}

/** The refusal of a form for lists, when the answer is one object. */
export function objectRefusal(transform: Transform, { head }: { readonly head: Head }): Error {
  // In the real server, custom resources have the methods of a list, and their Scales are built-in objects.
  if (!head.isCustom) return singleRefusal(transform, goName(head, head.kind))
  return head.apiVersion === SCALE && head.kind === 'Scale'
    ? singleRefusal(transform, 'v1.Scale')
    : plainError('content is not a list')
}

const SCALE = 'autoscaling/v1'

/** The refusal of a form for lists. `goType` is the type of the answer. */
export const singleRefusal = (transform: Pick<Transform, 'kind'>, goType: string): Error =>
  unsuitable(transform, `the requested object is not a list (*${goType})`)

/** The refusal of a form for one object, when the answer is a list. */
export const listRefusal = (transform: Transform, { head }: { readonly head: Head }): Error =>
  unsuitable(transform, `the requested object is a list (*${goName(head, head.listKind)})`)

const unsuitable = (transform: Pick<Transform, 'kind'>, why: string): Error =>
  failure({ code: 406, reason: 'NotAcceptable', message: `you requested ${transform.kind}, but ${why}` })
