import {
  badRequest,
  internalError,
  plainError,
  serviceUnavailable,
  StatusError,
  timeout,
  type Status,
} from '../api/status.ts'
import { isStackOverflow } from '../runtime/stack-overflow.ts'
import { TOO_DEEP } from './bounded-values.ts'
import type { StorageRefusal } from '../store/store.ts'
import {
  isStorageRefusal,
  ObjectTooLarge,
  OutcomeUnknown,
  StorageDamaged,
  StorageFull,
  StorageRefused,
  StorageUnreachable,
} from '../store/store.ts'
import { errorMessage } from '../runtime/error-message.ts'

interface RefusalContext {
  /** Whether the server is closing: storage errors then become a 503, because a retry may reach another server. */
  readonly closing: boolean
  /** Receives errors that are defects of the server. */
  report(error: unknown): void
}

/**
 * The Status for an error of a request. A storage error is a 500 with the storage's message, as when etcd refuses a request of
 * the real server. Unreachable remote storage is a 503, after which clients retry. A write with an unknown outcome is a 504,
 * after which clients read first. Every other error is a defect, which is reported and answered with 500.
 */
export function refusal(error: unknown, { closing, report }: RefusalContext): Status {
  if (error instanceof StatusError) return error.status
  if (isStorageRefusal(error)) {
    if (closing) return shuttingDown().status
    return plainError(storageText(error)).status
  }
  if (error instanceof StorageUnreachable)
    return serviceUnavailable(`etcdserver: ${error.message}`, RETRY_SECONDS).status
  // Only a deeply nested object overflows the stack; a patch can create one from shallow bodies.
  if (isStackOverflow(error)) return badRequest(TOO_DEEP).status
  if (error instanceof OutcomeUnknown) return timeout(`${error.message}; ${LOOK_FIRST}`).status
  report(error)
  return internalError(String(error)).status
}

const RETRY_SECONDS = 1
const LOOK_FIRST = 'the write may have been made, or not: read the object before you try again'

/**
 * The error for a request whose cluster failed to start: a 503, because the next request starts the cluster again.
 * Storage errors are passed on unchanged.
 */
export function startFailure(error: unknown, report: (error: unknown) => void): unknown {
  if (isStorageRefusal(error) || error instanceof StorageUnreachable) return error
  if (error instanceof StatusError && error.code === 503) return error
  report(error)
  return serviceUnavailable(`the cluster cannot start: ${errorMessage(error)}`, 1)
}

export const shuttingDown = (): StatusError => serviceUnavailable('the server is shutting down')

/** The words before each colon are etcd's. */
function storageText(error: StorageRefusal): string {
  if (error instanceof StorageFull)
    return `etcdserver: mvcc: database space exceeded: ${error.message}; nothing was written, delete objects or free space on the device and try again`
  if (error instanceof StorageRefused) return error.message
  if (error instanceof ObjectTooLarge) return 'etcdserver: request is too large'
  if (error instanceof StorageDamaged) return `etcdserver: corrupt cluster: ${error.message}; nothing was written`
  return `etcdserver: request failed: ${error.message}; nothing was written`
}
