import { expect, it } from 'vitest'
import type { ClusterHandle } from '../../cluster/cluster.ts'
import { typeChecking } from './type-checking.ts'

const WARNING = { fieldRef: 'spec.validations[0].expression', warning: "undefined field 'dato'" }

const policy = (generation: number, status?: object) => ({
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'images', generation, resourceVersion: '7' },
  ...(status !== undefined && { status: { ...status } }),
})
const checkedAt = (observedGeneration: number, ...expressionWarnings: object[]) => ({
  observedGeneration,
  typeChecking: expressionWarnings.length === 0 ? {} : { expressionWarnings },
})

/** A server whose controller writes later: its watch delivers an object with each call of `write`. */
function lateServer() {
  const requested: string[] = []
  const waiting: (() => void)[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const handle = {
    info: { dialect: 'k8s' },
    fetch: (path: string, { signal }: RequestInit = {}) => {
      requested.push(path)
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller
          signal?.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      for (const ready of waiting.splice(0)) ready()
      return Promise.resolve(new Response(body))
    },
  } as unknown as ClusterHandle
  return {
    handle,
    requested,
    watched: () => new Promise<void>((resolve) => void (stream === undefined ? waiting.push(resolve) : resolve())),
    write: (object: object, type = 'MODIFIED') =>
      stream?.enqueue(new TextEncoder().encode(`${JSON.stringify({ type, object })}\n`)),
  }
}

it('waits with a watch until the controller has checked the generation that was applied', async () => {
  const { handle, requested, watched, write } = lateServer()
  const checked = typeChecking(handle, [policy(2, checkedAt(1))])
  await watched()
  write(policy(2, checkedAt(1)))
  write(policy(2, checkedAt(2, WARNING)))
  expect(await checked).toEqual({
    warnings: [{ policy: 'images', field: WARNING.fieldRef, text: WARNING.warning }],
    unchecked: [],
  })
  expect(requested).toEqual([
    '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies' +
      '?watch=true&fieldSelector=metadata.name%3Dimages&resourceVersion=7',
  ])
})

it('reads the answer of an apply that changed nothing, and starts no watch', async () => {
  const { handle, requested } = lateServer()
  expect(await typeChecking(handle, [policy(2, checkedAt(2, WARNING))])).toMatchObject({
    warnings: [{}],
    unchecked: [],
  })
  expect(requested).toEqual([])
})

it('names a policy that was not checked in time, or that was deleted', async () => {
  const late = lateServer()
  const stopper = new AbortController()
  const checked = typeChecking(late.handle, [policy(1)], stopper.signal)
  await late.watched()
  stopper.abort()
  expect(await checked).toEqual({ warnings: [], unchecked: ['images'] })
  const deleted = lateServer()
  const gone = typeChecking(deleted.handle, [policy(1)])
  await deleted.watched()
  deleted.write(policy(1), 'DELETED')
  expect(await gone).toEqual({ warnings: [], unchecked: ['images'] })
})
