import { describe, expect, it } from 'vitest'
import { discoveryOf, failure, openWatch, run } from './command-line.fixture.ts'

const PODS = '/api/v1/namespaces/default/pods'
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'default' },
  spec: { containers: [{ name: 'p' }] },
}
const terminated = { exitCode: 3, reason: 'Error', message: 'bad' }

/** The outcome of `run p`, whose pod has these states in turn; undefined deletes it. */
async function attached(flags: string, ...states: readonly (object | undefined)[]) {
  const [first, ...later] = states.map((status) => (status === undefined ? undefined : { ...pod, status }))
  const events = later.map((object) => ({ type: object === undefined ? 'DELETED' : 'MODIFIED', object: object ?? pod }))
  const { stdout, stderr, code } = await run(
    `run p --image=x --attach ${flags}`.trim(),
    {
      'GET /api': discoveryOf('', ['Pod']),
      [`POST ${PODS}`]: () => Response.json(pod),
      [`DELETE ${PODS}/p`]: () => Response.json(pod),
      [`GET ${PODS}/p/log`]: () => new Response('logged\n'),
      [`GET ${PODS}`]: ({ url }) =>
        url.includes('watch=true')
          ? openWatch(events)
          : Response.json({ kind: 'PodList', metadata: {}, items: [first] }),
      [`POST ${PODS}/p/attach`]: failure(400, { reason: 'BadRequest', message: 'no host' }),
    },
    'k8s',
  )
  return { stdout, stderr, code }
}

const interrupted = (): never => {
  throw new DOMException('The operation was aborted.', 'AbortError')
}

describe('run --attach', () => {
  it('ends without the log when it is interrupted', async () => {
    const running = { ...pod, status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } }
    const { stdout, stderr, requests } = await run(
      'run p --image=x --attach',
      {
        'GET /api': discoveryOf('', ['Pod']),
        [`POST ${PODS}`]: () => Response.json(pod),
        [`GET ${PODS}`]: ({ url }) =>
          url.includes('watch=true') ? openWatch() : Response.json({ kind: 'PodList', metadata: {}, items: [running] }),
        [`POST ${PODS}/p/attach`]: interrupted,
      },
      'k8s',
    )
    expect(stdout + stderr).not.toContain('falling back')
    expect(requests.at(-1)?.url).toContain('/attach')
  })

  it('prints the log of a pod that has ended', async () => {
    expect(await attached('', {}, { phase: 'Succeeded' })).toEqual({ stdout: 'logged\n', stderr: '', code: 0 })
  })

  it('has the exit code of a pod that is not restarted', async () => {
    const failed = { phase: 'Failed', containerStatuses: [{ name: 'p', state: { terminated } }] }
    expect(await attached('--restart=Never', failed)).toEqual({
      stdout: 'logged\n',
      stderr: 'pod default/p terminated (Error)\nbad\n',
      code: 3,
    })
    expect(await attached('--restart=Never --rm', { phase: 'Failed' })).toEqual({
      stdout: 'logged\npod "p" deleted\n',
      stderr: 'error: pod default/p failed with unknown exit code\n',
      code: 1,
    })
    expect(await attached('--restart=Never --leave-stdin-open', failed)).toMatchObject({ stderr: '', code: 0 })
  })

  it('waits until the pod is ready', async () => {
    expect(await attached('--pod-running-timeout=50ms', { phase: 'Running' })).toMatchObject({
      stderr: 'error: timed out waiting for the condition\n',
    })
    expect(await attached('', {}, undefined)).toMatchObject({
      stderr: 'Error from server (NotFound): pods "" not found\n',
    })
  })
})
