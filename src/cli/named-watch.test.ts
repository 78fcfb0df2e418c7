import { expect, test } from 'vitest'
import { pausingClock, runAt } from './command-line.fixture.ts'

const COLLECTION = '/api/v1/namespaces/default/configmaps'
const one = { kind: 'ConfigMap', metadata: { name: 'one' }, a: 'x' }
const forbidden = () =>
  Response.json({ kind: 'Status', reason: 'Forbidden', message: 'configmaps "one" is forbidden' }, { status: 403 })
const FAILED = 'k8s.io/client-go/tools/watch/informerwatcher.go:146: Failed to watch *unstructured.Unstructured: '

/** Waits for a condition in virtual time. */
const wait = (collection: (request: { readonly url: string }) => Response, clock = pausingClock()) =>
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

test('begins again after a watch has ended', async () => {
  let lists = 0
  const answer = ({ url }: { readonly url: string }) =>
    url.includes('watch=true')
      ? new Response('')
      : Response.json({ kind: 'ConfigMapList', metadata: {}, items: [{ ...one, a: lists++ === 0 ? 'x' : 'y' }] })
  expect(await wait(answer)).toMatchObject({ stdout: 'configmap/one condition met\n', code: 0 })
})

test('reads the condition of the listed object, not of the object before it', async () => {
  const list = (items: object[]) => () => Response.json({ kind: 'ConfigMapList', metadata: {}, items })
  expect(await wait(list([{ ...one, a: 'y' }]))).toMatchObject({ stdout: 'configmap/one condition met\n' })
  expect((await wait(list([]))).stderr).toBe('Error from server (NotFound): configmaps "one" not found\n')
})
