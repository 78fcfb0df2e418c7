import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { asWritten } from '../api/written-quantity.ts'
import { readJsonBody } from '../codec/json-reader.ts'
import { builtinType } from './builtin/types.ts'
import { decode } from './decode.ts'
import { loadDecodeFaultsFor } from './lazy-decode-fault.ts'

const CRD = 'apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition'

function read(type: string, text: string) {
  const { value, spelling } = readJsonBody(text)
  return decode(builtinType(type), value, { spelling })
}
const faultsOf = (type: string, text: string) => read(type, text).faults
const reject = (type: string, text: string) => expect(() => read(type, text))
const pod = (spec: string) => `{"spec":${spec}}`

describe('canonical form', () => {
  it('has the field order of the real server, sorted maps, and all fields without omitempty', () => {
    const { object } = read(
      'api.core.v1.Pod',
      '{"spec":{"containers":[{"image":"i","name":"c"}]},"metadata":{"labels":{"b":"1","a":"2"}}}',
    )
    expect(JSON.stringify(object)).toBe(
      '{"metadata":{"creationTimestamp":null,"labels":{"a":"2","b":"1"}},"spec":{"containers":[{"name":"c","image":"i","resources":{}}]},"status":{}}',
    )
  })

  it('shares fields that were decoded before, and checks the others', () => {
    const type = builtinType('api.core.v1.Pod')
    const { object: decoded } = read(
      'api.core.v1.Pod',
      '{"metadata":{"name":"a"},"spec":{"containers":[{"name":"c"}]}}',
    )
    const metadata = { labels: { b: '1', a: '2' }, name: 'a' }
    const { object } = decode(type, { ...decoded, metadata }, { decoded })
    expect(object).toEqual(decode(type, { ...decoded, metadata }).object)
    expect(object['spec']).toBe(decoded['spec'])
    const other = { spec: { bogus: 1, containers: null } }
    expect(decode(type, other, { decoded }).faults).toEqual(['unknown field "spec.bogus"'])
  })

  it('omits empty values, except values of pointers and of fields that are always written', () => {
    const { object } = read(
      'api.apps.v1.Deployment',
      '{"spec":{"replicas":0,"minReadySeconds":0,"paused":false,"strategy":{"rollingUpdate":{}}}}',
    )
    expect(object.spec).toMatchObject({ replicas: 0, strategy: { rollingUpdate: {} }, selector: null })
    expect(object.spec).not.toHaveProperty('minReadySeconds')
    expect(object.spec).not.toHaveProperty('paused')
  })

  it('reads null as the zero value', () => {
    const { object } = read('api.core.v1.ConfigMap', '{"data":{"k":null},"binaryData":{"b":null},"immutable":null}')
    expect(object).toEqual({ metadata: { creationTimestamp: null }, data: { k: '' }, binaryData: { b: '' } })
    expect(read('api.core.v1.ConfigMap', 'null').object).toEqual({ metadata: { creationTimestamp: null } })
    expect(read('api.rbac.v1.Role', '{"rules":null}').object.rules).toBeNull()
    expect(read('api.rbac.v1.Role', '{"rules":[]}').object.rules).toEqual([])
  })

  it.each(['{}', '{"divisor":null}'])('notes that the zero quantity of %s has no text', (text) => {
    const { object } = read('api.core.v1.ResourceFieldSelector', text)
    expect(object['divisor']).toBe('0')
    expect(asWritten(object, 'divisor')?.text).toBe('')
  })

  it('has canonical quantities and times', () => {
    const { object } = read('api.core.v1.Pod', pod('{"overhead":{"cpu":0.5,"memory":"1024Mi"}}'))
    expect(object.spec).toMatchObject({ overhead: { cpu: '500m', memory: '1Gi' } })
    const lease =
      '{"metadata":{"deletionTimestamp":"2024-05-01T10:00:00.7+02:00"},"spec":{"renewTime":"2024-05-01T10:00:00.000001-01:00"}}'
    expect(read('api.coordination.v1.Lease', lease).object).toMatchObject({
      metadata: { deletionTimestamp: '2024-05-01T08:00:00Z' },
      spec: { renewTime: '2024-05-01T11:00:00.000001Z' },
    })
  })

  it('keeps a key named __proto__', () => {
    const { object } = read('api.core.v1.ConfigMap', '{"data":{"__proto__":"x","a":"y"}}')
    expect(JSON.stringify(object.data)).toBe('{"__proto__":"x","a":"y"}')
  })
})

describe('unknown and repeated fields', () => {
  it('are reported by path, in document order, and dropped', () => {
    const text =
      '{"bogus":1,"metadata":{"Name":"x"},"spec":{"containers":[{"ports":[{"x":null}],"image":"a","image":"b"}]},"b\\"o\\\\gé":1}'
    const { object, faults } = read('api.core.v1.Pod', text)
    expect(faults).toEqual([
      'unknown field "bogus"',
      'unknown field "metadata.Name"',
      'unknown field "spec.containers[0].ports[0].x"',
      'duplicate field "spec.containers[0].image"',
      'unknown field "b\\"o\\\\gé"',
    ])
    expect(object).not.toHaveProperty('bogus')
    expect(object).toMatchObject({ spec: { containers: [{ image: 'b' }] } })
  })

  it('are reported at their place when they are inside a repeated field', () => {
    const text =
      '{"metadata":{"x":1},"spec":{"y":1},"metadata":{"x":1,"z":1,"labels":{"k":"1","l":"2","k":"3"},"labels":{"k":"4","k":"5","m":"6","m":"7"}},"data":{},"spec":null,"w":1}'
    expect(faultsOf('api.core.v1.Pod', text)).toEqual([
      'unknown field "metadata.x"',
      'unknown field "spec.y"',
      'duplicate field "metadata"',
      'unknown field "metadata.z"',
      'duplicate field "metadata.labels.k"',
      'duplicate field "metadata.labels"',
      'duplicate field "metadata.labels.m"',
      'unknown field "data"',
      'duplicate field "spec"',
      'unknown field "w"',
    ])
  })

  it('are reported only as unknown when they are both unknown and repeated', () => {
    expect(faultsOf('api.core.v1.Pod', '{"bogus":1,"bogus":2}')).toEqual(['unknown field "bogus"'])
  })

  it('are reported once each, and at most a hundred', () => {
    const fields = Array.from({ length: 200 }, (_, i) => `"x${i}":1`).join()
    expect(faultsOf('api.core.v1.Pod', `{${fields}}`)).toHaveLength(100)
    expect(faultsOf('api.core.v1.ConfigMap', '{"data":{"a":"1","a":"2","a":"3"}}')).toEqual([
      'duplicate field "data.a"',
    ])
  })

  it('keep a key named __proto__ of a repeated map', () => {
    const { object } = read('api.core.v1.ConfigMap', '{"data":{"a":"1"},"data":{"__proto__":"2"}}')
    expect(JSON.stringify(object['data'])).toBe('{"__proto__":"2","a":"1"}')
  })

  it('keep members of every repeated struct and map', () => {
    const text = '{"metadata":{"name":"a","labels":{"x":"1"}},"metadata":{"labels":{"y":"2"}}}'
    const { object, faults } = read('api.core.v1.ConfigMap', text)
    expect(object.metadata).toMatchObject({ name: 'a', labels: { x: '1', y: '2' } })
    expect(faults).toEqual(['duplicate field "metadata"'])
  })

  it('keep members of the items of a repeated list', () => {
    const text =
      '{"spec":{"containers":[{"name":"a","image":"i","tty":true,"env":[{"name":"A","value":"1"}]},{"name":"b"}],' +
      '"containers":[{"name":"c","env":[{"name":"B"},{"name":"C"}]}],"volumes":[{"name":"v","emptyDir":{}}],"volumes":null,' +
      '"volumes":[{"name":"w"}]}}'
    const { object, faults } = read('api.core.v1.Pod', text)
    expect(object).toMatchObject({
      spec: {
        containers: [{ name: 'c', image: 'i', tty: true, env: [{ name: 'B', value: '1' }, { name: 'C' }] }],
        volumes: [{ name: 'w' }],
      },
    })
    expect(JSON.stringify(object)).not.toContain('emptyDir')
    expect(faults).toEqual(['duplicate field "spec.containers"', 'duplicate field "spec.volumes"'])
  })

  it('are reported in an OpenAPI schema, except in fields of types that have their own Go decoder', () => {
    const schema =
      '{"properties":{"a":{"type":"string","bogus":1,"type":"integer"}},"items":{"type":"string","x":1},"additionalProperties":false}'
    const { object, faults } = read(CRD, `{"spec":{"versions":[{"schema":{"openAPIV3Schema":${schema}}}]}}`)
    expect(faults).toEqual([
      'unknown field "spec.versions[0].schema.openAPIV3Schema.properties.a.bogus"',
      'duplicate field "spec.versions[0].schema.openAPIV3Schema.properties.a.type"',
    ])
    expect(object).toMatchObject({
      spec: { versions: [{ schema: { openAPIV3Schema: { items: { type: 'string' }, additionalProperties: false } } }] },
    })
    expect(JSON.stringify(object)).not.toContain('"x":1')
  })
})

describe('types are strict', () => {
  beforeAll(() => loadDecodeFaultsFor('POST'))

  it('names the path, the JSON type and the Go type', () => {
    reject('api.core.v1.Pod', pod('{"containers":{}}')).toThrow(
      'json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container',
    )
    reject('api.core.v1.Pod', pod('{"hostname":5}')).toThrow(
      'json: cannot unmarshal number into Go struct field PodSpec.spec.hostname of type string',
    )
    reject('api.core.v1.Secret', '{"type":1}').toThrow(
      'json: cannot unmarshal number into Go struct field Secret.type of type v1.SecretType',
    )
    reject('api.core.v1.PersistentVolume', '{"spec":{"accessModes":[1]}}').toThrow(
      'struct field PersistentVolumeSpec.spec.accessModes of type v1.PersistentVolumeAccessMode',
    )
    reject('api.core.v1.PersistentVolume', '{"spec":{"accessModes":1}}').toThrow(
      'of type []v1.PersistentVolumeAccessMode',
    )
    reject('api.core.v1.PersistentVolume', '{"spec":{"capacity":1}}').toThrow('of type v1.ResourceList')
    reject('api.core.v1.Pod', '{"metadata":{"uid":1}}').toThrow(
      'struct field ObjectMeta.metadata.uid of type types.UID',
    )
    reject('api.core.v1.Pod', '[]').toThrow('json: cannot unmarshal array into Go value of type v1.Pod')
    reject('api.core.v1.Pod', pod('{"containers":[{"ports":[{"hostPort":"x"}]}]}')).toThrow(
      'json: cannot unmarshal string into Go struct field ContainerPort.spec.containers.ports.hostPort of type int32',
    )
    reject('api.core.v1.ConfigMap', '{"metadata":5}').toThrow(
      'json: cannot unmarshal number into Go struct field ConfigMap.metadata of type v1.ObjectMeta',
    )
  })

  it('reports the first value that a type with its own decoder refuses before every other fault', () => {
    const limits = '{"hostname":5,"containers":[{"resources":{"limits":{"cpu":"x"}}}]}'
    reject('api.core.v1.Pod', pod(limits)).toThrow('quantities must match the regular expression')
    reject('api.core.v1.Event', '{"reason":5,"eventTime":"x"}').toThrow('parsing time "x"')
    reject('api.core.v1.Pod', pod('{"hostname":5,"subdomain":7}')).toThrow('spec.hostname')
  })

  it('accepts only integers without a point or an exponent', () => {
    const replicas = (text: string) => `{"spec":{"replicas":${text}}}`
    for (const text of ['1.0', '1e2', '2147483648', '"1"', 'true']) {
      reject('api.apps.v1.Deployment', replicas(text)).toThrow('json: cannot unmarshal')
    }
    expect(read('api.apps.v1.Deployment', replicas('-2147483648')).object).toMatchObject({
      spec: { replicas: -2147483648 },
    })
    const seconds = (text: string) => pod(`{"terminationGracePeriodSeconds":${text}}`)
    expect(read('api.core.v1.Pod', seconds('9223372036854775807')).object).toMatchObject({
      spec: { terminationGracePeriodSeconds: 9223372036854775807n },
    })
    reject('api.core.v1.Pod', seconds('9223372036854775808')).toThrow('cannot unmarshal number')
  })

  it('refuses malformed base64 with the position of the fault, and reads a list of bytes', () => {
    const data = (text: string) => `{"data":{"k":${text}}}`
    const faults = { '"x"': 0, '"YQ==x"': 4, '"AAECAw==x"': 8, '"not base64"': 3 }
    for (const [text, place] of Object.entries(faults)) {
      reject('api.core.v1.Secret', data(text)).toThrow(`illegal base64 data at input byte ${place}`)
    }
    expect(read('api.core.v1.Secret', data('"YQ=\\n="')).object.data).toEqual({ k: 'YQ==' })
    expect(read('api.core.v1.Secret', data('[104,105]')).object.data).toEqual({ k: 'aGk=' })
  })

  it('clears the unused bits of base64', () => {
    const data = (text: string) => read('api.core.v1.Secret', `{"data":{"k":"${text}"}}`).object.data
    for (const [text, canonical] of [
      ['eB==', 'eA=='],
      ['AAAAeH9=', 'AAAAeH8='],
      ['+/8=', '+/8='],
      ['//==', '/w=='],
      ['e\\nB==', 'eA=='],
    ]) {
      expect(data(text ?? '')).toEqual({ k: canonical })
    }
  })

  it('refuses times with the messages of Go', () => {
    const renew = (text: string) => `{"spec":{"renewTime":"${text}"}}`
    const faults: Record<string, string> = {
      '2024-05-01T10:00:00Z': 'cannot parse "Z" as ".000000"',
      '2024-05-01T10:00:00.1234567Z': 'cannot parse "7Z" as "Z07:00"',
      '2024-05-01 10:00:00.000000': 'cannot parse " 10:00:00.000000" as "T"',
      '2024-13-01T10:00:00.000000Z': ': month out of range',
      '2024-02-30T10:00:00.000000Z': ': day out of range',
      '2024-02-20T10:00:00.000000Zx': ': extra text: "x"',
    }
    for (const [text, message] of Object.entries(faults))
      reject('api.coordination.v1.Lease', renew(text)).toThrow(message)
  })

  it('reads an integer, a string or null as int-or-string, and refuses a fraction and an empty quantity', () => {
    const port = (text: string) => `{"spec":{"ports":[{"port":1,"targetPort":${text}}]}}`
    expect(read('api.core.v1.Service', port('"http"')).object).toMatchObject({
      spec: { ports: [{ targetPort: 'http' }] },
    })
    expect(read('api.core.v1.Service', port('null')).object).toMatchObject({ spec: { ports: [{ targetPort: 0 }] } })
    reject('api.core.v1.Service', port('1.5')).toThrow('cannot unmarshal number 1.5')
    reject('api.core.v1.Pod', pod('{"overhead":{"cpu":""}}')).toThrow('quantities must match the regular expression')
  })
})

describe('values of repeated keys', () => {
  const configMap = (text: string) => read('api.core.v1.ConfigMap', text)

  it.each([
    ['{"data":1,"data":{"a":"1"}}', 'number into Go'],
    ['{"data":{"a":1,"a":"1"}}', 'number into Go'],
    ['{"metadata":{"generation":2.0,"generation":2}}', 'number 2.0 into Go'],
    ['{"metadata":{"creationTimestamp":"x","creationTimestamp":null}}', 'parsing time "x"'],
  ])('are all read: %s', (text, fault) => {
    expect(() => configMap(text)).toThrow(fault)
  })

  it('are replaced by a later null only in pointers, maps and lists', () => {
    const { object } = configMap('{"metadata":{"name":"a","name":null},"immutable":true,"immutable":null}')
    expect(object).toEqual({ metadata: { name: 'a', creationTimestamp: null } })
    expect(configMap('{"metadata":{"name":"a"},"metadata":null}').object).toEqual(object)
    expect(configMap('{"data":{"a":"1"},"data":null,"data":{"b":"2"},"data":{"b":"3"}}').object['data']).toEqual({
      b: '3',
    })
  })

  it('report their unknown fields', () => {
    const faults = faultsOf('api.core.v1.Pod', '{"spec":{"containers":[{"bogus":1}],"containers":[]}}')
    expect(faults).toContain('unknown field "spec.containers[0].bogus"')
  })
})

it('records the digits of a quantity that is a number', () => {
  const { object } = read('api.core.v1.ResourceQuota', '{"spec":{"hard":{"cpu":1.50,"memory":1e309}}}')
  const hard = (object['spec'] as JsonObject)['hard'] as JsonObject
  expect([asWritten(hard, 'cpu')?.text, hard['memory']]).toEqual(['1.50', '1e309'])
})
