import { errorMessage } from '../../worker/runtime/error-message.ts'
import type {
  FollowedRecord,
  Log,
  LogChange,
  LogRecord,
  LogState,
  SharedLog,
} from '../../worker/store/persistence/log.ts'
import { StorageUnreachable } from '../../worker/store/store.ts'
import { isEncrypted, type CipherList } from './value-ciphers.ts'

/** The ciphers of the values of a key; undefined for a key whose values are stored as they are. */
export type CipherOfKey = (key: string) => CipherList | undefined

/** A log whose values are encrypted. A server does not start when it cannot read one of them. */
export function encryptedLog(
  log: Log | SharedLog,
  cipherOf: CipherOfKey,
  report: (error: unknown) => void,
): Log | SharedLog {
  const open = async (): Promise<LogState> => {
    const state = await log.open()
    return { ...state, records: state.records.map((record) => opened(record, cipherOf)) }
  }
  const close = (): Promise<void> => log.close()
  if ('write' in log) return { open, close, ...sharedParts(log, cipherOf, report) }
  return {
    open,
    commit: (changes) => log.commit(changes.map((change) => sealed(change, cipherOf))),
    get outage() {
      return log.outage
    },
    close,
  }
}

function sharedParts(
  log: SharedLog,
  cipherOf: CipherOfKey,
  report: (error: unknown) => void,
): Omit<SharedLog, 'open' | 'close'> {
  /** The changes of this server, by the encrypted changes that the log received. */
  const originals = new WeakMap<LogChange, LogChange>()
  /** A record that another server wrote with an unknown key leaves the object as it was. */
  const readable = <Record extends LogRecord>(record: Record): Record[] => {
    try {
      return [opened(record, cipherOf)]
    } catch (error) {
      report(error)
      return []
    }
  }
  const withOriginal = (record: FollowedRecord): FollowedRecord => {
    const original = record.change && originals.get(record.change)
    return original === undefined ? record : { ...record, change: original }
  }
  return {
    follow: (follower) =>
      log.follow({
        changed: (records) => follower.changed(records.flatMap(readable).map(withOriginal)),
        reset: (state) => follower.reset({ ...state, records: state.records.flatMap(readable) }),
      }),
    write(change) {
      const sent = sealed(change, cipherOf)
      if (sent !== change) originals.set(sent, change)
      return log.write(sent)
    },
    catchUp: () => log.catchUp(),
  }
}

/** @throws StorageUnreachable for a value that cannot be decrypted */
function opened<Record extends LogRecord>(record: Record, cipherOf: CipherOfKey): Record {
  const { key, value } = record
  if (value === undefined) return record
  const cipher = cipherOf(key)
  if (cipher === undefined && !isEncrypted(value)) return record
  if (cipher === undefined)
    throw new StorageUnreachable(`${key} is encrypted, and --encryption-provider-config has no provider for it`)
  try {
    return { ...record, ...cipher.open(value, key) }
  } catch (error) {
    throw new StorageUnreachable(`${key} cannot be decrypted: ${errorMessage(error)}`, { cause: error })
  }
}

/** A change whose value is encrypted when the log reads it. */
function sealed(change: LogChange, cipherOf: CipherOfKey): LogChange {
  const { key, expected, cause, basis, removes, frees } = change
  const cipher = cipherOf(key)
  if (cipher === undefined) return change
  let value: Uint8Array | undefined
  return {
    key,
    get value() {
      const plain = change.value
      return (value ??= plain && cipher.seal(plain, key))
    },
    expected,
    cause,
    basis,
    ...(removes !== undefined && { removes }),
    ...(frees !== undefined && { frees }),
  }
}
