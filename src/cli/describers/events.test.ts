import { expect, test } from 'vitest'
import { eventsText } from './events.ts'
import { closedServer, FakeServer } from './describe-context.fixture.ts'

const object = { metadata: { name: 'p', namespace: 'n' } }
const path = '/api/v1/namespaces/n/events'

test('prints events oldest first, with their number of occurrences', async () => {
  const server = new FakeServer({
    [path]: [
      {
        type: 'Warning',
        reason: 'Later',
        firstTimestamp: '2024-01-01T00:05:00Z',
        lastTimestamp: '2024-01-01T00:09:00Z',
        count: 3,
        source: { component: 'c' },
        message: ' text\n',
      },
      { type: 'Normal', reason: 'First', eventTime: '2024-01-01T00:04:00.000000Z', reportingComponent: 'r' },
    ],
  })
  const [, , , first, second] = (await eventsText(object, [{ kind: undefined, uid: 'u' }], server)).split('\n')
  expect(first).toBe('  Normal\tFirst\t6m\tr\t')
  expect(second).toBe('  Warning\tLater\t60s (x3 over 5m)\tc\ttext')
  expect(server.requested).toEqual([`${path}?involvedObject.name=p,involvedObject.namespace=n,involvedObject.uid=u`])
})

test('prints <none> without permission to list events, and fails when the events are needed', async () => {
  expect(await eventsText(object, [{ kind: 'Pod', uid: 'u' }], closedServer)).toBe('Events:\t<none>\n')
  await expect(eventsText(object, [{ kind: 'Pod', uid: 'u' }], closedServer, true)).rejects.toThrow('no')
})
