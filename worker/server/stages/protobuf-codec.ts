import { loadProtobufFor } from '../../codec/lazy-protobuf.ts'
import type { Stage } from '../exchange.ts'

/** Loads the protobuf codec with the first request that names it, before a refusal may need it. */
export const protobufCodec = {
  name: 'protobuf-codec',
  run({ request }, next) {
    const loading = loadProtobufFor(request.headers)
    return loading === undefined ? next() : loading.then(next)
  },
} satisfies Stage
