import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../api/exchange.ts'
import { anonymous } from './anonymous.ts'
import { authenticate } from './authenticators.ts'
import { tokenFile } from './token-file.ts'

const csv = 'alice-token,alice,u-alice,"dev,ops"\nbob-token,bob,u-bob,\ncarol-token,carol,u-carol\n\n'
const methods = [tokenFile(csv), anonymous()]
const trace = { stage: () => undefined }

function ask(authorization?: string) {
  const headers = new Map(authorization === undefined ? [] : [['authorization', authorization]])
  const request: ApiRequest = { method: 'GET', url: '/', headers, signal: new AbortController().signal }
  return authenticate(methods, request, trace)
}

describe('authenticate', () => {
  it('knows the users of the token file', async () => {
    expect(await ask('Bearer alice-token')).toEqual({
      username: 'alice',
      uid: 'u-alice',
      groups: ['dev', 'ops', 'system:authenticated'],
      extra: {},
    })
    expect((await ask('Bearer bob-token')).groups).toEqual(['', 'system:authenticated'])
    expect((await ask('bearer carol-token junk')).groups).toEqual(['system:authenticated'])
  })

  it('refuses a wrong token and takes everything else for anonymous', async () => {
    await expect(ask('Bearer wrong')).rejects.toMatchObject({ code: 401 })
    for (const other of [undefined, 'Basic YTpi', 'Bearer  alice-token', 'Bearer\talice-token']) {
      expect(await ask(other)).toMatchObject({ username: 'system:anonymous', groups: ['system:unauthenticated'] })
    }
  })

  it('says which row of the file is too short', () => {
    expect(() => tokenFile('a,b,c\nd,e')).toThrow('row 2 of the token file must have at least 3 columns')
  })
})
