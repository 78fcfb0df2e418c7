import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../worker/api/json.ts'
import type { OpenIdOptions } from '../../worker/authentication/openid/open-id-options.ts'
import { userOfClaims } from '../../worker/authentication/openid/user-of-claims.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { parseFlags } from '../flags.ts'
import { issuerOptions } from './issuer-options.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'authentication-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ISSUER = 'https://login.example.com'

function fileOf(text: string): string {
  const file = path.join(folder, 'config.yaml')
  writeFileSync(file, text)
  return file
}

const read = (...flags: string[]) => issuerOptions(parseFlags(flags), dialects.k8s)
const readText = (text: string, ...flags: string[]) => read(`--authentication-config=${fileOf(text)}`, ...flags)

const HEAD = { apiVersion: 'apiserver.config.k8s.io/v1beta1', kind: 'AuthenticationConfiguration' }
const VALID = {
  issuer: { url: ISSUER, audiences: ['app'] },
  claimMappings: { username: { claim: 'sub', prefix: '' } },
}
const written = (...authenticators: JsonObject[]): string => JSON.stringify({ ...HEAD, jwt: authenticators })

async function issuer(authenticator: JsonObject): Promise<OpenIdOptions> {
  const { openIds: [only] = [] } = await readText(written({ ...VALID, ...authenticator }))
  if (only === undefined) throw new Error('the configuration has an issuer')
  return only
}

const JWT = 'jwt[0]'

describe('the configuration of issuers', () => {
  it.each([
    ['', 'empty config data'],
    ['x', "couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct"],
    ['jwt: []', `Object 'Kind' is missing in 'jwt: []'`],
    ['kind: A', `Object 'apiVersion' is missing in 'kind: A'`],
    ['kind: A\napiVersion: v1', 'no kind "A" is registered for version "v1" in scheme "pkg/runtime/scheme.go:100"'],
    [
      'kind: AuthorizationConfiguration\napiVersion: apiserver.config.k8s.io/v1beta1',
      'expected AuthenticationConfiguration, got *apiserver.AuthorizationConfiguration',
    ],
    [JSON.stringify({ ...HEAD, jwt: [{ bar: 2 }], foo: 1 }), 'strict decoding error: unknown field'],
    [
      JSON.stringify({ ...HEAD, jwt: 1 }),
      'json: cannot unmarshal number into Go struct field AuthenticationConfiguration.jwt of type []v1beta1.JWTAuthenticator',
    ],
  ])('refuses the text %j', async (text, fault) => {
    await expect(readText(text)).rejects.toThrow(fault)
  })

  it.each<[JsonObject, string]>([
    [{ issuer: { url: '', audiences: ['a'] } }, `${JWT}.issuer.url: Required value: URL is required`],
    [
      { issuer: { url: 'http://u@a?b#c', audiences: ['a'] } },
      '"http://u@a?b#c": URL scheme must be https, jwt[0].issuer.url: Invalid value: "http://u@a?b#c": URL must not contain a username or password',
    ],
    [{ issuer: { url: 'https://a b', audiences: ['a'] } }, 'parse "https://a b": invalid character " " in host name'],
    [
      { issuer: { url: ISSUER, discoveryURL: `${ISSUER}/`, audiences: ['a'] } },
      `${JWT}.issuer.discoveryURL: Invalid value: "${ISSUER}/": discoveryURL must be different from URL`,
    ],
    [
      { issuer: { url: ISSUER } },
      `${JWT}.issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required`,
    ],
    [
      { issuer: { url: ISSUER, audiences: ['a', 'a'] } },
      'jwt[0].issuer.audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences',
    ],
    [
      { issuer: { url: ISSUER, audiences: ['a'], certificateAuthority: 'x' } },
      'Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates',
    ],
    [
      { claimMappings: { username: { claim: 'sub' } } },
      'prefix is required when claim is set. It can be set to an empty string to disable prefixing',
    ],
    [
      { claimMappings: { username: { expression: 'claims.email' } } },
      'Invalid value: "claims.email": claims.email_verified must be used in claimMappings.username.expression',
    ],
    [
      { claimMappings: { username: { claim: 'a', prefix: '' }, extra: [{ key: 'A', valueExpression: 'x' }] } },
      '"A": must be a domain-prefixed path (such as "acme.io/foo"), jwt[0].claimMappings.extra[0].key: Invalid value: "A": key must be lowercase',
    ],
    [
      { claimValidationRules: [{ expression: 'true' }, { expression: 'claims.a' }, { expression: 'true' }] },
      '[jwt[0].claimValidationRules[1].expression: Invalid value: "claims.a": must evaluate to bool, jwt[0].claimValidationRules[2].expression: Duplicate value: "true"]',
    ],
    [
      { claimValidationRules: [{ expression: 'claims.all(c, claims.a.all(b, true))' }] },
      "expression of type 'any' cannot be range of a comprehension",
    ],
    [
      { userValidationRules: [{ expression: 'user.foo == ""' }] },
      "compilation failed: ERROR: <input>:1:5: undefined field 'foo'",
    ],
  ])('refuses %j', async (authenticator, fault) => {
    await expect(readText(written({ ...VALID, ...authenticator }))).rejects.toThrow(fault)
  })

  it('refuses two authenticators of one issuer, and the issuer of service account tokens', async () => {
    await expect(readText(written(VALID, VALID))).rejects.toThrow(`jwt[1].issuer.url: Duplicate value: "${ISSUER}"`)
    await expect(readText(written(VALID), `--service-account-issuer=${ISSUER}`)).rejects.toThrow(
      `issuer.url: Invalid value: "${ISSUER}": URL must not overlap with disallowed issuers: [${ISSUER}]`,
    )
  })

  it('accepts an address as user name when an expression reads whether it is verified', async () => {
    const claimValidationRules = [{ expression: 'claims.?email_verified.orValue(true) == true' }]
    const claimMappings = { username: { expression: 'claims.?email.orValue("")' } }
    await expect(issuer({ claimMappings, claimValidationRules })).resolves.toBeDefined()
  })

  it('needs its feature gate, and excludes the flags of one issuer', async () => {
    await expect(
      readText(written(VALID), '--feature-gates=StructuredAuthenticationConfiguration=false'),
    ).rejects.toThrow(
      'set --feature-gates=StructuredAuthenticationConfiguration=true to use authentication-config file',
    )
    await expect(readText(written(VALID), '--oidc-client-id=x')).rejects.toThrow(
      'authentication-config file and oidc-* flags are mutually exclusive',
    )
  })
})

describe('the flags of an issuer', () => {
  it('describe an issuer with the prefixes that flags have', async () => {
    const { openIds } = await read(
      `--oidc-issuer-url=${ISSUER}`,
      '--oidc-client-id=app',
      '--oidc-required-claim=env=test',
    )
    expect(openIds).toMatchObject([
      { issuer: ISSUER, audiences: ['app'], usernameClaim: 'sub', usernamePrefix: `${ISSUER}#`, algorithms: ['RS256'] },
    ])
    expect(openIds?.[0]?.requiredClaims).toEqual(new Map([['env', 'test']]))
    expect(await read()).toEqual({})
  })

  it.each([
    [['--oidc-client-id=app'], 'oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags'],
    [['--oidc-issuer-url=http://a', '--oidc-client-id=app'], 'URL scheme must be https'],
    [[`--oidc-issuer-url=${ISSUER}`, '--oidc-client-id=app', '--oidc-signing-algs=HS256'], 'unsupported signing alg'],
  ])('are refused: %j', async (flags, fault) => {
    await expect(read(...flags)).rejects.toThrow(fault)
  })
})

const CLAIMS = { sub: 'jane', groups: ['a', ''], csv: 'a,b', n: 5, roles: ['r'] }

describe('expressions about claims', () => {
  it('make the user of a token', async () => {
    const options = await issuer({
      claimMappings: {
        username: { expression: 'claims.sub + "@x"' },
        groups: { expression: 'claims.groups + ["more"]' },
        uid: { expression: 'string(claims.n)' },
        extra: [
          { key: 'a.io/roles', valueExpression: 'claims.roles' },
          { key: 'a.io/none', valueExpression: 'claims.?none.orValue(null)' },
        ],
      },
      claimValidationRules: [{ expression: 'claims.n == 5' }],
      userValidationRules: [{ expression: '"a.io/roles" in user.extra && user.uid == "5"' }],
    })
    expect(userOfClaims(CLAIMS, options)).toEqual({
      username: 'jane@x',
      uid: '5',
      groups: ['a', 'more'],
      extra: { 'a.io/roles': ['r'] },
    })
  })

  it.each<[JsonObject, string]>([
    [
      { username: { expression: 'claims.n' } },
      'username claim expression: username claim expression must return a string',
    ],
    [{ username: { expression: '""' } }, 'oidc: empty username via CEL expression is not allowed'],
    [
      { username: { expression: 'claims.none' } },
      "oidc: error evaluating username claim expression: expression 'claims.none' resulted in error: no such key: none",
    ],
    [{ uid: { expression: 'claims.n' } }, 'uid claim expression must return a string'],
    [{ uid: { claim: 'none' } }, 'oidc: parse uid claim "none": claim not present'],
    // The real server refuses lists that its own functions return.
    [
      { groups: { expression: 'claims.csv.split(",")' } },
      'oidc: error evaluating group claim expression: expression must return a string or a list of strings',
    ],
    [
      { extra: [{ key: 'a.io/n', valueExpression: 'claims.n' }] },
      'oidc: error evaluating extra claim expression: claims.n: expression must return a string or a list of strings',
    ],
  ])('refuse a token: %j', async (mappings, fault) => {
    const options = await issuer({ claimMappings: { ...VALID.claimMappings, ...mappings } })
    expect(() => userOfClaims(CLAIMS, options)).toThrow(fault)
  })

  it('refuse a token by a rule, with its message', async () => {
    const byClaims = await issuer({ claimValidationRules: [{ expression: 'claims.n == 6', message: 'six' }] })
    expect(() => userOfClaims(CLAIMS, byClaims)).toThrow(
      "oidc: error evaluating claim validation expression: validation expression 'claims.n == 6' failed: six",
    )
    const byUser = await issuer({ userValidationRules: [{ expression: 'user.username == ""', message: 'named' }] })
    expect(() => userOfClaims(CLAIMS, byUser)).toThrow(
      `oidc: error evaluating user info validation rule: validation expression 'user.username == ""' failed: named`,
    )
  })
})
