import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../worker/api/json.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { readEncryptionConfig } from './encryption-config.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'encryption-'))
afterAll(() => rmSync(folder, { recursive: true }))

const readText = (text: string) => {
  const file = path.join(folder, 'config.yaml')
  writeFileSync(file, text)
  return readEncryptionConfig(file, dialects.k8s)
}

const read = (...resources: Json[]) =>
  readText(JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration', resources }))

const key = (name: string, size = 32): JsonObject => ({ name, secret: Buffer.alloc(size, name).toString('base64') })
const AES: JsonObject = { aescbc: { keys: [key('k')] } }
const IDENTITY: JsonObject = { identity: {} }

const secrets = (...providers: JsonObject[]): JsonObject => ({ resources: ['secrets'], providers })
const named = (...resources: string[]): JsonObject => ({ resources, providers: [AES] })

describe('the configuration of encryption', () => {
  it('chooses the cipher of a resource, then of its group, then of all resources', async () => {
    const cipherOf = await read(
      named('secrets', 'deployments.apps'),
      { resources: ['*.apps'], providers: [IDENTITY] },
      { resources: ['*.*'], providers: [{ aesgcm: { keys: [key('g', 16)] } }] },
    )
    const start = (storageKey: string): string =>
      Buffer.from(cipherOf(storageKey)?.seal(Buffer.from('{}'), storageKey) ?? '')
        .toString('latin1')
        .slice(0, 20)
    expect(start('secrets/default/a')).toBe('k8s:enc:aescbc:v1:k:')
    expect(start('apps/deployments/default/a')).toBe('k8s:enc:aescbc:v1:k:')
    expect(start('apps/daemonsets/default/a')).toBe('{}')
    expect(start('configmaps/default/a')).toBe('k8s:enc:aesgcm:v1:g:')
  })

  it('loads the cipher of secretbox when a rule uses it', async () => {
    const cipher = (await read(secrets({ secretbox: { keys: [key('s')] } })))('secrets/default/a')
    const sealed = cipher?.seal(Buffer.from('{}'), '') ?? Buffer.of()
    expect(Buffer.from(sealed).toString('latin1')).toMatch(/^k8s:enc:secretbox:v1:s:/)
    expect(cipher?.open(sealed, '')).toEqual({ value: new Uint8Array(Buffer.from('{}')), isStale: false })
  })

  it('leaves other resources as they are', async () => {
    expect((await read(secrets(AES)))('configmaps/default/a')).toBeUndefined()
  })

  it.each<[readonly JsonObject[], string]>([
    [[], 'error while parsing file: resources: Required value: at least one resources is required'],
    [
      [{}],
      '[resources[0].resources: Required value: at least one resources[0].resources is required, resources[0].providers: Required value: at least one resources[0].providers is required]',
    ],
    [[secrets({ ...AES, ...IDENTITY })], 'more than one provider specified in a single element'],
    [[secrets({})], 'apiserver.ProviderConfiguration{AESGCM:(*apiserver.AESConfiguration)(nil)'],
    [
      [secrets({ aescbc: { keys: [] } })],
      'resources[0].providers[0].aescbc.keys: Required value: at least one keys is required',
    ],
    [
      [secrets({ aescbc: { keys: [{}, { name: 'a', secret: '!' }, key('b', 8)] } })],
      '[resources[0].providers[0].aescbc.keys[0].name: Required value: name is a mandatory field for a key, ' +
        'resources[0].providers[0].aescbc.keys[0].secret: Required value: secret is a mandatory field for a key, ' +
        'resources[0].providers[0].aescbc.keys[1].secret: Invalid value: "REDACTED": secrets must be base64 encoded, ' +
        'resources[0].providers[0].aescbc.keys[2].secret: Invalid value: "REDACTED": secret is not of the expected length, got 8, expected one of [16 24 32]]',
    ],
    [
      [named('Secrets', '*')],
      'resources[0].resources[0]: Invalid value: "Secrets": resource name should not contain capital letters',
    ],
    [[named('secrets', '*.')], '[]string{"secrets", "*."}: using overlapping resources'],
    [[named('secrets', 'secrets')], 'the same resource cannot be specified multiple times'],
    [
      [named('*.'), named('secrets')],
      'error while building transformers: resource "secrets" is masked by earlier rule "*."',
    ],
    [
      [secrets({ secretbox: { keys: [key('b', 16)] } })],
      'secret is not of the expected length, got 16, expected one of [32]',
    ],
    [[secrets({ kms: { name: 'a', endpoint: 'unix:///a' } })], 'the provider kms is not supported by this server'],
  ])('refuses %j', async (resources, fault) => {
    await expect(read(...resources)).rejects.toThrow(fault)
  })

  it('refuses an empty file and another kind, and drops unknown fields', async () => {
    await expect(readText('')).rejects.toThrow(
      'error while parsing file: error while loading file: encryption provider',
    )
    await expect(readText('kind: Foo\napiVersion: v1')).rejects.toThrow('no kind "Foo" is registered for version "v1"')
    await expect(read({ ...secrets(AES), foo: 1 })).resolves.toBeDefined()
  })
})
