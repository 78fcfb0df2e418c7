import type { Json } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import type { ApplyRequest, Caller, PatchRequest, PatchType } from './verbs.ts'

/** The caller of the server's own writes. */
export const serverItself: Caller = {
  requestId: '',
  user: { username: 'system:apiserver', uid: '', groups: ['system:masters'], extra: {} },
  userAgent: '',
  signal: new AbortController().signal,
  trace: { stage: () => undefined },
  warn: () => undefined,
}

/** A patch that the server made itself, without a body to parse. */
export const patchOf = (type: PatchType, value: Json): PatchRequest => ({
  type,
  document: { value, faults: [] },
  fieldValidation: 'Ignore',
})

/** A configuration that the server made itself, without a body to parse. */
export const configurationOf = (config: ApiObject): ApplyRequest => ({ config, faults: [], fieldValidation: 'Ignore' })
