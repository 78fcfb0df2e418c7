import { describe, expect, it } from 'vitest'
import { readApiRequest, readDirectCalls, readFacts, readHttpAnswer } from './untrusted.ts'

const facts = (value: unknown) => () => readFacts(JSON.stringify(value))

describe('readFacts', () => {
  it('returns the data of a webhook and of a controller', () => {
    expect(facts({ kind: 'webhook', service: 'default/guard', extra: 1 })()).toEqual({
      kind: 'webhook',
      service: 'default/guard',
    })
    const controller = { kind: 'controller', serviceAccount: 'a/b', watch: 'apps/v1/deployments', owns: ['v1/pods'] }
    expect(facts(controller)()).toEqual(controller)
  })

  it.each([
    [{ kind: 'webhook', service: 'guard' }, 'service must have the form'],
    [{ kind: 'webhook', service: 'a/b/../c' }, 'service must have the form'],
    [{ kind: 'script' }, 'serviceAccount must have the form'],
    [{ kind: 'controller', serviceAccount: 'a/b', watch: 'v1/../secrets', owns: [] }, 'watch must have the form'],
    [{ kind: 'other', serviceAccount: 'a/b' }, 'the kind of the handler is unknown'],
    [[], 'the handler must be an object'],
  ])('refuses %j', (value, why) => expect(facts(value)).toThrow(why))
})

describe('readApiRequest', () => {
  it('returns only the fields of a request', () => {
    const text = JSON.stringify({ verb: 'get', collection: 'v1/configmaps', name: 'a', namespace: 'b', headers: {} })
    expect(readApiRequest(text)).toEqual({
      verb: 'get',
      collection: 'v1/configmaps',
      name: 'a',
      namespace: 'b',
      object: undefined,
      patch: undefined,
      force: false,
    })
  })

  it.each([
    [{ verb: 'proxy' }, 'the verb of the request is unknown'],
    [{ verb: 'get', collection: '../x' }, 'the collection must have the form'],
    [{ verb: 'get', name: 'n'.repeat(301) }, 'name must be a text'],
    [{ verb: 'get', name: {} }, 'name must be a text'],
  ])('refuses %j', (value, why) => expect(() => readApiRequest(JSON.stringify(value))).toThrow(why))
})

describe('readHttpAnswer', () => {
  it('has the status 200 and no headers by default', () => {
    expect(readHttpAnswer({ body: '{}' })).toEqual({ status: 200, headers: [], body: '{}' })
  })

  it.each([[null], ['text'], [{ body: 1 }], [{ body: '', status: 'ok' }], [{ body: '', headers: [] }]])(
    'refuses %j',
    (value) => expect(() => readHttpAnswer(value)).toThrow('must be'),
  )
})

describe('readDirectCalls', () => {
  const call = { method: 'POST', url: 'https://a.b.svc/', body: '', answer: '', verdict: '200', at: 5, duration: 1 }

  it('returns only the fields of a call', () => {
    const text = JSON.stringify([{ ...call, isFault: 'yes', extra: 1 }])
    expect(readDirectCalls(text)).toEqual([{ ...call, isFault: false }])
  })

  it.each([[{}], [[null]], [[{ ...call, body: 5 }]]])('refuses %j', (value) =>
    expect(() => readDirectCalls(JSON.stringify(value))).toThrow('must be'),
  )
})
