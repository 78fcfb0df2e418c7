import { expect, test } from 'vitest'
import { failure, run } from '../command-line.fixture.ts'

test('reports a missing pod without a check that its namespace exists', async () => {
  const { stderr, requests } = await run('cp shop/web:/x y', {
    'GET /api/v1/namespaces/shop/pods/web': failure(404, { reason: 'NotFound', message: 'pods "web" not found' }),
  })
  expect(stderr).toBe('Error from server (NotFound): pods "web" not found\n')
  expect(requests.some(({ url }) => url.endsWith('/namespaces/shop'))).toBe(false)
})

test('prints the choice of a container to standard output when it copies from a pod', async () => {
  const spec = { containers: [{ name: 'c' }, { name: 'd' }] }
  const { stdout } = await run('cp shop/web:/x y', {
    'GET /api/v1/namespaces/shop/pods/web': () => Response.json({ kind: 'Pod', metadata: { name: 'web' }, spec }),
  })
  expect(stdout).toBe('Defaulted container "c" out of: c, d\n')
})

test('prints the choice of a container to standard error when it copies into a pod', async () => {
  const spec = { containers: [{ name: 'c' }, { name: 'd' }] }
  const pod = {
    'GET /api/v1/namespaces/shop/pods/web': () => Response.json({ kind: 'Pod', metadata: { name: 'web' }, spec }),
  }
  const { stdout, stderr } = await run('cp y shop/web:/x', pod, 'k8s', { y: '' })
  expect(stdout).toBe('')
  expect(stderr).toContain('Defaulted container "c" out of: c, d\n')
})

test('checks whether the destination is a folder before it copies', async () => {
  const spec = { containers: [{ name: 'c' }] }
  const pod = {
    'GET /api/v1/namespaces/shop/pods/web': () => Response.json({ kind: 'Pod', metadata: { name: 'web' }, spec }),
    'POST /api/v1/namespaces/shop/pods/web/exec': failure(400, { reason: 'BadRequest', message: 'no node' }),
  }
  const commands = async (line: string): Promise<string[]> => {
    const { requests } = await run(line, pod, 'k8s', { y: '' })
    const queries = requests.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).searchParams)
    return queries.map((query) => `${query.getAll('command').join(' ')} ${query.get('stdin')}`)
  }
  expect(await commands('cp y shop/web:/a/./b/../x/')).toEqual(['test -d /a/./b/../x null', 'tar -xmf - -C /a true'])
  expect(await commands('cp --no-preserve y shop/web:x')).toEqual([
    'test -d x null',
    'tar --no-same-permissions --no-same-owner -xmf - -C . true',
  ])
  expect(await commands('cp shop/web:/x y')).toEqual(['tar cf - /x null'])
  expect(await commands('cp --retries=2 shop/web:/x y')).toEqual(['sh -c tar cf - /x | tail -c+0 null'])
})

test('ends when it is interrupted while it checks the destination', async () => {
  const spec = { containers: [{ name: 'c' }] }
  const { requests } = await run(
    'cp y shop/web:/x',
    {
      'GET /api/v1/namespaces/shop/pods/web': () => Response.json({ kind: 'Pod', metadata: { name: 'web' }, spec }),
      'POST /api/v1/namespaces/shop/pods/web/exec': () => {
        throw new DOMException('The operation was aborted.', 'AbortError')
      },
    },
    'k8s',
    { y: '' },
  )
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
