import type { ApiObject } from '../../../worker/api/object.ts'
import { text } from '../flags.ts'
import type { Generator } from './generator.ts'
import { newMetadata } from './generator.ts'
import { base64, literalFlags, readLiterals } from './literals.ts'

const generic = {
  name: 'generic',
  summary: 'Create a secret from a local file, directory, or literal value',
  usage: 'NAME [--type=string] [--from-file=[key=]source] [--from-literal=key1=value1]',
  examples: [['From a literal value', '{cli} create secret generic login --from-literal=password=hidden']],
  flags: [...literalFlags, text('type', 'The type of secret to create.')],
  failure: 'failed to create secret',
  async build(session, name): Promise<ApiObject> {
    const found = [...(await readLiterals(session))].map(([key, bytes]) => [key, base64(bytes)] as const)
    const type = session.flags.text('type')
    return {
      apiVersion: 'v1',
      ...(found.length > 0 ? { data: Object.fromEntries(found) } : {}),
      kind: 'Secret',
      metadata: newMetadata(name),
      ...(type === '' ? {} : { type }),
    }
  },
} satisfies Generator

export const secretTypes: readonly Generator[] = [generic]
