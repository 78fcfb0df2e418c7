import { describe, expect, it } from 'vitest'
import { badRequest } from '../api/status.ts'
import {
  OutcomeUnknown,
  StorageDamaged,
  StorageFailed,
  StorageFull,
  StorageRefused,
  StorageUnreachable,
} from '../store/store.ts'
import { refusal } from './refusal.ts'

function refuse(error: unknown, closing = false) {
  const reported: unknown[] = []
  const status = refusal(error, { closing, report: (defect) => void reported.push(defect) })
  return { ...status, reported }
}

describe('refusal', () => {
  it('returns a Status unchanged', () => {
    expect(refuse(badRequest('no'))).toMatchObject({ code: 400, message: 'no', reported: [] })
  })

  it('answers 500 without a reason and with advice when the device is full', () => {
    const status = refuse(new StorageFull('the disk is full'))
    expect(status).toMatchObject({ code: 500, reported: [] })
    expect(status.reason).toBeUndefined()
    expect(status.message).toMatch(/^etcdserver: mvcc: database space exceeded: the disk is full; .*free space/)
  })

  it('returns the message of failed storage', () => {
    expect(refuse(new StorageFailed('the folder is gone'))).toMatchObject({
      code: 500,
      message: 'etcdserver: request failed: the folder is gone; nothing was written',
      reported: [],
    })
  })

  it('names damaged storage in the words of etcd', () => {
    expect(refuse(new StorageDamaged('the data folder x is damaged and open read-only'))).toMatchObject({
      code: 500,
      message: 'etcdserver: corrupt cluster: the data folder x is damaged and open read-only; nothing was written',
      reported: [],
    })
  })

  it('answers 500 with the words of remote storage that refused', () => {
    expect(refuse(new StorageRefused('etcdserver: user name is empty'))).toMatchObject({
      code: 500,
      message: 'etcdserver: user name is empty',
      reported: [],
    })
  })

  it('answers 503 with Retry-After when remote storage does not answer', () => {
    expect(refuse(new StorageUnreachable('no etcd server can be reached'))).toMatchObject({
      code: 503,
      reason: 'ServiceUnavailable',
      message: 'etcdserver: no etcd server can be reached',
      details: { retryAfterSeconds: 1 },
      reported: [],
    })
  })

  it('reports that a write with an unknown outcome may have been made', () => {
    const status = refuse(new OutcomeUnknown('etcd did not answer in time'))
    expect(status).toMatchObject({ code: 504, reason: 'Timeout', reported: [] })
    expect(status.message).toMatch(/^Timeout: etcd did not answer in time; the write may have been made, or not: /)
  })

  it('answers 503 while the server closes', () => {
    expect(refuse(new StorageFailed('the store is closed'), true)).toMatchObject({
      code: 503,
      reason: 'ServiceUnavailable',
    })
  })

  it('reports a defect and hides its stack', () => {
    const defect = new TypeError('x is undefined')
    const status = refuse(defect)
    expect(status.reported).toEqual([defect])
    expect(status).toMatchObject({ code: 500, reason: 'InternalError' })
    expect(status.message).toBe('Internal error occurred: TypeError: x is undefined')
  })
})
