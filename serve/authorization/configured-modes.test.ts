import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../worker/api/json.ts'
import { accessWebhook, type AccessReviewOptions } from '../../worker/authorization/access-webhook.ts'
import type { Attributes } from '../../worker/authorization/authorizer.ts'
import { virtualClock } from '../../worker/clock/virtual-clock.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { answerOf } from '../../worker/webhooks/backend-fixture.ts'
import { parseFlags } from '../flags.ts'
import { configuredModes } from './configured-modes.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'authorization-'))
afterAll(() => rmSync(folder, { recursive: true }))

const client = path.join(folder, 'client.yaml')
writeFileSync(
  client,
  'current-context: c\ncontexts: [{name: c, context: {cluster: a}}]\nclusters: [{name: a, cluster: {server: "https://a"}}]\n',
)

const readText = (text: string, ...flags: string[]) => {
  const file = path.join(folder, 'config.yaml')
  writeFileSync(file, text)
  return configuredModes(parseFlags([`--authorization-config=${file}`, ...flags]), dialects.k8s)
}

const HEAD = { apiVersion: 'apiserver.config.k8s.io/v1beta1', kind: 'AuthorizationConfiguration' }
const read = (...authorizers: JsonObject[]) => readText(JSON.stringify({ ...HEAD, authorizers }))

const WEBHOOK: JsonObject = {
  timeout: '3s',
  subjectAccessReviewVersion: 'v1',
  failurePolicy: 'NoOpinion',
  connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: client },
}
const hook = (webhook: JsonObject): JsonObject => ({ type: 'Webhook', name: 'w', webhook: { ...WEBHOOK, ...webhook } })
const conditions = (...expressions: string[]): JsonObject => ({
  matchConditionSubjectAccessReviewVersion: 'v1',
  matchConditions: expressions.map((expression) => ({ expression })),
})

describe('the configuration of authorisation', () => {
  it('gives the modes in their order, and a service for each webhook', async () => {
    const two = { ...hook({ authorizedTTL: '1s', failurePolicy: 'Deny' }), name: 'v' }
    expect(await read(hook({}), { type: 'RBAC', name: 'rbac' }, two)).toEqual({
      authorizationModes: ['Webhook', 'RBAC', 'Webhook'],
      accessReviews: [
        {
          service: { url: 'https://a', caBundle: '' },
          version: 'v1',
          allowedTtl: 300_000,
          refusedTtl: 30_000,
          deniesOnFailure: false,
        },
        {
          service: { url: 'https://a', caBundle: '' },
          version: 'v1',
          allowedTtl: 1000,
          refusedTtl: 30_000,
          deniesOnFailure: true,
        },
      ],
    })
    expect(await configuredModes(parseFlags([]), dialects.k8s)).toEqual({})
  })

  it.each<[readonly JsonObject[], string]>([
    [[], 'authorizers: Required value: at least one authorization mode must be defined'],
    [
      [{ type: 'x' }],
      'authorizers[0].type: Unsupported value: "x": supported values: "ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"',
    ],
    [
      [
        { type: 'RBAC', name: 'rbac' },
        { type: 'RBAC', name: 'b' },
      ],
      'authorizers[1].type: Duplicate value: "RBAC"',
    ],
    [[{ type: 'Webhook', name: 'w' }], 'authorizers[0].webhook: Required value: required when type=Webhook'],
    [[hook({}), hook({})], 'authorizers[1].name: Duplicate value: "w"'],
    [
      [
        { type: 'RBAC', name: 'x' },
        { type: 'Node', name: 'y' },
      ],
      '[expected name rbac for authorizer RBAC instead of x, expected name node for authorizer Node instead of y]',
    ],
    [[{ type: 'ABAC', name: 'abac' }], 'authorizer type ABAC is not supported by this server'],
    [
      [hook({ timeout: '-1s', authorizedTTL: '-2m' })],
      '[authorizers[0].timeout: Invalid value: "-1s": must be > 0s and <= 30s, authorizers[0].authorizedTTL: Invalid value: "-2m0s": must be > 0s]',
    ],
    [[hook({ timeout: 'x' })], 'failed to load AuthorizationConfiguration from file: time: invalid duration "x"'],
    [[hook({ failurePolicy: 'Allow' })], 'Unsupported value: "Allow": supported values: "NoOpinion", "Deny"'],
    [
      [hook({ connectionInfo: { type: 'Foo' } })],
      'authorizers[0].connectionInfo.type: Unsupported value: apiserver.WebhookConnectionInfo{Type:"Foo", KubeConfigFile:(*string)(nil)}: supported',
    ],
    [
      [hook({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/none' } })],
      '"/none": error loading file: stat /none: no such file or directory',
    ],
    [[hook({ connectionInfo: { type: 'InClusterConfig' } })], 'InClusterConfig is not supported by this server'],
    [
      [hook({ matchConditions: [{ expression: 'true' }] })],
      'matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified',
    ],
    [
      [hook(conditions('', 'true', 'true', 'request.groups', 'request.foo == 1'))],
      '[authorizers[0].matchConditions[0].expression: Required value, authorizers[0].matchConditions[2].expression: Duplicate value: "true", ' +
        'authorizers[0].matchConditions[3].expression: Invalid value: "request.groups": must evaluate to bool but got list(string), ' +
        `authorizers[0].matchConditions[4].expression: Invalid value: "request.foo == 1": compilation failed: ERROR: <input>:1:8: undefined field 'foo'`,
    ],
    [[hook(conditions('duration("1s")'))], 'must evaluate to bool but got google.protobuf.Duration'],
  ])('refuses %j', async (authorizers, fault) => {
    await expect(read(...authorizers)).rejects.toThrow(fault)
  })

  it('refuses an empty file, other flags, and a feature that is off', async () => {
    await expect(readText('')).rejects.toThrow('at least one authorization mode must be defined')
    await expect(readText('', '--authorization-mode=RBAC')).rejects.toThrow(
      '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
    )
    await expect(readText('', '--feature-gates=StructuredAuthorizationConfiguration=false')).rejects.toThrow(
      '--authorization-config cannot be used without enabling StructuredAuthorizationConfiguration feature flag',
    )
  })

  it('refuses to allow every caller of other machines everything', async () => {
    const text = JSON.stringify({ ...HEAD, authorizers: [{ type: 'AlwaysAllow', name: 'alwaysallow' }] })
    await expect(readText(text, '--bind-address=0.0.0.0')).rejects.toThrow('without access control')
    await expect(readText(text)).resolves.toMatchObject({ authorizationModes: ['AlwaysAllow'] })
  })
})

const REQUEST: Attributes = {
  user: { username: 'ada', uid: '', groups: ['dev'], extra: { x: ['y'] } },
  verb: 'get',
  resourceRequest: true,
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'default',
  name: '',
  path: '/api/v1/namespaces/default/pods',
}

async function reviews(webhook: JsonObject): Promise<AccessReviewOptions> {
  const { accessReviews: [only] = [] } = await read(hook(webhook))
  if (only === undefined) throw new Error('the configuration has a webhook')
  return only
}

describe('the conditions of a webhook', () => {
  it('skip requests, unless all of them are true', async () => {
    const { matches } = await reviews(
      conditions('request.resourceAttributes.name == ""', '"dev" in request.groups', 'request.extra["x"] == ["y"]'),
    )
    expect(matches?.(REQUEST)).toBe(true)
    expect(matches?.({ ...REQUEST, name: 'a' })).toBe(false)
  })

  it('fail when one has no value and none is false', async () => {
    const { matches } = await reviews(conditions('request.resourceAttributes.name == ""', 'request.user == "ada"'))
    const other = { ...REQUEST, resourceRequest: false }
    expect(() => matches?.(other)).toThrow(
      `cel evaluation error: expression 'request.resourceAttributes.name == ""' resulted in error: no such key: resourceAttributes`,
    )
    expect(matches?.({ ...other, user: { ...other.user, username: 'bob' } })).toBe(false)
  })

  it.each([
    ['NoOpinion', 'no-opinion'],
    ['Deny', 'deny'],
  ])('and the policy %s decide about a failed request', async (failurePolicy, effect) => {
    const options = await reviews({ failurePolicy, ...conditions('request.nonResourceAttributes.path == "/"') })
    const environment = {
      clock: virtualClock(),
      dialect: dialects.k8s,
      callWebhook: () => Promise.resolve(answerOf('no', 403)),
    }
    const webhook = accessWebhook(options, environment)
    expect(await webhook.authorize(REQUEST)).toMatchObject({
      effect,
      error: expect.stringContaining('no such key') as unknown,
    })
    const refused = await webhook.authorize({ ...REQUEST, resourceRequest: false, path: '/' })
    expect(refused).toMatchObject({ effect, error: 'no' })
  })
})
