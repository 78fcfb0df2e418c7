import { describe, expect, it } from 'vitest'
import type { Log, LogChange, LogFollower, LogRecord, SharedLog } from '../../worker/store/persistence/log.ts'
import { encryptedLog } from './encrypted-log.ts'
import { secretbox } from './secretbox.ts'
import { aesCbc, aesGcm, firstOf, identity } from './value-ciphers.ts'

const KEY = 'secrets/default/a'
const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (value: Uint8Array | undefined) =>
  value === undefined ? undefined : Buffer.from(value).toString('latin1')

const gcm = firstOf([aesGcm('k', Buffer.alloc(32, 1))])
const change = (key: string, text: string, expected = 0): LogChange => ({ key, value: bytes(text), expected })

describe('ciphers of values', () => {
  it.each([
    ['aesgcm', aesGcm('k', Buffer.alloc(16, 1))],
    ['aescbc', aesCbc('k', Buffer.alloc(24, 1))],
    ['secretbox', secretbox('k', Buffer.alloc(32, 1))],
  ])('%s reads what it has written, each time with other bytes', (_name, cipher) => {
    const [one, two] = [cipher.seal(bytes('{"a":1}'), KEY), cipher.seal(bytes('{"a":1}'), KEY)]
    expect(textOf(one)).not.toBe(textOf(two))
    expect(textOf(cipher.open(one, KEY))).toBe('{"a":1}')
    expect(() => cipher.open(one.subarray(0, 3), KEY)).toThrow('shorter than the required size')
  })

  it('secretbox reads a value of the library that kube-apiserver uses', () => {
    const sealed = Buffer.from(
      '02020202020202020202020202020202020202020202020294f4bd61ca2054f87898d15cb25578338647bfdf440baf',
      'hex',
    )
    expect(textOf(secretbox('k', Buffer.alloc(32, 1)).open(sealed, KEY))).toBe('{"a":1}')
  })

  it('aesgcm refuses the value of another object', () => {
    const sealed = gcm.seal(bytes('{}'), KEY)
    expect(() => gcm.open(sealed, 'secrets/default/b')).toThrow()
  })

  it('read with the cipher whose prefix a value has, also behind identity', () => {
    const old = firstOf([aesCbc('old', Buffer.alloc(32, 2))])
    const all = firstOf([identity, aesGcm('k', Buffer.alloc(32, 1)), aesCbc('old', Buffer.alloc(32, 2))])
    expect(textOf(all.open(old.seal(bytes('{}'), KEY), KEY).value)).toBe('{}')
    expect(textOf(all.seal(bytes('{}'), KEY))).toBe('{}')
    expect(() => gcm.open(bytes('{}'), KEY)).toThrow('no matching prefix found')
    expect(() => firstOf([identity]).open(gcm.seal(bytes('{}'), KEY), KEY)).toThrow('tried to read encrypted data')
  })
})

it('a value is stale when another cipher than the first has written it', () => {
  const [fresh, old] = [aesGcm('k', Buffer.alloc(32, 1)), aesCbc('old', Buffer.alloc(32, 2))]
  const turned = firstOf([fresh, old, identity])
  const staleness = [firstOf([fresh]), firstOf([old]), firstOf([identity])].map(
    (writer) => turned.open(writer.seal(bytes('{}'), KEY), KEY).isStale,
  )
  expect(staleness).toEqual([false, true, true])
})

/** A log that keeps its records. */
function keptLog(): Log {
  const records: LogRecord[] = []
  return {
    open: () => Promise.resolve({ revision: records.length + 1, records }),
    commit(changes) {
      const first = records.length + 2
      for (const { key, value } of changes) records.push({ key, value, revision: records.length + 2 })
      return Promise.resolve(first)
    },
    close: () => Promise.resolve(),
  }
}

const ofSecrets = (key: string) => (key.startsWith('secrets/') ? gcm : undefined)

describe('encryptedLog', () => {
  it('encrypts the values of the chosen resources, and reads them after a restart', async () => {
    const inner = keptLog()
    const log = encryptedLog(inner, ofSecrets, () => undefined) as Log
    await log.commit([change(KEY, '{"s":1}'), change('configmaps/default/a', '{}')])
    const stored = new Map((await inner.open()).records.map(({ key, value }) => [key, textOf(value)]))
    expect(stored.get(KEY)).toMatch(/^k8s:enc:aesgcm:v1:k:/)
    expect(stored.get('configmaps/default/a')).toBe('{}')
    expect((await log.open()).records.map(({ value }) => textOf(value))).toContain('{"s":1}')
    const other = encryptedLog(
      inner,
      () => firstOf([identity]),
      () => undefined,
    )
    const none = encryptedLog(
      inner,
      () => undefined,
      () => undefined,
    )
    await expect(none.open()).rejects.toThrow(`${KEY} is encrypted, and --encryption-provider-config has no provider`)
    await expect(other.open()).rejects.toThrow(
      `${KEY} cannot be decrypted: identity transformer tried to read encrypted`,
    )
  })

  it('gives the follower of a shared log its own changes and readable values', async () => {
    let follower: LogFollower = { changed: () => undefined, reset: () => undefined }
    const written: LogChange[] = []
    const shared: SharedLog = {
      open: () => Promise.resolve({ revision: 1, records: [] }),
      follow: (given) => void (follower = given),
      write: (one) => Promise.resolve(void written.push(one)),
      catchUp: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }
    const reported: unknown[] = []
    const seen: (LogRecord & { readonly change?: LogChange })[] = []
    const log = encryptedLog(shared, ofSecrets, (error) => reported.push(error)) as SharedLog
    log.follow({ changed: (records) => void seen.push(...records), reset: () => undefined })
    const given = change(KEY, '{"s":1}')
    await log.write(given)
    const [sent] = written
    if (sent === undefined) throw new Error('the log has written the change')
    expect(textOf(sent.value)).toMatch(/^k8s:enc:aesgcm:v1:k:/)
    follower.changed([
      { key: KEY, value: sent.value, revision: 2, change: sent },
      { key: KEY, value: bytes('plain'), revision: 3 },
    ])
    expect(seen.map(({ value, change: own }) => [textOf(value), own])).toEqual([['{"s":1}', given]])
    expect(reported).toHaveLength(1)
  })
})
