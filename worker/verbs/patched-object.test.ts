import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import { applyTrackedJsonPatch, readJsonPatch } from '../patch/json-patch.ts'
import { applyMergePatch } from '../patch/merge-patch.ts'
import { decodePatched } from './patched-object.ts'
import { addEveryPart, patchedText } from './patched-text.ts'
import type { FieldValidation, PatchType } from './verbs.ts'
import { loadKind } from '../resources/kind-files.ts'
import { plain, testCluster } from './verbs-fixture.ts'
import { readPatchBody } from '../http/patch-body.ts'

type Cluster = Awaited<ReturnType<typeof testCluster>>
let cluster: Cluster
const SCALERS = 'autoscaling/horizontalpodautoscalers'
beforeAll(async () => {
  cluster = await testCluster()
  await loadKind(SCALERS)
})

const live: ApiObject = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', uid: 'u' }, data: { k: 'v' } }

interface Patched {
  readonly object?: ApiObject
  readonly message?: string
  readonly warnings: readonly string[]
}

/** Applies the text of a patch to an object. Returns the decoded object or the refusal in one line, and the warnings. */
function patched(
  text: string,
  type: PatchType,
  {
    validation = 'Warn',
    resource = 'configmaps',
    object = live,
  }: { validation?: FieldValidation; resource?: string; object?: typeof live } = {},
): Patched {
  const warnings: string[] = []
  const caller = { ...cluster.caller, warn: (warning: string) => void warnings.push(warning) }
  const target = cluster.target(resource, 'a')
  const write = { environment: cluster.environment, target, caller, options: plain }
  const patch = readPatchBody(new TextEncoder().encode(text), type, validation)
  const { document } = patch
  if (document instanceof StatusError) throw document
  try {
    const { value } = document
    const opened = new WeakSet<object>()
    const next =
      type === 'json' ? applyTrackedJsonPatch(object, readJsonPatch(value), opened) : applyMergePatch(object, value)
    return { object: decodePatched(write, { ...patch, document, opened }, next as JsonObject, object), warnings }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return { message: `${error.code} ${error.message}`, warnings }
  }
}

const add = (path: string, value: string): string => `{"op":"add","path":"${path}","value":${value}}`

describe('a patched object', () => {
  it('is decoded by the schema of its kind, with faults for unknown and repeated fields', () => {
    const { object, warnings } = patched('{"bogus":1,"data":{"x":"1","x":"2"}}', 'merge')
    expect(object?.['data']).toEqual({ k: 'v', x: '2' })
    expect(warnings).toEqual(['duplicate field "data.x"', 'unknown field "bogus"'])
    expect(patched('{"bogus":1}', 'merge', { validation: 'Ignore' }).warnings).toEqual([])
  })

  it('is shown in its refusal, but the refusal of a strategic patch shows the patch', () => {
    const strict = { validation: 'Strict' as const }
    expect(patched('{"bogus":1}', 'merge', strict).message).toBe(
      '422  "" is invalid: patch: Invalid value: "{\\"apiVersion\\":\\"v1\\",\\"bogus\\":1,\\"data\\":{\\"k\\":\\"v\\"},\\"kind\\":\\"ConfigMap\\",\\"metadata\\":{\\"name\\":\\"a\\",\\"uid\\":\\"u\\"}}": strict decoding error: unknown field "bogus"',
    )
    expect(patched('{"data":[]}', 'strategic').message).toBe(
      '422  "" is invalid: patch: Invalid value: "map[data:[]]": cannot restore map from slice',
    )
  })

  it('has sorted keys in objects that a merge patch names; a strategic patch is shown without its directives', () => {
    const strict = { validation: 'Strict' as const }
    const object = { ...live, metadata: { uid: 'u', name: 'a' } }
    expect(patched('{"bogus":1}', 'merge', { ...strict, object }).message).toContain('{\\"uid\\":\\"u\\",')
    expect(patched('{"bogus":1,"metadata":{}}', 'merge', { ...strict, object }).message).toContain(
      '{\\"name\\":\\"a\\",',
    )
    expect(
      patched('{"data":[],"$retainKeys":["data"],"$setElementOrder/finalizers":["a"]}', 'strategic').message,
    ).toContain('"map[data:[]]"')
  })

  it('has sorted keys in every stored part of a custom resource', () => {
    const object = { a: { c: { z: 1, b: 1 } } }
    const parts = addEveryPart(new WeakSet(), object)
    expect(patchedText({ ...object.a, a: 1 }, parts, undefined)).toBe('{"c":{"b":1,"z":1},"a":1}')
  })

  it('has sorted keys in values that a JSON patch looks into; values that it adds stay as they are written', () => {
    const shown = (...operations: string[]): string | undefined =>
      patched(`[${operations.join(',')}]`, 'json', { validation: 'Strict' }).message?.replaceAll('\\"', "'")
    const value = add('/x', '{"z":1,"a":{"y":1,"b":2}}')
    expect(shown(value)).toContain("'x':{'z':1,'a':{'y':1,'b':2}}}")
    expect(shown(value, add('/x/k', '1'))).toContain("'x':{'a':{'y':1,'b':2},'k':1,'z':1}}")
    expect(shown(value, add('/x/k', '1'), '{"op":"copy","from":"/x","path":"/w"}')).toContain(
      "'w':{'a':{'y':1,'b':2},'k':1,'z':1}",
    )
    expect(shown(value, '{"op":"test","path":"/x","value":{"a":{"b":2,"y":1},"z":1}}')).toContain(
      "'x':{'a':{'b':2,'y':1},'z':1}}",
    )
    expect(shown('{"op":"replace","path":"","value":{"z":1,"a":{"y":1,"b":2}}}')).toContain("{'a':{'y':1,'b':2},'z':1}")
  })

  it('shows a list that a merge patch puts in place of an object as it is written', () => {
    const strict = { validation: 'Strict' as const }
    expect(patched('{"data":[{"z":1,"a":2}]}', 'merge', strict).message).toContain('[{\\"z\\":1,\\"a\\":2}]')
    expect(patched('{"kind":[{"z":1,"a":2}]}', 'merge', strict).message).toContain('[{\\"a\\":2,\\"z\\":1}]')
  })

  it('keeps the spelling of values that a JSON patch adds', () => {
    const twice = `[${add('/metadata/labels', '{"a":"1","a":"2"}')}]`
    expect(patched(twice, 'json').warnings).toEqual([
      'json patch duplicate field "[0].value.a"',
      'duplicate field "metadata.labels.a"',
    ])
    expect(patched(twice, 'json', { validation: 'Strict' }).message).toContain('{\\"a\\":\\"1\\",\\"a\\":\\"2\\"}')
  })

  it('refuses an integer that is written as a float', () => {
    const object = { kind: 'Deployment', apiVersion: 'apps/v1', metadata: { name: 'a' }, spec: { replicas: 1 } }
    const options = { resource: 'apps/deployments', object }
    expect(patched('{"spec":{"replicas":2}}', 'merge', options).object?.['spec']).toMatchObject({ replicas: 2 })
    const refusal = /^422 .*\\"replicas\\":2\.0.*: json: cannot unmarshal number 2\.0 /
    expect(patched('{"spec":{"replicas":2.0}}', 'merge', options).message).toMatch(refusal)
    expect(patched(`[${add('/spec/replicas', '2.0')}]`, 'json', options).message).toMatch(refusal)
    expect(patched(`[${add('/spec', '{"replicas":2.0}')}]`, 'json', options).message).toMatch(refusal)
  })

  it('counts an apiVersion of a slash as missing, and refuses one without a version', () => {
    const object = { kind: 'HorizontalPodAutoscaler', apiVersion: 'autoscaling/v2', metadata: { name: 'a' } }
    const options = { resource: SCALERS, object }
    expect(patched('{"apiVersion":"/"}', 'merge', options).warnings).toContain('unknown field "metadata"')
    expect(patched('{"apiVersion":"v1/"}', 'merge', options).message).toContain(
      `: Object 'apiVersion' is missing in '{"`,
    )
  })

  it('may have another version of its kind, which is converted back', () => {
    const spec = { maxReplicas: 3, scaleTargetRef: { kind: 'D', name: 'd' }, targetCPUUtilizationPercentage: 50 }
    const object = { kind: 'HorizontalPodAutoscaler', apiVersion: 'autoscaling/v2', metadata: { name: 'a' } }
    const patch = JSON.stringify({ apiVersion: 'autoscaling/v1', spec })
    const { object: out, warnings } = patched(patch, 'merge', { resource: SCALERS, object })
    expect(warnings).toEqual([])
    expect(out).toMatchObject({
      apiVersion: 'autoscaling/v2',
      spec: { metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 50 } } }] },
    })
  })

  it('receives the labels of its pod template in versions that had this default', () => {
    const template = { metadata: { labels: { l: '1' } } }
    const object = { kind: 'Deployment', apiVersion: 'apps/v1', metadata: { name: 'a' }, spec: { template } }
    const options = { resource: 'apps/deployments', object }
    const labels = (patch: string, type: PatchType = 'merge'): unknown =>
      patched(patch, type, options).object?.metadata?.labels
    expect(labels('{"apiVersion":"extensions/v1beta1"}')).toEqual({ l: '1' })
    expect(labels('{"apiVersion":"apps/v1beta2"}')).toBeUndefined()
    expect(labels('{"apiVersion":"extensions/v1beta1"}', 'strategic')).toBeUndefined()
  })
})
