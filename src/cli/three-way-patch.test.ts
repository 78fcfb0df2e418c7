import { expect, test } from 'vitest'
import { run } from './command-line.fixture.ts'

const PATH = '/api/v1/namespaces/default/configmaps/one'
const KEY = 'kubectl.kubernetes.io/last-applied-configuration'
const configuration = (kind = 'ConfigMap') => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'one', namespace: 'default' },
  data: { k: 'v' },
})

const texts = { type: 'object', additionalProperties: { type: 'string' } }
const schema = {
  'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'ConfigMap' }],
  type: 'object',
  properties: {
    data: texts,
    metadata: { type: 'object', properties: { annotations: texts, namespace: {}, name: {} } },
  },
}
const published = {
  'GET /openapi/v3': () => Response.json({ paths: { 'api/v1': { serverRelativeURL: '/openapi/v3/api/v1' } } }),
  'GET /openapi/v3/api/v1': () => Response.json({ components: { schemas: { ConfigMap: schema } } }),
}
const unpublished = { 'GET /openapi/v3': () => Response.json({ paths: {} }) }

interface Applied {
  readonly openApi: typeof published | typeof unpublished
  readonly kind?: string
}

/** Runs a command with a file, and an object whose last applied configuration is the text. */
async function applied(line: string, text: string, { openApi, kind }: Applied) {
  const bodies: unknown[] = []
  const live = { ...configuration(), metadata: { name: 'one', annotations: { [KEY]: text } }, data: { k: 'w' } }
  const answers = {
    ...openApi,
    [`GET ${PATH}`]: () => Response.json(live),
    [`PATCH ${PATH}`]: ({ body }: { body?: unknown }) => {
      bodies.push(JSON.parse(String(body)))
      return Response.json(live)
    },
  }
  const files = { 'a.yaml': JSON.stringify(configuration(kind)) }
  const { stderr, code } = await run(`${line} -f a.yaml`, answers, 'k8s', files)
  return { stderr, code, bodies }
}

const APPLY = 'apply --validate=ignore'

test.each(['', 'null', ' null '])('starts from nothing when the last applied configuration is %j', async (text) => {
  const { stderr, bodies } = await applied(APPLY, text, { openApi: published })
  expect(stderr).toBe('')
  expect(bodies).toEqual([{ data: { k: 'v' }, metadata: expect.anything() as unknown }])
})

const WARNINGS = `warning: error calculating patch from openapi v3 spec: invalid JSON document
warning: error calculating patch from openapi spec: invalid JSON document
`

test('warns of each schema with which it cannot patch, but not without these schemas', async () => {
  for (const text of ['bogus', '[]', '"text"', '{}{}']) {
    const { stderr, code } = await applied(APPLY, text, { openApi: published })
    expect(stderr.startsWith(`${WARNINGS}error: error when applying patch:\n`)).toBe(true)
    expect(stderr).toContain(`for: "a.yaml": error when patching "a.yaml": creating patch with:\noriginal:\n${text}\n`)
    expect(stderr).toMatch(/\nfor:: invalid JSON document\n$/)
    expect(code).toBe(1)
  }
  const { stderr } = await applied(`${APPLY} --openapi-patch=false`, 'bogus', { openApi: published })
  expect(stderr.startsWith('error: error when applying patch:\n')).toBe(true)
})

test.each([
  ['bogus', 'Invalid JSON Document'],
  ['"text"', 'Invalid JSON Document'],
  [' [1]\n', 'Mismatched JSON Documents'],
])('names the fault of %j when the patch is a merge patch', async (text, fault) => {
  const { stderr } = await applied(APPLY, text, { openApi: unpublished })
  expect(stderr).toMatch(/^error: error when applying patch:\n/)
  expect(stderr.endsWith(`\nfor:: ${fault}\n`)).toBe(true)
})

test('diff reports the inputs of a patch as apply does', async () => {
  const strategic = await applied('diff', 'bogus', { openApi: published })
  const start = 'error: error when patching "a.yaml": creating patch with:\noriginal:\nbogus\n'
  expect(strategic.stderr.startsWith(`${WARNINGS}${start}`)).toBe(true)
  expect(strategic.code).toBe(2)
  const merge = await applied('diff', 'bogus', { openApi: unpublished })
  expect(merge.stderr.startsWith(start)).toBe(true)
})

test('refuses a kind with other letters, for which the schema of the type does not count', async () => {
  for (const line of [APPLY, 'diff']) {
    const { stderr, bodies } = await applied(line, '{}', { openApi: published, kind: 'configmap' })
    expect(stderr).toMatch(/\nfor:: precondition failed for: map\[data:map\[k:v\] kind:configmap /)
    expect(bodies).toEqual([])
  }
})
