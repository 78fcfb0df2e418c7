import { describe, expect, it } from 'vitest'
import type { Json } from '../api/json.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { decodeUnstructured } from './unstructured.ts'

const deployment = builtinType('api.apps.v1.Deployment')
const secret = builtinType('api.core.v1.Secret')
const spec = (value: Json) => decodeUnstructured(deployment, { spec: value }).object['spec']

describe('decodeUnstructured', () => {
  it('wraps integers to 32 bits as the converter does, and refuses fractions and texts', () => {
    expect(spec({ replicas: 99_999_999_999 })).toMatchObject({ replicas: 1_215_752_191 })
    expect(spec({ replicas: 1e30 })).toMatchObject({ replicas: 0 })
    expect(spec({ replicas: 9223372036854775807n })).toMatchObject({ replicas: -1 })
    expect(() => spec({ replicas: 3.5 })).toThrow('cannot convert float64 to int32')
    expect(() => spec({ replicas: '3' })).toThrow('unrecognized type: int32')
  })

  it('fails with the messages of the converter', () => {
    expect(() => decodeUnstructured(deployment, { spec: [] })).toThrow('cannot restore struct from: slice')
    expect(() => decodeUnstructured(secret, { data: { a: 5 } })).toThrow('cannot restore slice from int64')
    expect(() => decodeUnstructured(secret, { data: ['x'] })).toThrow('cannot restore map from slice')
    expect(() => decodeUnstructured(secret, { stringData: { a: 5 } })).toThrow('cannot convert int64 to string')
    expect(() => decodeUnstructured(secret, { stringData: { a: 1e21 } })).toThrow('unrecognized type: string')
    const stringData = { a: 100 }
    const floats = new Map([[stringData, new Map([['a', '1e2']])]])
    expect(() => decodeUnstructured(secret, { stringData }, undefined, floats)).toThrow('unrecognized type: string')
    expect(() => decodeUnstructured(secret, { stringData: { a: true } })).toThrow('unrecognized type: string')
    expect(() => decodeUnstructured(secret, { immutable: 'x' })).toThrow('unrecognized type: bool')
    expect(() => decodeUnstructured(secret, { data: { a: '*' } })).toThrow(
      'error decoding from json: illegal base64 data at input byte 0',
    )
  })

  it('names the Go type of a field whose text is replaced by a number', () => {
    const pod = builtinType('api.core.v1.Pod')
    const inPod =
      (spec: Json, metadata: Json = {}) =>
      () =>
        decodeUnstructured(pod, { metadata, spec })
    const container = { securityContext: { capabilities: { add: [5] } } }
    expect(inPod({ containers: [container] })).toThrow('cannot convert int64 to v1.Capability')
    expect(inPod({ restartPolicy: 5 })).toThrow('cannot convert int64 to v1.RestartPolicy')
    expect(inPod({ nodeName: 5 })).toThrow('cannot convert int64 to string')
    expect(inPod({}, { uid: 5 })).toThrow('cannot convert int64 to types.UID')
  })

  it("reports the first fault in the order of Go's fields", () => {
    const role = builtinType('api.rbac.v1.Role')
    const rule = { apiGroups: [['x']], verbs: [7] }
    expect(() => decodeUnstructured(role, { rules: [rule] })).toThrow('cannot convert int64 to string')
    const pod = builtinType('api.core.v1.Pod')
    const status = { ready: 'x', state: { running: { startedAt: '2024-13-01T00:00:00Z' } } }
    expect(() => decodeUnstructured(pod, { status: { containerStatuses: [status] } })).toThrow('month out of range')
  })

  it('reports unknown fields as decode does', () => {
    expect(decodeUnstructured(secret, { bogus: 1, data: { a: 'YQ==' } }).faults).toEqual(['unknown field "bogus"'])
  })
})
