import { expect, it } from 'vitest'
import { virtualClock } from '../../clock/virtual-clock.ts'
import { memoryLog } from '../../store/persistence/memory-log.ts'
import { openStore } from '../../store/revisioned-store.ts'
import { plainEncoding } from '../../store/store-fixtures.ts'
import { storedKeys } from './stored-keys.ts'

it('concurrent callers receive one key pair', async () => {
  const store = await openStore({ log: memoryLog(), clock: virtualClock(), ...plainEncoding })
  const [one, other] = await Promise.all([storedKeys(store), storedKeys(store)])
  expect(one.signing).toMatchObject({ kty: 'EC', crv: 'P-256' })
  expect(other).toEqual(one)
  expect(await storedKeys(store)).toEqual(one)
})
