import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { buildCatalog } from '../../resources/catalog.ts'
import { openApiDocuments } from './documents.ts'
import { readRecording } from '../../../tests/recordings/archive.ts'

interface RecordedOperation {
  readonly id: string
  readonly action?: string
  readonly gvk?: readonly string[]
  readonly parameters?: number
  readonly body?: string
  readonly bodyRequired?: boolean
  readonly responses: Readonly<Record<string, unknown>>
}
type RecordedPath = { readonly doc: string; readonly profile?: string; readonly parameters?: number } & Readonly<
  Record<string, RecordedOperation>
>
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, { schema: { $ref: string } }> }
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { schema: { $ref?: string } }> }>>
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head']

function schemasOf(document: JsonObject | undefined): Record<string, unknown> {
  const { schemas } = (document?.components ?? {}) as { schemas?: Record<string, unknown> }
  return schemas ?? {}
}

const namesOf = (parameters: readonly { name: string }[] = []): string[] => parameters.map(({ name }) => name).sort()
const typeOf = (schema: { $ref?: string } | undefined): unknown =>
  schema?.$ref === undefined ? schema : schema.$ref.replace('#/components/schemas/', '')

describe('OpenAPI documents', () => {
  it('hold the recorded operations, with the names of their parameters and the types of their bodies and answers', () => {
    const recorded = readRecording('schema', 'operations') as Record<string, unknown>
    const sets = recorded.parameterSets as readonly (readonly string[])[]
    const wantedNames = (index: number | undefined): string[] =>
      index === undefined ? [] : (sets[index] ?? []).map((name) => name.split('@')[0] ?? '').sort()
    const documents = openApiDocuments(buildCatalog({ dialect: dialects.k8s }), dialects.k8s, () => undefined)
    const paths = new Map<string, JsonObject>()
    for (const name of documents.names()) {
      const built = documents.build(name)?.paths as Record<string, JsonObject>
      for (const [path, item] of Object.entries(built)) paths.set(path, item)
    }

    for (const [path, entry] of Object.entries(recorded)) {
      const item = entry as RecordedPath
      if (!path.startsWith('/') || item.profile === 'all') continue
      const own = paths.get(path)
      expect(own, path).toBeDefined()
      expect(namesOf(own?.parameters as unknown as { name: string }[]), path).toEqual(wantedNames(item.parameters))
      for (const method of METHODS) {
        const wanted = item[method]
        const given = own?.[method] as unknown as Operation | undefined
        expect(given?.operationId, `${method} ${path}`).toBe(wanted?.id)
        if (wanted === undefined || given === undefined) continue
        expect(namesOf(given.parameters), wanted.id).toEqual(wantedNames(wanted.parameters))
        const body = Object.values(given.requestBody?.content ?? {})[0]?.schema
        expect(typeOf(body), wanted.id).toBe(wanted.body)
        expect(given.requestBody?.required, wanted.id).toBe(wanted.bodyRequired)
        for (const [code, type] of Object.entries(wanted.responses)) {
          const answer = Object.values(given.responses[code]?.content ?? {})[0]?.schema
          expect(typeOf(answer), `${wanted.id} ${code}`).toEqual(type)
        }
      }
    }
    expect(paths.size).toBeGreaterThan(350)
  })
})

describe('openApiDocuments', () => {
  const documents = openApiDocuments(buildCatalog({ dialect: dialects.svc }), dialects.svc, (type, field) =>
    type === 'api.core.v1.ConfigMap' ? `about ${field ?? 'it'}` : undefined,
  )

  it('hold every schema that they refer to, in the names of the dialect', () => {
    const document = documents.build('apis/apps/v1')
    const text = JSON.stringify(document)
    const schemas = schemasOf(document)
    const refs = new Set([...text.matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, name]) => name ?? ''))
    expect(refs.size).toBeGreaterThan(50)
    expect([...refs].filter((name) => !(name in schemas))).toEqual([])
    expect(Object.keys(schemas)).toContain('io.svc.api.apps.v1.Deployment')
    expect(text).not.toContain('k8s')
  })

  it('include the descriptions that the host provides', () => {
    expect(schemasOf(documents.build('api/v1'))['io.svc.api.core.v1.ConfigMap']).toMatchObject({
      description: 'about it',
      properties: { data: { description: 'about data', type: 'object' }, metadata: { description: 'about metadata' } },
    })
  })

  it('exist only for served groups and versions', () => {
    expect(documents.build('apis/nope/v1')).toBeUndefined()
    expect(documents.build('apis/apps/v2')).toBeUndefined()
  })
})
