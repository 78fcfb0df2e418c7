import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseFlags } from './flags.ts'
import { readRemoteService } from './remote-service.ts'
import { reviewOptions } from './review-options.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'remote-'))
function file(name: string, text: string): string {
  const place = path.join(folder, name)
  writeFileSync(place, text)
  return place
}

const config = (cluster: string, user = '{}') =>
  file(
    'config',
    `clusters: [{name: c, cluster: ${cluster}}]
users: [{name: u, user: ${user}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
`,
  )

describe('readRemoteService', () => {
  it('reads address, authority and credentials of the service', () => {
    file('ca.crt', 'PEM')
    file('token', 'from-file\n')
    expect(readRemoteService(config('{server: https://a/b, certificate-authority: ca.crt}', '{token: t}'))).toEqual({
      url: 'https://a/b',
      caBundle: 'PEM',
      authorization: 'Bearer t',
    })
    const insecure = '{server: https://a, insecure-skip-tls-verify: true, tls-server-name: n}'
    expect(readRemoteService(config(insecure, '{token: t, tokenFile: token}'))).toEqual({
      url: 'https://a',
      caBundle: '',
      insecure: true,
      serverName: 'n',
      authorization: 'Bearer from-file',
    })
    const pair = '{client-certificate-data: Yw==, client-key-data: aw==, username: a, password: b}'
    expect(readRemoteService(config('{server: https://a, certificate-authority-data: UEVN}', pair))).toEqual({
      url: 'https://a',
      caBundle: 'PEM',
      authorization: 'Basic YTpi',
      certificate: { certificate: 'c', key: 'k' },
    })
  })

  it('leaves out credentials without TLS', () => {
    const pair = '{client-certificate-data: Yw==, client-key-data: aw==, token: t}'
    expect(readRemoteService(config('{server: http://a}', pair))).toEqual({ url: 'http://a', caBundle: '' })
  })

  it('names the fault of an invalid file', () => {
    expect(() => readRemoteService('/none')).toThrow('stat /none: no such file or directory')
    expect(() => readRemoteService(file('other', 'x'))).toThrow('not a client configuration')
    expect(() => readRemoteService(config('{}'))).toThrow('names no cluster with a server')
    expect(() => readRemoteService(config('{server: https://a, certificate-authority: none}'))).toThrow('ENOENT')
  })
})

describe('reviewOptions', () => {
  it('reads the cache times of answers', () => {
    const place = config('{server: https://a}')
    const flags = [
      `--authentication-token-webhook-config-file=${place}`,
      '--authentication-token-webhook-cache-ttl=0s',
      '--authorization-mode=Webhook',
      `--authorization-webhook-config-file=${place}`,
      '--authorization-webhook-version=v1',
    ]
    expect(reviewOptions(parseFlags(flags))).toMatchObject({
      tokenReviews: { version: 'v1beta1', ttl: 0 },
      accessReviews: [{ version: 'v1', allowedTtl: 300_000, refusedTtl: 30_000 }],
    })
    expect(reviewOptions(parseFlags([]))).toEqual({})
  })

  it('requires mode and file together', () => {
    expect(() => reviewOptions(parseFlags(['--authorization-mode=Webhook']))).toThrow('config file not passed')
    const alone = [`--authorization-webhook-config-file=${config('{server: https://a}')}`]
    expect(() => reviewOptions(parseFlags(alone))).toThrow('without mode Webhook')
  })
})
