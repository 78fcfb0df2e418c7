import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../api/exchange.ts'
import { anonymous } from './anonymous.ts'
import { BadCredential } from './authenticator.ts'
import { authenticate, identifyBy } from './authenticators.ts'
import { bearerToken, forAudiences } from './bearer-token.ts'
import { tokenFile } from './token-file.ts'

const csv = 'alice-token,alice,u-alice,"dev,ops"\nbob-token,bob,u-bob,\ncarol-token,carol,u-carol\n\n'
const identify = identifyBy([bearerToken([tokenFile(csv)]), anonymous()])
const trace = { stage: () => undefined }

function requestWith(authorization?: string): ApiRequest {
  const headers = new Map(authorization === undefined ? [] : [['authorization', authorization]])
  return { method: 'GET', url: '/', headers, signal: new AbortController().signal }
}

function ask(authorization?: string, warnings: string[] = []) {
  return authenticate(identify, requestWith(authorization), trace, (text) => void warnings.push(text))
}

describe('authenticate', () => {
  it('identifies the users of the token file', async () => {
    expect(await ask('Bearer alice-token')).toEqual({
      username: 'alice',
      uid: 'u-alice',
      groups: ['dev', 'ops', 'system:authenticated'],
      extra: {},
    })
    expect((await ask('Bearer bob-token')).groups).toEqual(['', 'system:authenticated'])
    expect((await ask('bearer carol-token junk')).groups).toEqual(['system:authenticated'])
  })

  it('refuses an unknown token, and treats other requests as anonymous', async () => {
    expect(() => ask('Bearer wrong')).toThrow('Unauthorized')
    for (const other of [undefined, 'Basic YTpi', 'Bearer  alice-token', 'Bearer\talice-token']) {
      expect(await ask(other)).toMatchObject({ username: 'system:anonymous', groups: ['system:unauthenticated'] })
    }
  })

  it('warns about an extra space before the token', async () => {
    const warnings: string[] = []
    await ask('Bearer  alice-token', warnings)
    await ask('Bearer', warnings)
    expect(warnings).toEqual([
      'the provided Authorization header contains extra space before the bearer token, and is ignored',
    ])
  })
})

it('tokenFile refuses a file whose row has too few columns, and gives the number of the row', () => {
  expect(() => tokenFile('a,b,c\nd,e')).toThrow('row 2 of the token file must have at least 3 columns')
})

describe('a list of methods', () => {
  const user = { username: 'u', uid: '', groups: [], extra: {} }
  const refusing = {
    name: 'refusing',
    authenticate: () => Promise.reject(new BadCredential('expired')),
  }
  const accepting = { name: 'accepting', authenticate: () => Promise.resolve(user) }
  const context = { audiences: [], warn: () => undefined }

  it('continues after a refusal, but not with the anonymous method', async () => {
    expect(await identifyBy([refusing, accepting])(requestWith(), context)).toMatchObject({ method: 'accepting' })
    const refused = await identifyBy([refusing, anonymous()])(requestWith(), context)
    expect(refused).toEqual({ user: undefined, faults: ['expired'] })
  })

  it('rethrows errors other than BadCredential', async () => {
    const broken = { name: 'broken', authenticate: () => Promise.reject(new Error('a defect')) }
    await expect(identifyBy([broken])(requestWith(), context)).rejects.toThrow('a defect')
  })
})

it('forAudiences accepts a token only for a caller that requests no audience or one of the server', () => {
  const method = forAudiences(['here'], tokenFile(csv))
  expect(method.authenticate('bob-token', [])).toMatchObject({ username: 'bob' })
  expect(method.authenticate('bob-token', ['there', 'here'])).toMatchObject({ username: 'bob' })
  expect(method.authenticate('bob-token', ['there'])).toBeUndefined()
})
