import { expect, test } from 'vitest'
import { ConnectionError } from './host.ts'
import { pausingClock, runAt } from './command-line.fixture.ts'

const COLLECTION = '/api/v1/namespaces/default/configmaps'
const one = { kind: 'ConfigMap', metadata: { name: 'one' }, a: 'x' }
const forbidden = () =>
  Response.json({ kind: 'Status', reason: 'Forbidden', message: 'configmaps "one" is forbidden' }, { status: 403 })
const FAILED = 'k8s.io/client-go/tools/watch/informerwatcher.go:146: Failed to watch *unstructured.Unstructured: '

type Asked = { readonly url: string }

/** Waits for a condition in virtual time. */
const wait = (collection: (request: Asked) => Response, clock = pausingClock()) =>
  runAt(clock)(
    ['wait', 'cm/one', '--for=jsonpath={.a}=y', '--timeout=9m'],
    { [`GET ${COLLECTION}/one`]: () => Response.json(one), [`GET ${COLLECTION}`]: collection },
    'k8s',
  )

test('logs a refused list and waits until the time limit', async () => {
  const { stderr } = await wait(forbidden)
  expect(stderr).toContain('reflector.go:547] k8s.io/client-go/tools/watch/informerwatcher.go:146: failed to list ')
  expect(stderr).toContain(`reflector.go:150] ${FAILED}failed to list *unstructured.Unstructured: configmaps "one"`)
  expect(stderr).toContain('timed out waiting for the condition on configmaps/one\n')
})

test('logs a refused watch without the message of the server', async () => {
  const list = () => Response.json({ kind: 'ConfigMapList', metadata: { resourceVersion: '1' }, items: [one] })
  const { stderr } = await wait(({ url }) => (url.includes('watch=true') ? forbidden() : list()))
  expect(stderr).toContain(`reflector.go:150] ${FAILED}unknown\n`)
  expect(stderr).not.toContain('failed to list')
})

/** The first list has the object without the wanted value, each later list the object with the value. */
function changedBetweenLists() {
  let lists = 0
  return () =>
    Response.json({
      kind: 'ConfigMapList',
      metadata: { resourceVersion: '7' },
      items: [{ ...one, a: lists++ === 0 ? 'x' : 'y' }],
    })
}

test('lists again after an empty watch of less than a second', async () => {
  const list = changedBetweenLists()
  const answer = ({ url }: Asked) => (url.includes('watch=true') ? new Response('') : list())
  const { stdout, stderr } = await wait(answer)
  expect(stdout).toBe('configmap/one condition met\n')
  expect(stderr).toMatch(
    /^W.* reflector\.go:470\] .*: watch of \*unstructured\.Unstructured ended with: very short watch: /,
  )
})

test('logs the error event that ends a watch', async () => {
  const event = (code: number) =>
    new Response(`${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', message: 'bad', code } })}\n`)
  const stderr = async (code: number) => {
    const list = changedBetweenLists()
    return (await wait(({ url }) => (url.includes('watch=true') ? event(code) : list()))).stderr
  }
  expect(await stderr(500)).toMatch(/reflector\.go:470\] .*: watch of \*unstructured\.Unstructured ended with: bad\n$/)
  expect(await stderr(410)).toBe('')
})

test('watches again at once, from the last event, after the server has ended a watch', async () => {
  const clock = pausingClock()
  const events = ['x', 'y'].map((a, i) => ({
    type: 'MODIFIED',
    object: { ...one, metadata: { name: 'one', resourceVersion: `${8 + i}` }, a },
  }))
  const answer = ({ url }: Asked) =>
    url.includes('watch=true') ? new Response(`${JSON.stringify(events.shift())}\n`) : changedBetweenLists()()
  const { stdout, stderr, requests } = await wait(answer, clock)
  expect([stdout, stderr, clock.now()]).toEqual(['configmap/one condition met\n', '', 0])
  const collection = requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname === COLLECTION)
  expect(collection.map(({ searchParams }) => searchParams.get('resourceVersion'))).toEqual(['0', '7', '8'])
})

test('watches again without a list while the server is busy or refuses the connection', async () => {
  let watches = 0
  const refusals = [
    () => Response.json({ kind: 'Status', reason: 'TooManyRequests', code: 429 }, { status: 429 }),
    () => {
      throw new ConnectionError('connect: connection refused', true)
    },
    () => new Response(`${JSON.stringify({ type: 'MODIFIED', object: { ...one, a: 'y' } })}\n`),
  ]
  const clock = pausingClock()
  const list = changedBetweenLists()
  const { stdout, stderr } = await wait(
    ({ url }) => (url.includes('watch=true') ? (refusals[watches++]?.() ?? forbidden()) : list()),
    clock,
  )
  expect([stdout, stderr, clock.now()]).toEqual(['configmap/one condition met\n', '', 800 + 1600])
})

test('begins with a short pause again when two minutes have passed since the last one', async () => {
  const clock = pausingClock()
  const times: number[] = []
  const lengths = [0, 0, 0, 121_000, 0]
  const answer = ({ url }: Asked) => {
    if (!url.includes('watch=true')) {
      times.push(clock.now())
      return Response.json({
        kind: 'ConfigMapList',
        metadata: {},
        items: [{ ...one, a: times.length < 6 ? 'x' : 'y' }],
      })
    }
    clock.pass(lengths.shift() ?? 0)
    return forbidden()
  }
  expect((await wait(answer, clock)).stdout).toBe('configmap/one condition met\n')
  const [first = 0, ...later] = times
  const between = later.map((time, i) => time - (later[i - 1] ?? first))
  expect(between).toEqual([800, 1600, 3200, 121_000 + 800, 1600])
})

test('reads the condition of the listed object, not of the object before it', async () => {
  const list = (items: object[]) => () => Response.json({ kind: 'ConfigMapList', metadata: {}, items })
  expect(await wait(list([{ ...one, a: 'y' }]))).toMatchObject({ stdout: 'configmap/one condition met\n' })
  expect((await wait(list([]))).stderr).toBe('Error from server (NotFound): configmaps "one" not found\n')
})
