import { internalError, plainError, serviceUnavailable, StatusError, timeout, type Status } from '../api/status.ts'
import { OutcomeUnknown, StorageFailed, StorageFull, StorageUnreachable } from '../store/store.ts'

interface Circumstances {
  /** The server closes: whatever its storage says then, another attempt elsewhere may succeed. */
  readonly closing: boolean
  /** Told of errors that are defects of the server. */
  report(error: unknown): void
}

/**
 * What an error on the way of a request answers. Storage that refuses answers as the real server does when etcd
 * refuses: a 500 with the storage's own words. Storage elsewhere that is silent answers so that clients try again, a
 * write whose outcome nobody knows so that they look first. Whatever is neither is a defect: reported, and a 500.
 */
export function refusal(error: unknown, { closing, report }: Circumstances): Status {
  if (error instanceof StatusError) return error.status
  if (error instanceof StorageFull || error instanceof StorageFailed) {
    if (closing) return shuttingDown().status
    return plainError(storageText(error)).status
  }
  if (error instanceof StorageUnreachable)
    return serviceUnavailable(`etcdserver: ${error.message}`, RETRY_SECONDS).status
  if (error instanceof OutcomeUnknown) return timeout(`${error.message}; ${LOOK_FIRST}`).status
  report(error)
  return internalError(String(error)).status
}

const RETRY_SECONDS = 1
const LOOK_FIRST = 'the write may have been made, or not: read the object before you try again'

/**
 * What a request is answered whose cluster could not start: that is no fault of the request's, and the next one starts it
 * anew. What storage says stands as it is.
 */
export function notStarted(error: unknown, report: (error: unknown) => void): unknown {
  if (error instanceof StorageFull || error instanceof StorageFailed || error instanceof StorageUnreachable)
    return error
  if (error instanceof StatusError && error.code === 503) return error
  report(error)
  return serviceUnavailable(`the cluster cannot start: ${error instanceof Error ? error.message : String(error)}`, 1)
}

export const shuttingDown = (): StatusError => serviceUnavailable('the server is shutting down')

const storageText = (error: StorageFull | StorageFailed): string =>
  error instanceof StorageFull
    ? `etcdserver: mvcc: database space exceeded: ${error.message}; nothing was written, free space on the device and try again`
    : `etcdserver: request failed: ${error.message}; nothing was written`
