import { loadProtobufFor } from '../../codec/lazy-protobuf.ts'
import { loadYamlWriterFor } from '../../codec/lazy-yaml.ts'
import { loadDecodeFaultsFor } from '../../schema/lazy-decode-fault.ts'
import type { Stage } from '../exchange.ts'

/** Loads a codec with the first request that names it, before a refusal may need it, and the texts of faults of bodies. */
export const codecs = {
  name: 'codecs',
  run({ request: { method, headers } }, next) {
    const protobuf = loadProtobufFor(headers)
    const yaml = loadYamlWriterFor(headers)
    const faults = loadDecodeFaultsFor(method)
    const isReady = protobuf === undefined && yaml === undefined && faults === undefined
    return isReady ? next() : Promise.all([protobuf, yaml, faults]).then(next)
  },
} satisfies Stage
