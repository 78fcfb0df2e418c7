import { describe, expect, it } from 'vitest'
import { run } from './command-line.fixture.ts'

const answers = { 'GET /x': () => new Response('{}') }

/** The outcome of `get --raw` as a user of a configuration file, and the headers of the request. */
async function sent(user: object, server = 'https://x', flags = '', stdin = ''): Promise<object> {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  }
  const line = `get --raw /x --kubeconfig=config${flags}`
  const { stdout, stderr, requests } = await run(line, answers, 'k8s', {
    config: JSON.stringify(config),
    '/file': '  from file \n',
    '/empty': '',
    '/dev/stdin': stdin,
  })
  const { Authorization, 'Impersonate-User': as } = requests[0]?.headers ?? {}
  return { stdout, stderr, Authorization, as, tls: requests[0]?.tls, headers: requests[0]?.headers }
}

const pemOf = (type: string): string => `-----BEGIN ${type}-----\nMAEA\n-----END ${type}-----\n`

describe('a server on plain HTTP', () => {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: './none', interactiveMode: 'Never' }
  const nothing = { stdout: '{}', stderr: '', Authorization: undefined, tls: {} }

  it.each([
    ['token', { token: 't' }],
    ['password', { username: 'a', password: 'b' }],
    ['token of a credential plugin, which does not run', { exec }],
    ['client certificate', { 'client-certificate-data': 'eA==', 'client-key-data': 'eA==' }],
  ])('gets no %s', async (_, user) => {
    expect(await sent(user, 'http://x')).toMatchObject(nothing)
    expect(await sent(user, 'x:80')).toMatchObject(nothing)
  })

  it('gets no token of a flag, but the name of another user', async () => {
    expect(await sent({}, 'http://x', ' --token=t --as=bob')).toMatchObject({ ...nothing, as: 'bob' })
  })
})

it.each(['https://x', 'HTTPS://x'])('sends a token to %s', async (server) => {
  expect(await sent({ token: 't' }, server)).toMatchObject({ Authorization: 'Bearer t' })
  expect(await sent({}, server, ' --token=f')).toMatchObject({ Authorization: 'Bearer f' })
})

it('prompts a user without credentials for a name, and reads no password', async () => {
  const asked = 'Please enter Username: '
  expect(await sent({})).toMatchObject({ stdout: asked, stderr: 'error: EOF\n', tls: undefined })
  expect(await sent({ password: 'b' }, 'https://x', ' --as=bob')).toMatchObject({ stderr: 'error: EOF\n' })
  expect(await sent({}, 'https://x', '', ' \n bob\n')).toMatchObject({
    stdout: `${asked}Please enter Password: `,
    stderr: 'error: error reading input for Password\n',
    tls: undefined,
  })
})

describe('the credentials of a user', () => {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: './none', interactiveMode: 'Never' }

  it.each([
    ['the token of a file', { tokenFile: '/file' }, 'Bearer from file'],
    ['the token of a file instead of another token', { token: 't', tokenFile: '/file' }, 'Bearer from file'],
    ['the token when the file is missing', { token: 't', tokenFile: '/none' }, 'Bearer t'],
    ['the token when the file is empty', { token: 't', tokenFile: '/empty' }, 'Bearer t'],
    ['a token without its credential plugin', { token: 't', exec }, 'Bearer t'],
    ['the token of a file without the plugin', { tokenFile: '/file', exec }, 'Bearer from file'],
    ['a password without the plugin', { username: 'a', password: 'b', exec }, 'Basic YTpi'],
    [
      'no header beside a client certificate, without the plugin',
      { 'client-certificate-data': btoa(pemOf('CERTIFICATE')), 'client-key-data': btoa(pemOf('EC PRIVATE KEY')), exec },
      undefined,
    ],
  ])('are %s', async (_, user, Authorization) => {
    expect(await sent(user)).toMatchObject({ stderr: '', Authorization })
  })

  it('are the token of the flag without the plugin', async () => {
    expect(await sent({ exec }, 'https://x', ' --token=f')).toMatchObject({ stderr: '', Authorization: 'Bearer f' })
  })

  it('are refused when the only token is in a missing file, or beside a password', async () => {
    expect(await sent({ tokenFile: '/none' })).toMatchObject({
      stderr: 'error: open /none: no such file or directory\n',
    })
    const both = { username: 'a', password: 'b', tokenFile: '/file' }
    const stderr = 'error: username/password or bearer token may be set, but not both\n'
    expect(await sent(both)).toMatchObject({ stderr, Authorization: undefined })
  })
})

describe('the verification of the server', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMAEA\n-----END CERTIFICATE-----\n'
  const cluster = { server: 'https://x', 'tls-server-name': 'y', 'insecure-skip-tls-verify': true }
  const verified = async (flags: string, entry: object = cluster) => {
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: entry }],
      users: [{ name: 'u', user: { token: 't' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }
    const files = {
      config: JSON.stringify(config),
      ca: pem,
      key: pem.replaceAll('CERTIFICATE', 'KEY'),
      text: 'x',
      empty: '',
    }
    const { stderr, requests } = await run(`get --raw /x --kubeconfig=config${flags}`, answers, 'k8s', files)
    return stderr || requests[0]?.tls
  }

  it('is replaced by flags', async () => {
    const own = { server: 'https://x', 'certificate-authority-data': btoa(pem) }
    expect(await verified('')).toMatchObject({ insecure: true, serverName: 'y' })
    expect(await verified(' --certificate-authority=ca')).toMatchObject({ insecure: false, certificateAuthority: pem })
    expect(await verified('', own)).toMatchObject({ certificateAuthority: pem })
    expect(await verified(' --insecure-skip-tls-verify', own)).toMatchObject({ insecure: true })
    expect(await verified(' --certificate-authority=empty')).toMatchObject({
      insecure: false,
      certificateAuthority: undefined,
    })
    expect(await verified(' --server=https://x')).toEqual({ insecure: true })
    expect(await verified(' --server=https://x --tls-server-name=z')).toMatchObject({ serverName: 'z' })
  })

  it.each([
    [
      ' --certificate-authority=ca --insecure-skip-tls-verify',
      'specifying a root certificates file with the insecure flag is not allowed',
    ],
    [' --certificate-authority=text', 'unable to load root certificates: unable to parse bytes as PEM block'],
    [' --certificate-authority=key', 'unable to load root certificates: no valid certificate authority data seen'],
  ])('refuses%s', async (flags, fault) => {
    expect(await verified(flags)).toBe(`error: ${fault}\n`)
  })
})

describe('another user', () => {
  const user = { token: 't', as: 'jane', 'as-groups': ['a', 'b'], 'as-uid': '7', 'as-user-extra': { 'x/y': ['z'] } }

  it('is the one of the configuration, whose name and groups flags replace', async () => {
    expect(await sent(user)).toMatchObject({
      as: 'jane',
      headers: { 'Impersonate-Group': ['a', 'b'], 'Impersonate-Uid': '7', 'Impersonate-Extra-x%2Fy': ['z'] },
    })
    expect(await sent(user, 'https://x', ' --as=bob --as-group=c')).toMatchObject({
      as: 'bob',
      headers: { 'Impersonate-Group': ['c'], 'Impersonate-Uid': '7' },
    })
  })

  it('needs a name', async () => {
    expect(await sent({ ...user, as: '' })).toMatchObject({
      stderr: 'error: requesting uid, groups or user-extra for u without impersonating a user\n',
    })
  })
})

describe('a client certificate', () => {
  const [certificate, key] = [btoa(pemOf('CERTIFICATE')), btoa(pemOf('RSA PRIVATE KEY'))]

  it.each([
    ['eA==', key, 'tls: failed to find any PEM data in certificate input'],
    [
      key,
      key,
      'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
    ],
    [certificate, certificate, 'tls: found a certificate rather than a key in the PEM for the private key'],
    [certificate, 'eA==', 'tls: failed to find any PEM data in key input'],
  ])('%s with the key %s is refused', async (data, keyData, text) => {
    expect(await sent({ 'client-certificate-data': data, 'client-key-data': keyData })).toMatchObject({
      stderr: `error: ${text}\n`,
    })
  })

  it('in two files is read with the first request', async () => {
    const { stderr } = (await sent({ 'client-certificate': '/file', 'client-key': '/file' })) as { stderr: string }
    expect(stderr).toBe('Unable to connect to the server: tls: failed to find any PEM data in certificate input\n')
  })
})

describe('an authentication provider', () => {
  const provider = (name: string, config: object = {}) => ({ 'auth-provider': { name, config } })
  const oidc = { 'idp-issuer-url': 'https://i', 'client-id': 'c' }

  it('is refused when client-go lacks it, and without its settings', async () => {
    expect(await sent(provider('gcp'))).toMatchObject({
      stderr: expect.stringMatching(/^error: The gcp auth plugin has been removed\.\n/) as string,
    })
    expect(await sent(provider('x'))).toMatchObject({ stderr: 'error: no Auth Provider found for name "x"\n' })
    expect(await sent(provider('oidc'))).toMatchObject({ stderr: 'error: Must provide idp-issuer-url\n' })
  })

  it('sends an ID token that has not expired', async () => {
    const token = `a.${btoa('{"exp":60 }').replaceAll('=', '')}.b`
    expect(await sent(provider('oidc', { ...oidc, 'id-token': token }))).toMatchObject({
      stderr: '',
      Authorization: `Bearer ${token}`,
    })
    expect(
      await sent(provider('oidc', { ...oidc, 'id-token': `a.${btoa('{"exp":5}').replaceAll('=', '')}.b` })),
    ).toMatchObject({
      stderr: 'Unable to connect to the server: No valid id-token, and cannot refresh without refresh-token\n',
    })
  })

  it.each([
    ['a.é.c', 'illegal base64 data at input byte 0'],
    ['a.e30=.c', 'illegal base64 data at input byte 3'],
    ['a.eA.c', "parsing claims: invalid character 'x' looking for beginning of value"],
    ['a.b', 'ID Token is not a valid JWT'],
  ])('refuses the ID token %s', async (token, fault) => {
    expect(await sent(provider('oidc', { ...oidc, 'id-token': token }))).toMatchObject({
      stderr: `Unable to connect to the server: ${fault}\n`,
      headers: undefined,
    })
  })
})
