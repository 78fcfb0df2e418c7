import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { requestOf } from '../admission-fixture.ts'
import { admissionChain } from '../chain.ts'
import { backend, configuration, environmentOf, patchOf } from './webhook-fixture.ts'
import { createWebhooks } from './webhooks.ts'

const configMap = (data: Record<string, string> = {}, labels?: Record<string, string>): ApiObject => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'x', namespace: 'n', creationTimestamp: null, ...(labels && { labels }) },
  data,
})

const about = (object: ApiObject, parts = {}) =>
  requestOf(object, {
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    ...parts,
  })

function webhooksOf(hooks: ReturnType<typeof backend>, ...configurations: ApiObject[]) {
  const environment = environmentOf(hooks.caller)
  const webhooks = createWebhooks(environment)
  webhooks.configure(configurations)
  return { webhooks, environment }
}

describe('validating webhooks', () => {
  it('receive the request, and add warnings and audit annotations', async () => {
    const hooks = backend(() => ({
      allowed: true,
      warnings: ['careful'],
      auditAnnotations: { k: 'v', 'a b': 'c', '': 'd', 'e/f': 'g' },
    }))
    const { webhooks } = webhooksOf(hooks, configuration('c', { path: 'a' }))
    const request = about(configMap({ k: 'v' }))
    await webhooks.validate(request)
    expect(hooks.calls[0]?.review).toMatchObject({
      kind: 'AdmissionReview',
      apiVersion: 'admission.k8s.io/v1',
      request: {
        kind: { group: '', version: 'v1', kind: 'ConfigMap' },
        requestResource: { group: '', version: 'v1', resource: 'configmaps' },
        name: 'x',
        namespace: 'n',
        operation: 'CREATE',
        userInfo: { username: 'tester' },
        object: { data: { k: 'v' } },
        oldObject: null,
        dryRun: false,
      },
    })
    expect(request.warnings).toEqual(['careful'])
    expect(request.annotations).toEqual({ 'a.o.io/k': 'v' })
  })

  it('refuse with their own message and an error code', async () => {
    const hooks = backend(() => ({ allowed: false, status: { code: 200, message: 'no' } }))
    const { webhooks } = webhooksOf(hooks, configuration('c', { path: 'a' }))
    await expect(webhooks.validate(about(configMap()))).rejects.toMatchObject({
      status: { code: 400, message: 'admission webhook "a.o.io" denied the request: no', status: 'Failure' },
    })
    const odd = backend(() => ({ allowed: false, status: { code: 600, status: 'Odd' } }))
    await expect(
      webhooksOf(odd, configuration('c', { path: 'a' })).webhooks.validate(about(configMap())),
    ).rejects.toMatchObject({ status: { code: 600, status: 'Odd' } })
  })

  it('that fail refuse the request unless failurePolicy is Ignore', async () => {
    const hooks = backend((path) => (path === '/broken' ? { uid: 'another', allowed: true } : { allowed: true }))
    const broken = configuration('c', { path: 'broken', failurePolicy: 'Ignore' }, { path: 'good' })
    const { webhooks, environment } = webhooksOf(hooks, broken)
    await webhooks.validate(about(configMap()))
    expect(environment.forgiven).toEqual(['broken.o.io'])
    webhooks.configure([configuration('c', { path: 'broken' })])
    await expect(webhooks.validate(about(configMap()))).rejects.toThrow(
      /^Internal error occurred: failed calling webhook "broken.o.io": received invalid webhook response: expected response.uid=/,
    )
  })

  it('are chosen by selectors and conditions; a false condition takes precedence over a failed one', async () => {
    const hooks = backend(() => ({ allowed: true }))
    const condition = (...expressions: string[]) => expressions.map((expression, i) => ({ name: `c${i}`, expression }))
    const { webhooks } = webhooksOf(
      hooks,
      configuration(
        'c',
        { path: 'labelled', objectSelector: { matchLabels: { l: '1' } } },
        { path: 'unlabelled', objectSelector: { matchLabels: { l: '2' } } },
        { path: 'wanted', matchConditions: condition("object.data.k == 'v'") },
        { path: 'unwanted', matchConditions: condition("object.data.none == 'v'", 'false') },
      ),
    )
    await webhooks.validate(about(configMap({ k: 'v' }, { l: '1' })))
    expect(hooks.calls.map(({ path }) => path)).toEqual(['/labelled', '/wanted'])
    webhooks.configure([configuration('c', { path: 'a', matchConditions: condition("object.data.none == 'v'") })])
    await expect(webhooks.validate(about(configMap({ k: 'v' })))).rejects.toThrow(
      `configmaps "x" is forbidden: expression 'object.data.none == 'v'' resulted in error: no such key: none`,
    )
    await expect(webhooks.validate(about(configMap(), { name: '' }))).rejects.toThrow(/^configmaps is forbidden: /)
  })

  it('with side effects refuse a dry run', async () => {
    const hooks = backend(() => ({ allowed: true }))
    const { webhooks } = webhooksOf(hooks, configuration('c', { path: 'a', sideEffects: 'Some' }))
    await expect(webhooks.validate(about(configMap(), { dryRun: true }))).rejects.toThrow(
      'admission webhook "a.o.io" does not support dry run',
    )
    expect(hooks.calls).toEqual([])
  })
})

describe('mutating webhooks', () => {
  const plugin = (webhooks: ReturnType<typeof createWebhooks>) => ({
    name: 'test',
    handles: () => true,
    admit: webhooks.admit,
    mustRunAgain: webhooks.mustRunAgain,
  })

  it('change the object in turn, and run again after a later change', async () => {
    const hooks = backend((path) =>
      path === '/b' ? patchOf({ op: 'add', path: '/data/b', value: '1' }) : { allowed: true },
    )
    const { webhooks } = webhooksOf(
      hooks,
      configuration('c', { path: 'a', reinvocationPolicy: 'IfNeeded' }, { path: 'b' }, { path: 'c' }),
    )
    const request = about(configMap({ k: 'v' }))
    await admissionChain([plugin(webhooks)]).mutate(request)
    expect(hooks.calls.map(({ path }) => path)).toEqual(['/a', '/b', '/c', '/a'])
    expect(request.object?.['data']).toEqual({ b: '1', k: 'v' })
    expect(request.annotations['mutation.webhook.admission.{domain}/round_0_index_1']).toContain('"mutated":true')
    expect(request.annotations['patch.webhook.admission.{domain}/round_0_index_1']).toBe(
      '{"configuration":"c","webhook":"b.o.io","patch":[{"op":"add","path":"/data/b","value":"1"}],"patchType":"JSONPatch"}',
    )
  })

  it('keep the identity of managedFields', async () => {
    const hooks = backend(() => patchOf({ op: 'add', path: '/data/b', value: '1' }))
    const { webhooks } = webhooksOf(hooks, configuration('c', { path: 'a' }))
    const managedFields = [{ manager: 'm', operation: 'Update' as const }]
    const object = configMap({ k: 'v' })
    object.metadata = { ...object.metadata, managedFields }
    await webhooks.admit(about(object))
    expect(object.metadata.managedFields).toBe(managedFields)
  })

  it.each([
    [{ patch: btoa('not json') }, "Internal error occurred: invalid character 'o' in literal null (expecting 'u')"],
    [
      patchOf({ op: 'remove', path: '/data/none' }),
      "Internal error occurred: error in remove for path: '/data/none': Unable to remove nonexistent key: none: missing value",
    ],
    [
      patchOf({ op: 'replace', path: '/kind', value: 'Frob' }),
      'Internal error occurred: no kind "Frob" is registered for version "v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
    ],
  ])('with a failing patch refuse the request even with failurePolicy Ignore: %o', async (answer, message) => {
    const hooks = backend(() => ({ allowed: true, patchType: 'JSONPatch', ...answer }))
    const { webhooks } = webhooksOf(hooks, configuration('c', { path: 'a', failurePolicy: 'Ignore' }))
    await expect(webhooks.admit(about(configMap({ k: 'v' })))).rejects.toThrow(message)
  })
})
