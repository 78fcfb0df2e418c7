import { loadProtobufFor } from '../../codec/lazy-protobuf.ts'
import { loadYamlWriterFor } from '../../codec/lazy-yaml.ts'
import type { Stage } from '../exchange.ts'

/** Loads a codec with the first request that names it, before a refusal may need it. */
export const codecs = {
  name: 'codecs',
  run({ request: { headers } }, next) {
    const protobuf = loadProtobufFor(headers)
    const yaml = loadYamlWriterFor(headers)
    return protobuf === undefined && yaml === undefined ? next() : Promise.all([protobuf, yaml]).then(next)
  },
} satisfies Stage
