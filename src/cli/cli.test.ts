import { describe, expect, it } from 'vitest'
import { failure, run } from './command-line.fixture.ts'

const ONE = '/api/v1/namespaces/default/configmaps/one'
const one = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' }, data: { a: '1' } }

describe('runCli', () => {
  it('takes types from discovery and prints what the server answers', async () => {
    const { stdout, code } = await run('get cm one -o yaml', { [`GET ${ONE}`]: () => Response.json(one) })
    expect({ stdout, code }).toEqual({
      stdout: 'apiVersion: v1\ndata:\n  a: "1"\nkind: ConfigMap\nmetadata:\n  name: one\n',
      code: 0,
    })
    expect(await run('get none')).toMatchObject({
      code: 1,
      stderr: 'error: the server doesn\'t have a resource type "none"\n',
    })
  })

  it('refuses names and namespaces that would change the path of a request', async () => {
    const { requests, stderr } = await run('delete cm ..')
    expect(stderr).toBe(`error: invalid resource name "..": [may not be '..']\n`)
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
    const fault = `invalid namespace "a/b": [may not contain '/']\n`
    expect((await run('get cm -n a/b')).stderr).toBe(fault)
    expect((await run('describe cm -n a/b')).stderr).toBe(fault)
    expect((await run('get cm x -n a/b')).stderr).toBe(`error: ${fault}`)
    const file = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x/y' } })
    const withFile = async (line: string): Promise<string> => (await run(line, {}, 'k8s', { 'a.json': file })).stderr
    const named = `invalid resource name "x/y": [may not contain '/']\n`
    expect(await withFile('replace -f a.json')).toBe(`error: error when replacing "a.json": ${named}`)
    expect(await withFile('apply -f a.json --validate=false')).toContain(`from server for: "a.json": ${named}`)
  })

  it('skips empty words when it looks for a command', async () => {
    expect((await run(['', ''])).code).toBe(0)
    expect((await run(['', 'get', 'none'])).stderr).not.toContain('unknown command')
  })

  it('prints errors like kubectl', async () => {
    const notFound = failure(404, { reason: 'NotFound', message: 'configmaps "one" not found' })
    expect(await run('get cm one', { [`GET ${ONE}`]: notFound })).toMatchObject({
      code: 1,
      stderr: 'Error from server (NotFound): configmaps "one" not found\n',
    })
    const invalid = failure(422, {
      reason: 'Invalid',
      message: 'no',
      details: {
        kind: 'ConfigMap',
        name: 'one',
        causes: [
          { field: 'a', message: 'bad' },
          { field: 'b', message: 'worse' },
        ],
      },
    })
    const answers = { [`GET ${ONE}`]: () => Response.json(one), [`PATCH ${ONE}`]: invalid }
    expect(await run('patch cm one -p {}', answers)).toMatchObject({
      code: 1,
      stderr: 'The ConfigMap "one" is invalid: \n* a: bad\n* b: worse\n',
    })
  })

  it('sends a patch with its type and manager, and reports whether the object changed', async () => {
    const answers = { [`GET ${ONE}`]: () => Response.json(one), [`PATCH ${ONE}`]: () => Response.json(one) }
    const { stdout, requests } = await run(
      ['patch', 'cm/one', '--type=merge', '-p', 'data: {b: "2"}', '--as=jane'],
      answers,
    )
    const [sent] = requests.slice(-1)
    expect(stdout).toBe('configmap/one patched (no change)\n')
    expect(sent?.url).toBe(`http://localhost:8080${ONE}?fieldManager=svcctl-patch`)
    expect(sent?.body).toBe('{"data":{"b":"2"}}')
    expect(sent?.headers).toMatchObject({ 'Content-Type': 'application/merge-patch+json', 'Impersonate-User': 'jane' })
  })

  it('uses the client name of the dialect in its messages, and prints the help for an unknown topic', async () => {
    expect((await run('gt', {}, 'k8s')).stderr).toContain(
      'error: unknown command "gt" for "kubectl"\n\nDid you mean this?\n\tset\n\tget\n',
    )
    expect((await run('get --bogus')).stderr).toBe("error: unknown flag: --bogus\nSee 'svcctl get --help' for usage.\n")
    expect((await run('get --help')).stdout).toContain('Usage:\n  svcctl get ')
    const topic = await run('help nope')
    expect({ code: topic.code, stderr: topic.stderr }).toEqual({ code: 0, stderr: 'Unknown help topic [`nope`]\n' })
    expect(topic.stdout).toBe((await run('help')).stdout)
    expect((await run('--help')).stdout).toContain('  api-resources   Print the supported API resources')
  })

  it('prints `unknown` for a forbidden discovery, like kubectl', async () => {
    const { stderr } = await run('get cm', { 'GET /api': failure(403, { reason: 'Forbidden', message: 'secret' }) })
    expect(stderr.match(/memcache\.go:265\] couldn't get current server API group list: unknown\n/g)).toHaveLength(5)
    expect(stderr).toMatch(/\nError from server \(Forbidden\): unknown\n$/)
  })

  it('names an unreachable server in the error', async () => {
    const { stderr, code } = await run('get --raw /healthz -s http://127.0.0.1:9')
    expect({ stderr, code }).toEqual({
      stderr: 'The connection to the server 127.0.0.1:9 was refused - did you specify the right host or port?\n',
      code: 1,
    })
  })

  it('aborts its watch when it ends', async () => {
    const { stderr, requests } = await run('wait cm/one --for=condition=Ready --timeout=10ms', {
      [`GET ${ONE}`]: () => Response.json(one),
      'GET /api/v1/namespaces/default/configmaps': ({ url }) =>
        url.includes('watch=true') ? new Response(new ReadableStream()) : Response.json({ items: [one] }),
    })
    expect(stderr).toBe('error: timed out waiting for the condition on configmaps/one\n')
    expect(requests.at(-1)?.url).toContain('watch=true')
    expect(requests.at(-1)?.signal.aborted).toBe(true)
  })

  it('logs requests and the use of the table printer with -v=6', async () => {
    const { stderr } = await run('get cm one -o name -v=6', { [`GET ${ONE}`]: () => Response.json(one) })
    expect(stderr).toMatch(
      /^I\d{4} .* round_trippers\.go:553\] GET http:\/\/localhost:8080\/api\?timeout=32s 200 OK in 0 milliseconds\n/,
    )
    expect(stderr).toMatch(/table_printer\.go:45\] Unable to decode server response into a Table\. .*\n$/)
  })

  it('requests the schemas of files when the log shows requests', async () => {
    const files = { 'a.json': JSON.stringify(one) }
    const place = { serverRelativeURL: '/openapi/v3/api/v1?hash=x' }
    const answers = {
      'GET /openapi/v3': () => Response.json({ paths: { 'api/v1': place } }),
      'GET /openapi/v3/api/v1': () => Response.json({}),
      'POST /api/v1/namespaces/default/configmaps': () => Response.json(one),
    }
    const paths = async (line: string) =>
      (await run(line, answers, 'svc', files)).requests.map(({ url }) => url.slice('http://localhost:8080'.length))
    const shown = await paths('create -f a.json -v=6')
    expect(shown.slice(0, 2)).toEqual(['/openapi/v3?timeout=32s', '/openapi/v3/api/v1?hash=x&timeout=32s'])
    expect(await paths('create -f a.json')).not.toContain('/openapi/v3?timeout=32s')
  })

  it('explains from OpenAPI v2 in the older layout', async () => {
    const kinds = { 'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'ConfigMap' }] }
    const definitions = {
      'a.Meta': { type: 'object', description: 'All objects.', properties: { labels: { type: 'object' } } },
      'a.ConfigMap': {
        ...kinds,
        type: 'object',
        properties: {
          data: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Text:\nno bytes\n\n- one\n- two',
          },
          metadata: { $ref: '#/definitions/a.Meta', description: 'Of the object.' },
        },
      },
    }
    const answers = { 'GET /openapi/v2': () => Response.json({ definitions }) }
    const output = '--output=plaintext-openapiv2'
    expect((await run(`explain cm.data ${output}`, answers)).stdout).toBe(
      'KIND:     ConfigMap\nVERSION:  v1\n\nFIELD:    data <map[string]string>\n\nDESCRIPTION:\n     Text:\n     no bytes\n\n     - one\n     - two\n',
    )
    expect((await run(`explain cm.metadata ${output} --recursive`, answers)).stdout).toContain(
      'RESOURCE: metadata <Object>\n\nDESCRIPTION:\n     Of the object.\n\n     All objects.\n\nFIELDS:\n   labels\t<map[string]>\n',
    )
    expect(await run(`explain cm.none ${output}`, answers)).toMatchObject({
      stdout: '',
      stderr: 'error: field "none" does not exist\n',
    })
  })

  it('describes objects by the prefix of a name when no object has the exact name', async () => {
    const items = ['one', 'only', 'two'].map((name) => ({ metadata: { name, namespace: 'default' } }))
    const answers = {
      'GET /api/v1/namespaces/default/configmaps/on': failure(404, { reason: 'NotFound', message: 'no "on"' }),
      'GET /api/v1/namespaces/default/configmaps': () =>
        Response.json({ apiVersion: 'v1', kind: 'ConfigMapList', items }),
    }
    const { stdout } = await run('describe cm on --show-events=false', answers)
    expect(stdout.match(/^Name: .*/gm)).toEqual(['Name:         one', 'Name:         only'])
    expect(await run('describe cm/on', answers)).toMatchObject({
      stdout: '',
      stderr: 'Error from server (NotFound): no "on"\n',
    })
  })
})

it('sends names and passwords of any language as UTF-8', async () => {
  const { requests } = await run(
    ['get', '--raw', '/x', '--username=jörg', '--password=密', '--server=https://x'],
    { 'GET /x': () => new Response('') },
    'k8s',
  )
  expect(requests.at(-1)?.headers).toMatchObject({ Authorization: 'Basic asO2cmc65a+G' })
})

describe('a flag before the command', () => {
  it.each(['-h get none', '--help get none', '-h nope x'])(
    'hides the command from the search for plugins: %s',
    async (line) => {
      const { stderr, code } = await run(line, {}, 'k8s')
      expect({ stderr, code }).toEqual({
        stderr: `Error: flags cannot be placed before plugin name: ${line.split(' ')[0]}\n`,
        code: 1,
      })
    },
  )

  it.each(['-h get', '--help=true get cm', '-', '-h'])('prints help: %s', async (line) => {
    const { stdout, code } = await run(line, {}, 'k8s')
    expect(code).toBe(0)
    expect(stdout).toContain('Usage:')
  })
})

it('logs each value of a header', async () => {
  const { stderr } = await run('get cm --v=7 --as=jane --as-group=a --as-group=b', {}, 'k8s')
  expect(stderr).toContain('Impersonate-Group: a\n')
  expect(stderr).toContain('Impersonate-Group: b\n')
})
