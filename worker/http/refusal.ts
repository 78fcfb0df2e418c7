import { internalError, plainError, serviceUnavailable, StatusError, type Status } from '../api/status.ts'
import { StorageFailed, StorageFull } from '../store/store.ts'

interface Circumstances {
  /** The server closes: whatever its storage says then, another attempt elsewhere may succeed. */
  readonly closing: boolean
  /** Told of errors that are defects of the server. */
  report(error: unknown): void
}

/**
 * What an error on the way of a request answers. Storage that refuses answers as the real server does when etcd
 * refuses: a 500 with the storage's own words. Whatever is neither is a defect: reported, and a 500.
 */
export function refusal(error: unknown, { closing, report }: Circumstances): Status {
  if (error instanceof StatusError) return error.status
  if (error instanceof StorageFull || error instanceof StorageFailed) {
    if (closing) return shuttingDown().status
    return plainError(storageText(error)).status
  }
  report(error)
  return internalError(String(error)).status
}

export const shuttingDown = (): StatusError => serviceUnavailable('the server is shutting down')

const storageText = (error: StorageFull | StorageFailed): string =>
  error instanceof StorageFull
    ? `etcdserver: mvcc: database space exceeded: ${error.message}; nothing was written, free space on the device and try again`
    : `etcdserver: request failed: ${error.message}; nothing was written`
