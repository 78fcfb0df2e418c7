import { setKey } from '../../../worker/api/json.ts'
import { quote } from '../../../worker/api/go-format.ts'
import { toBase64 } from '../../../worker/runtime/bytes.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { appendHashFlag, configMapHash } from './content-hash.ts'
import type { Generator } from './generator.ts'
import { newMetadata } from './generator.ts'
import type { KeyFailures } from './literals.ts'
import { literalFlags, readLiterals, utf8 } from './literals.ts'

const failuresOf = (name: string): KeyFailures => ({
  noun: 'config',
  invalid: (key, rule) => `${quote(key)} is not a valid key name for a ConfigMap: ${rule}`,
  repeated: (key) =>
    `cannot add key ${quote(key)}, another key by that name already exists in Data for ConfigMap ${quote(name)}`,
})

export const configMap = {
  name: 'configmap',
  aliases: ['cm'],
  summary: 'Create a config map from a local file, directory or literal value',
  usage: 'NAME [--from-file=[key=]source] [--from-literal=key1=value1]',
  examples: [
    ['From literal values', '{cli} create configmap settings --from-literal=colour=blue'],
    ['From a file', '{cli} create configmap settings --from-file=settings.txt'],
  ],
  flags: [appendHashFlag, ...literalFlags],
  failure: 'failed to create configmap:',
  async build(session, name): Promise<ApiObject> {
    const data: Record<string, string> = {}
    const binaryData: Record<string, string> = {}
    for (const [key, bytes] of await readLiterals(session, failuresOf(name))) {
      const text = utf8(bytes)
      if (text === undefined) setKey(binaryData, key, toBase64(bytes))
      else setKey(data, key, text)
    }
    const hashed = session.flags.boolean('append-hash')
    return {
      apiVersion: 'v1',
      ...(Object.keys(binaryData).length > 0 ? { binaryData } : {}),
      ...(Object.keys(data).length > 0 ? { data } : {}),
      kind: 'ConfigMap',
      metadata: newMetadata(hashed ? `${name}-${await configMapHash(name, data, binaryData)}` : name),
    }
  },
} satisfies Generator
