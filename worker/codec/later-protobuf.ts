import { part } from '../api/part.ts'
import type { StructSchema } from '../schema/schema.ts'
import type * as Protobuf from './protobuf.ts'
import { layoutOf } from './protobuf-layout.ts'

export { ProtobufError } from './protobuf-error.ts'

const load = part(() => import('./protobuf.ts'))
let loaded: typeof Protobuf | undefined

/**
 * Browsers do not speak protobuf, so it is loaded with the first request that names it. Undefined where there is nothing
 * to wait for.
 * @throws serviceUnavailable
 */
export function protobufFor(headers: ReadonlyMap<string, string>): Promise<void> | undefined {
  if (loaded !== undefined || !(speaksOf(headers.get('accept')) || speaksOf(headers.get('content-type'))))
    return undefined
  return load().then((protobuf) => void (loaded = protobuf))
}

const speaksOf = (mediaTypes = ''): boolean => /protobuf/i.test(mediaTypes)

/** False until it was loaded: then a refusal is written in another form. */
export const protobufIsThere = (): boolean => loaded !== undefined

/** False for custom resources and for the types that Go only writes as JSON (`Table`). */
export const hasProtobufForm = (schema: StructSchema): boolean => layoutOf(schema) !== undefined

function there(): typeof Protobuf {
  if (loaded === undefined) throw new Error('wait for protobufFor(headers) before the request is served')
  return loaded
}

export const encodeProtobuf: typeof Protobuf.encodeProtobuf = (...object) => there().encodeProtobuf(...object)
export const encodeWatchFrame: typeof Protobuf.encodeWatchFrame = (...event) => there().encodeWatchFrame(...event)
export const decodeProtobuf: typeof Protobuf.decodeProtobuf = (bytes) => there().decodeProtobuf(bytes)
export const decodeMessage: typeof Protobuf.decodeMessage = (...message) => there().decodeMessage(...message)
