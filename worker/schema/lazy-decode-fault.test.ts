import { expect, it } from 'vitest'
import { builtinType } from './builtin/types.ts'
import { decode } from './decode.ts'
import { loadDecodeFaultsFor } from './lazy-decode-fault.ts'

it('names the Go types after the first request that may have a body', async () => {
  const read = (): unknown => decode(builtinType('api.core.v1.Pod'), { spec: { hostname: 5 } })
  expect(loadDecodeFaultsFor('GET')).toBeUndefined()
  expect(read).toThrow('json: cannot unmarshal number into Go struct field spec.hostname of type string')
  await loadDecodeFaultsFor('POST')
  expect(read).toThrow('json: cannot unmarshal number into Go struct field PodSpec.spec.hostname of type string')
  expect(loadDecodeFaultsFor('POST')).toBeUndefined()
})
