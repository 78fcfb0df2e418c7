import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { generateKey, importKey, signToken } from '../json-web-token.ts'
import type { OpenIdOptions } from './open-id-options.ts'
import { openId } from './open-id.ts'

const ISSUER = 'https://login.example.com'
const NOW = Date.UTC(2024, 0, 1)

async function issuer(options: Partial<OpenIdOptions> = {}) {
  const clock = virtualClock(NOW)
  const pages = new Map<string, unknown>()
  const asked: string[] = []
  const publish = async (...names: readonly string[]) => {
    const keys = await Promise.all(names.map(async (kid) => ({ pair: await generateKey(), kid })))
    pages.set(`${ISSUER}/keys`, { keys: keys.map(({ pair: { kty, crv, x, y }, kid }) => ({ kty, crv, x, y, kid })) })
    return Promise.all(keys.map(async ({ pair, kid }) => ({ ...(await importKey(pair, 'sign')), id: kid })))
  }
  const [key] = await publish('k1')
  if (key === undefined) throw new Error('a key must be published')
  pages.set(`${ISSUER}/.well-known/openid-configuration`, { issuer: ISSUER, jwks_uri: `${ISSUER}/keys` })
  const method = openId(
    {
      issuer: ISSUER,
      audiences: ['app'],
      usernameClaim: 'sub',
      usernamePrefix: 'login#',
      groupsClaim: 'groups',
      groupsPrefix: 'login:',
      requiredClaims: new Map(),
      algorithms: ['ES256'],
      read: (url) => {
        asked.push(url)
        return pages.has(url) ? Promise.resolve(pages.get(url)) : Promise.reject(new Error('connection refused'))
      },
      readClaim: () => Promise.reject(new Error('no claims')),
      ...options,
    },
    clock,
  )
  const claims = { iss: ISSUER, aud: 'app', sub: 'jane', exp: NOW / 1000 + 60, groups: ['dev'] }
  const token = (changed: JsonObject = {}, by = key) => signToken(by, { ...claims, ...changed })
  const ask = async (changed?: JsonObject) => method.authenticate(await token(changed), [])
  return { clock, pages, asked, publish, method, token, ask }
}

describe('openId', () => {
  it('finds the claims of the OpenID library by names in any case', async () => {
    const { ask } = await issuer()
    const changed = { iss: undefined, Iss: ISSUER, aud: 'other', AUD: 'app' } as unknown as JsonObject
    expect((await ask(changed))?.username).toBe('login#jane')
    expect(await ask({ sub: 'jane', Sub: 'joe' })).toMatchObject({ username: 'login#jane' })
    await expect(ask({ aud: 'app', AUD: 'other' })).rejects.toThrow('expected audience')
  })

  it('returns the user and the groups of a token', async () => {
    const { ask } = await issuer()
    expect(await ask()).toEqual({ username: 'login#jane', uid: '', groups: ['login:dev'], extra: {} })
    expect(await ask({ aud: ['other', 'app'], groups: 'ops' })).toMatchObject({ groups: ['login:ops'] })
  })

  it('ignores tokens of other issuers', async () => {
    const { ask, asked, method } = await issuer()
    expect(await ask({ iss: 'https://elsewhere' })).toBeUndefined()
    for (const other of ['abc', 'a.b', 'a.b.c', `a.${btoa('null')}.c`])
      expect(await method.authenticate(other, [])).toBeUndefined()
    expect(asked).toEqual([])
  })

  it.each<[string, JsonObject, string]>([
    ['for another audience', { aud: 'other' }, 'verify token: oidc: expected audience "app" got ["other"]'],
    [
      'that has expired',
      { exp: NOW / 1000 - 1 },
      'verify token: oidc: token is expired (Token Expiry: 2023-12-31 23:59:59 +0000 UTC)',
    ],
    ['whose end is null', { exp: null }, 'claims: strconv.ParseFloat: parsing "": invalid syntax'],
    [
      'whose end is a word',
      { exp: 'x' },
      'claims: json: invalid number literal, trying to unmarshal "\\"x\\"" into Number',
    ],
    [
      'with a number as nonce',
      { nonce: 1 },
      'oidc: failed to unmarshal claims: json: cannot unmarshal number into Go struct field idToken.nonce of type string',
    ],
    [
      'that names an empty source',
      { _claim_names: { a: '' } },
      'verify token: oidc: failed to obtain source from claim name',
    ],
    ['that names a missing source', { _claim_names: { a: 's' } }, 'verify token: oidc: source does not exist'],
    [
      'that is not yet valid',
      { nbf: NOW / 1000 + 61 },
      'before the nbf (not before) time: 2024-01-01 00:01:01 +0000 UTC',
    ],
    [
      'that is valid from a year beyond 9999',
      { nbf: 253_402_300_800 },
      'before the nbf (not before) time: 10000-01-01 00:00:00 +0000 UTC',
    ],
    [
      'whose end is beyond 64 bits',
      { exp: 1e30 },
      'oidc: token is expired (Token Expiry: 292277026596-12-04 15:30:08 +0000 UTC)',
    ],
    ['whose end is beyond any number', { exp: '1e400' }, 'strconv.ParseFloat: parsing "1e400": value out of range'],
    [
      'whose user is a number',
      { sub: 7 },
      'oidc: failed to unmarshal claims: json: cannot unmarshal number into Go struct field idToken.sub of type string',
    ],
    [
      'whose groups are numbers',
      { groups: [1] },
      'oidc: parse groups claim "groups": json: cannot unmarshal array into Go value of type string',
    ],
    ['without a required claim', {}, 'oidc: required claim env not present in ID token'],
    [
      'with another value of a required claim',
      { env: 'prod' },
      'required claim env value does not match. Got = prod, want = test',
    ],
  ])('refuses a token %s', async (_which, claims, fault) => {
    const needsEnv = fault.includes('env')
    const { ask } = await issuer(needsEnv ? { requiredClaims: new Map([['env', 'test']]) } : {})
    await expect(ask(claims)).rejects.toThrow(fault)
  })

  it('requests groups that another server holds', async () => {
    const read: string[] = []
    const { ask, token } = await issuer({
      readClaim: (url, accessToken) => {
        read.push(`${url} ${accessToken}`)
        return answer()
      },
    })
    const absent = undefined as unknown as null
    const there = (source: JsonObject): JsonObject => ({
      groups: absent,
      _claim_names: { groups: 's' },
      _claim_sources: { s: source },
    })
    let answer = (): Promise<string> => token({ groups: ['far'] })
    expect(await ask(there({ endpoint: 'https://x', access_token: 't' }))).toMatchObject({ groups: ['login:far'] })
    expect(await ask(there({ endpoint: '' }))).toMatchObject({ groups: [] })
    expect(read).toEqual(['https://x t'])
    const failed = 'oidc: could not expand distributed claims:'
    const expectFault = (text: string): Promise<void> =>
      expect(ask(there({ endpoint: 'https://x' }))).rejects.toThrow(`${failed} ${text}`)
    answer = () => Promise.reject(new Error('Get "https://x": refused'))
    await expectFault('while getting distributed claim "groups": Get "https://x": refused')
    answer = () => Promise.resolve('{}')
    await expectFault(
      'getting untrusted issuer from endpoint https://x failed for claim "groups": token is not compact',
    )
    answer = () => token({ iss: 'https://y' })
    await expectFault('verifying untrusted issuer https://y failed: verifier not initialized for issuer: "https://y"')
    answer = () => token(there({}))
    await expectFault('jwt returned by distributed claim endpoint "https://x" did not contain claim: groups')
    await expect(ask({ groups: absent, _claim_names: {} })).rejects.toThrow(`${failed} oidc: no claim sources`)
  })

  it('accepts an email claim unless email_verified is false or no boolean', async () => {
    const { ask } = await issuer({ usernameClaim: 'email', usernamePrefix: '' })
    const email = 'jane@example.com'
    expect(await ask({ email })).toMatchObject({ username: email })
    expect(await ask({ email, email_verified: true })).toMatchObject({ username: email })
    await expect(ask({ email, email_verified: false })).rejects.toThrow('oidc: email not verified')
    await expect(ask({ email, email_verified: 'true' })).rejects.toThrow("parse 'email_verified' claim: json:")
    await expect(ask({})).rejects.toThrow('parse username claims "email": claim not present')
  })

  it('reads the keys again after a rotation', async () => {
    const { publish, method, token, ask } = await issuer()
    await ask()
    const [next] = await publish('k2')
    expect(await method.authenticate(await token({}, next), [])).toMatchObject({ username: 'login#jane' })
    await expect(ask()).rejects.toThrow('failed to verify signature: failed to verify id token signature')
  })

  it('refuses a signature with an algorithm that is not configured', async () => {
    const { ask } = await issuer({ algorithms: ['RS256'] })
    await expect(ask()).rejects.toThrow('signed with unsupported algorithm, expected ["RS256"] got "ES256"')
  })

  it('retries an unreachable issuer only after a pause', async () => {
    const { clock, pages, asked, ask } = await issuer()
    const page = `${ISSUER}/.well-known/openid-configuration`
    const description = pages.get(page)
    pages.delete(page)
    await expect(ask()).rejects.toThrow('oidc: authenticator not initialized')
    await expect(ask()).rejects.toThrow('oidc: authenticator not initialized')
    expect(asked).toEqual([page])
    pages.set(page, description)
    clock.advance(10_000)
    expect(await ask()).toMatchObject({ username: 'login#jane' })
  })
})
