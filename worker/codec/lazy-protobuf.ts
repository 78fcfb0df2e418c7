import { lazy } from '../api/lazy.ts'
import type { StructSchema } from '../schema/schema.ts'
import type * as Protobuf from './protobuf.ts'
import { layoutOf } from './protobuf-layout.ts'

export { ProtobufError } from './protobuf-error.ts'

const load = lazy(() => import('./protobuf.ts'))
let loaded: typeof Protobuf | undefined

/**
 * Loads the protobuf codec for the first request that names protobuf. It is not loaded earlier, because browsers do not use it.
 * Returns undefined when the request needs no loading.
 * @throws serviceUnavailable
 */
export function loadProtobufFor(headers: ReadonlyMap<string, string>): Promise<void> | undefined {
  if (loaded !== undefined) return undefined
  if (!namesProtobuf(headers.get('accept')) && !namesProtobuf(headers.get('content-type'))) return undefined
  return load().then((protobuf) => void (loaded = protobuf))
}

const namesProtobuf = (mediaTypes = ''): boolean => /protobuf/i.test(mediaTypes)

/** Whether the codec is loaded. Before that, an error is encoded in another media type that the client accepts. */
export const isProtobufLoaded = (): boolean => loaded !== undefined

/** Whether a type has a protobuf form. Custom resources have none, nor do the types that Go encodes only as JSON (`Table`). */
export const hasProtobufForm = (schema: StructSchema): boolean => layoutOf(schema) !== undefined

function requireLoaded(): typeof Protobuf {
  if (loaded === undefined) throw new Error('await loadProtobufFor(headers) before the request is served')
  return loaded
}

export const encodeProtobuf: typeof Protobuf.encodeProtobuf = (...object) => requireLoaded().encodeProtobuf(...object)
export const encodeWatchFrame: typeof Protobuf.encodeWatchFrame = (...event) =>
  requireLoaded().encodeWatchFrame(...event)
export const decodeProtobuf: typeof Protobuf.decodeProtobuf = (bytes) => requireLoaded().decodeProtobuf(bytes)
export const decodeMessage: typeof Protobuf.decodeMessage = (...message) => requireLoaded().decodeMessage(...message)
