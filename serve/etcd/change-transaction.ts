import type { LogChange } from '../../worker/store/persistence/log.ts'
import { BasisChanged, RevisionMismatch } from '../../worker/store/store.ts'
import type { Comparison, TxnRequest, TxnResponse } from './etcd-client.ts'
import { headOf, type KeySpace } from './key-space.ts'

/** The reason of a refused change, reported after the newest change is visible. */
export interface Loss {
  readonly newest: number
  readonly error: RevisionMismatch
}

/**
 * The transaction of one change. With a token it also writes the head. A removal without a token only deletes, which etcd
 * accepts even when its space is exceeded.
 */
export function changeTransaction(
  { key, value, expected, cause, basis }: LogChange,
  keys: KeySpace,
  token: string | undefined,
): TxnRequest {
  const place = keys.keyOf(key)
  const { head } = keys
  const compare: Comparison[] = [{ key: place, target: 'MOD', modRevision: expected }]
  if (basis !== undefined) {
    const range = keys.rangeOf(basis.resource)
    compare.push({ ...range, target: 'MOD', result: 'LESS', modRevision: basis.revision + 1 })
  }
  const made = value === undefined ? { requestDeleteRange: { key: place } } : { requestPut: { key: place, value } }
  return {
    compare,
    success:
      token === undefined ? [made] : [made, { requestPut: { key: head, value: headOf(keys.form, token, cause) } }],
    failure: [{ requestRange: { key: head } }, { requestRange: { key: place } }],
  }
}

/**
 * Returns the conflict that prevented a change, and the revision of the newest change. Returns undefined when the change was
 * made.
 */
export function lossOf({ key, expected, basis }: LogChange, { succeeded, responses }: TxnResponse): Loss | undefined {
  if (succeeded) return undefined
  const [newest = 0, current = 0] = responses.map(({ responseRange }) => responseRange?.kvs[0]?.modRevision)
  const error =
    current === expected
      ? new BasisChanged(`${basis?.resource} are not what they were at revision ${basis?.revision} any more`)
      : new RevisionMismatch(`${key} is not at revision ${expected} any more`)
  return { newest, error }
}
