import { toBase64 } from '../../runtime/bytes.ts'
import { expect, it, vi } from 'vitest'
import { makeRequest } from '../../certificates/der-fixture.ts'
import { pemText } from '../../certificates/pem.ts'
import { plain } from '../../verbs/verbs-fixture.ts'
import { managed } from '../controller-fixture.ts'
import { certificateCleaning, staleAt } from './certificate-cleaning.ts'

const REQUESTS = 'certificates.k8s.io/certificatesigningrequests'
const HOUR = 3_600_000

async function cluster() {
  const made = await managed([certificateCleaning])
  const request = toBase64(
    new TextEncoder().encode(pemText('CERTIFICATE REQUEST', await makeRequest({ '2.5.4.3': 'a' }))),
  )
  const { create, verbs, target, caller, read } = made
  return {
    ...made,
    ask: (name: string) =>
      create(REQUESTS, { metadata: { name }, spec: { request, signerName: 'a.b/c', usages: ['client auth'] } }, ''),
    async decide(name: string, type: string, lastUpdateTime?: string) {
      const status = { conditions: [{ type, status: 'True', reason: 'R', lastUpdateTime }] }
      await verbs.update(target(REQUESTS, name, '', 'approval'), caller, { ...read(REQUESTS, name, ''), status }, plain)
    },
  }
}

it('keeps a pending request for a day, and a refused one for an hour', async () => {
  const { ask, decide, pass, read, report } = await cluster()
  await ask('pending')
  await ask('approved')
  await ask('denied')
  await decide('approved', 'Approved')
  await decide('denied', 'Denied')
  await pass(HOUR - 1000)
  expect(read(REQUESTS, 'denied', '')).toBeDefined()
  await pass(HOUR)
  expect(read(REQUESTS, 'denied', '')).toBeUndefined()
  await pass(21 * HOUR)
  expect(read(REQUESTS, 'pending', '')).toBeDefined()
  await pass(2 * HOUR)
  expect(read(REQUESTS, 'pending', '')).toBeUndefined()
  expect(read(REQUESTS, 'approved', '')).toBeDefined()
  expect(report).not.toHaveBeenCalled()
})

it('keeps a request with an old decision until the next hourly round', async () => {
  const { ask, decide, pass, read } = await cluster()
  await ask('denied')
  await decide('denied', 'Denied', '2001-01-01T00:00:00Z')
  await pass(HOUR / 2)
  expect(read(REQUESTS, 'denied', '')).toBeDefined()
  await pass(HOUR)
  expect(read(REQUESTS, 'denied', '')).toBeUndefined()
})

it('reports a failed deletion, and deletes the other requests of the round', async () => {
  const { ask, decide, pass, read, report, verbs } = await cluster()
  for (const name of ['a', 'b']) {
    await ask(name)
    await decide(name, 'Denied')
  }
  const error = new Error('the storage is full')
  vi.spyOn(verbs, 'delete').mockRejectedValueOnce(error)
  await pass(2 * HOUR)
  expect(report).toHaveBeenCalledExactlyOnceWith(error)
  expect(['a', 'b'].filter((name) => read(REQUESTS, name, '') !== undefined)).toHaveLength(1)
  await pass(HOUR)
  expect(['a', 'b'].filter((name) => read(REQUESTS, name, '') !== undefined)).toEqual([])
})

it('gives an approved request an age limit when its certificate is issued', () => {
  const conditions = [{ type: 'Approved', status: 'True', lastUpdateTime: '2024-05-01T10:00:00Z' }]
  expect(staleAt({ status: { conditions } })).toBe(Infinity)
  expect(staleAt({ status: { conditions, certificate: 'eA==' } })).toBe(Date.parse('2024-05-01T11:00:00Z'))
})

it('keeps a request whose only condition is not a decision', () => {
  const conditions = [{ type: 'Seen', status: 'True', lastUpdateTime: '2024-05-01T10:00:00Z' }]
  expect(staleAt({ metadata: { creationTimestamp: '2024-05-01T10:00:00Z' }, status: { conditions } })).toBe(Infinity)
})
