import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import { isByteStream } from '../api/exchange.ts'
import { send, type Answer } from './api-server-fixture.ts'
import type { ApiServer } from './api-server.ts'
import { createApiServer } from './api-server.ts'
import { virtualClock } from '../clock/virtual-clock.ts'
import { decodeMessage, decodeProtobuf, encodeProtobuf } from '../codec/protobuf.ts'
import { dialects } from '../dialect/dialect.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { memoryLog } from '../store/persistence/memory-log.ts'

const META = 'apimachinery.pkg.apis.meta.v1'
const maps = '/api/v1/namespaces/default/configmaps'
const configMap = { metadata: { name: 'a' }, data: { key: 'value' } }

/** Decodes a body into an object with the `apiVersion` and `kind` of its envelope. */
function read(bytes: Uint8Array, type: string): JsonObject {
  const { raw, ...envelope } = decodeProtobuf(bytes)
  return decodeMessage(builtinType(type), raw, envelope)
}

interface Envelope {
  readonly apiVersion: string
  readonly kind: string
}

describe.each([
  ['svc', 'application/vnd.svc.protobuf', 'svc.io'],
  ['k8s', 'application/vnd.kubernetes.protobuf', 'k8s.io'],
] as const)('protobuf in the dialect %s', (name, mediaType, domain) => {
  let server: ApiServer
  const accept = { accept: mediaType }
  const ask = (method: string, url: string, body?: Uint8Array | JsonObject, headers: Record<string, string> = accept) =>
    send(server.handle, method, url, { body, headers })
  const post = (url: string, type: string, object: JsonObject, envelope: Envelope): Promise<Answer> =>
    ask('POST', url, encodeProtobuf(builtinType(type), object, envelope), {
      ...accept,
      'content-type': mediaType,
    })

  beforeEach(async () => {
    server = await createApiServer({ dialect: dialects[name], clock: virtualClock(), log: memoryLog() })
  })
  afterEach(() => server.close())

  it('carries an object both ways', async () => {
    const created = await post(maps, 'api.core.v1.ConfigMap', configMap, { apiVersion: 'v1', kind: 'ConfigMap' })
    expect(created.status).toBe(201)
    expect(created.headers.get('content-type')).toBe(mediaType)
    expect(read(created.bytes, 'api.core.v1.ConfigMap')).toMatchObject({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'default', uid: expect.any(String) as unknown },
      data: { key: 'value' },
    })
    expect((await ask('GET', `${maps}/a`)).bytes).toEqual(created.bytes)
    expect((await ask('GET', `${maps}/a`, undefined, {})).json).toMatchObject({ data: { key: 'value' } })
  })

  it('carries lists, lists of metadata only, delete options, and the Status of a refused and of a successful delete', async () => {
    await ask('POST', maps, { ...configMap, kind: 'ConfigMap', apiVersion: 'v1' })
    expect(read((await ask('GET', maps)).bytes, 'api.core.v1.ConfigMapList')).toMatchObject({
      kind: 'ConfigMapList',
      metadata: { resourceVersion: expect.stringMatching(/^\d+$/) as unknown },
      items: [{ metadata: { name: 'a' } }],
    })
    const partial = `${mediaType};as=PartialObjectMetadataList;g=meta.${domain};v=v1`
    const list = await ask('GET', maps, undefined, { accept: partial })
    expect(read(list.bytes, `${META}.PartialObjectMetadataList`)).toMatchObject({
      apiVersion: `meta.${domain}/v1`,
      kind: 'PartialObjectMetadataList',
      items: [{ metadata: { name: 'a' } }],
    })
    const options = encodeProtobuf(
      builtinType(`${META}.DeleteOptions`),
      { preconditions: { uid: 'other' } },
      { apiVersion: 'v1', kind: 'DeleteOptions' },
    )
    const refused = await ask('DELETE', `${maps}/a`, options, { ...accept, 'content-type': mediaType })
    expect(read(refused.bytes, `${META}.Status`)).toMatchObject({ kind: 'Status', code: 409, reason: 'Conflict' })
    const deleted = await ask('DELETE', `${maps}/a`)
    expect(read(deleted.bytes, `${META}.Status`)).toMatchObject({ status: 'Success', details: { name: 'a' } })
  })

  it('answers access reviews that have an empty metadata and a status, as `kubectl auth can-i` sends them', async () => {
    const group = `authorization.${domain}/v1`
    const type = 'api.authorization.v1.SelfSubjectAccessReview'
    const spec = { resourceAttributes: { namespace: 'default', verb: 'list', version: '*', resource: 'pods' } }
    const url = `/apis/${group}/selfsubjectaccessreviews`
    const answer = await post(
      url,
      type,
      { metadata: {}, spec, status: { allowed: false } },
      { apiVersion: group, kind: 'SelfSubjectAccessReview' },
    )
    expect(answer.status).toBe(201)
    expect(read(answer.bytes, type)).toMatchObject({ apiVersion: group, spec, status: { allowed: true } })
  })

  it('frames watch events with their lengths', async () => {
    await ask('POST', maps, { ...configMap, kind: 'ConfigMap', apiVersion: 'v1' })
    const watch = await ask('GET', `${maps}?watch=true`, undefined, { accept: `${mediaType};stream=watch` })
    expect(watch.headers.get('content-type')).toBe(`${mediaType};stream=watch`)
    const { body } = watch.response
    if (!isByteStream(body)) throw new Error('the answer is not a stream')
    const frames: Uint8Array[] = []
    body.start({ write: (frame) => void frames.push(frame), end: () => undefined, backlog: () => 0 })
    body.stop()
    const [first = new Uint8Array()] = frames
    expect(new DataView(first.buffer, first.byteOffset).getUint32(0)).toBe(first.length - 4)
    const magic = first.findIndex((_, at) => new TextDecoder().decode(first.subarray(at, at + 4)) === 'k8s\0')
    expect(first.subarray(magic)).toEqual((await ask('GET', `${maps}/a`)).bytes)
    expect(new TextDecoder().decode(first.subarray(4, magic))).toContain('ADDED')
  })

  it('carries discovery, unaggregated and aggregated', async () => {
    const old = await ask('GET', '/apis/apps/v1')
    expect(old.headers.get('content-type')).toBe(mediaType)
    expect(read(old.bytes, `${META}.APIResourceList`)).toMatchObject({
      groupVersion: 'apps/v1',
      resources: expect.arrayContaining([
        expect.objectContaining({ name: 'deployments', kind: 'Deployment' }),
      ]) as unknown,
    })
    const form = `${mediaType};g=apidiscovery.${domain};v=v2;as=APIGroupDiscoveryList`
    const all = await ask('GET', '/apis', undefined, { accept: form })
    expect(all.headers.get('content-type')).toBe(form)
    expect(read(all.bytes, 'api.apidiscovery.v2.APIGroupDiscoveryList')).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ metadata: { name: 'apps', creationTimestamp: null } }),
      ]) as unknown,
    })
  })

  it('is refused with the text of the body when malformed', async () => {
    const answer = await ask('POST', maps, { kind: 'ConfigMap' }, { 'content-type': mediaType })
    expect(answer.json).toMatchObject({
      code: 400,
      message:
        'the object provided is unrecognized (must be of type ConfigMap): provided data does not appear to be a ' +
        'protobuf message, expected prefix [107 56 115 0] ({"kind":"ConfigMap"})',
    })
  })
})
