import { expect, it } from 'vitest'
import { batchCluster, podTemplate as template } from './batch-fixture.ts'
import { ttlAfterFinished } from './ttl-after-finished.ts'

it('deletes a job in the foreground after its time to live', async () => {
  const { create, patch, pass, read, report } = await batchCluster(ttlAfterFinished)
  const metadata = () => read('batch/jobs', 'j', 'default')?.metadata
  await create('batch/jobs', { metadata: { name: 'j' }, spec: { ttlSecondsAfterFinished: 10, template } })
  await pass(20_000)
  const ended = { type: 'Failed', status: 'True', lastTransitionTime: '2024-05-01T10:00:20Z' }
  await patch('batch/jobs', 'j', { status: { conditions: [ended] } }, 'status')
  await pass(5000)
  await patch('batch/jobs', 'j', { spec: { ttlSecondsAfterFinished: 20 } })
  await pass(14_000)
  expect(metadata()?.deletionTimestamp).toBeUndefined()
  await pass(1000)
  expect(metadata()).toMatchObject({ finalizers: ['foregroundDeletion'], deletionTimestamp: '2024-05-01T10:00:40Z' })
  expect(report).not.toHaveBeenCalled()
})
