import { expect, it } from 'vitest'
import { systemClock } from '../../clock/clock.ts'
import { testCluster } from '../../verbs/verbs-fixture.ts'
import { yieldingVerbs } from './yielding-verbs.ts'

it('yields to other tasks between many writes', async () => {
  const { verbs, target, caller, clock } = await testCluster()
  let turns = 0
  const counting = {
    ...clock,
    // Each read of the clock advances it by a millisecond.
    elapsed: (
      (ms) => () =>
        ms++
    )(0),
    turn: () => systemClock.turn().then(() => void turns++),
  }
  const calm = yieldingVerbs(verbs, counting)
  const options = { dryRun: false, fieldManager: '' }
  let isOthersTurn = false
  setTimeout(() => (isOthersTurn = true), 0)
  for (let i = 0; i < 40; i++) {
    const body = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: `m-${i}` } }
    await calm.create(target('configmaps', ''), caller, body, options)
  }
  expect(turns).toBe(4)
  expect(isOthersTurn).toBe(true)
})
