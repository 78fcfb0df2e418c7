import { finish } from '../../runtime/steps.ts'
import { expect, it } from 'vitest'
import { dialects } from '../../dialect/dialect.ts'
import { buildCatalog } from '../../resources/catalog.ts'
import { openApiDocuments } from './documents.ts'
import { swaggerDocument } from './swagger.ts'

const documents = openApiDocuments(buildCatalog({ dialect: dialects.svc }), dialects.svc, () => undefined)

it('converts the v3 documents to Swagger 2.0, without keywords of v3, and defines every type that it refers to', () => {
  const swagger = finish(swaggerDocument(documents.all(), documents.common))
  expect(swagger.swagger).toBe('2.0')
  const paths = swagger.paths as Record<string, Record<string, unknown>>
  expect(paths['/api/v1/namespaces/{namespace}/configmaps']).toMatchObject({
    post: {
      operationId: 'createCoreV1NamespacedConfigMap',
      consumes: ['*/*'],
      parameters: [
        { name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/io.svc.api.core.v1.ConfigMap' } },
        { name: 'dryRun', in: 'query', type: 'string', uniqueItems: true },
        { $ref: expect.stringMatching(/^#\/parameters\/fieldManager-/) as string },
        { name: 'fieldValidation' },
      ],
      responses: { 201: { schema: { $ref: '#/definitions/io.svc.api.core.v1.ConfigMap' } } },
    },
    parameters: [{ $ref: '#/parameters/namespace-vgWSWtn3' }, { $ref: '#/parameters/pretty-tJGM1-ng' }],
  })
  const text = JSON.stringify(swagger)
  expect(/components\/schemas|"(allOf|oneOf)":\[|requestBody/.exec(text)?.[0]).toBeUndefined()
  const refs = new Set([...text.matchAll(/#\/definitions\/([^"]+)/g)].map(([, name]) => name ?? ''))
  expect([...refs].filter((name) => !(name in (swagger.definitions as object)))).toEqual([])
})

it('lets operations of custom resources consume the types that they produce', () => {
  const types = ['application/yaml', 'application/json']
  const operation = (media: readonly string[]) => ({
    'x-kubernetes-action': 'list',
    responses: { 200: { description: 'OK', content: Object.fromEntries(media.map((type) => [type, {}])) } },
  })
  const paths = {
    '/apis/a.io/v1/things': { get: operation(types) },
    '/api/v1/pods': { get: operation([...types, 'application/vnd.kubernetes.protobuf']) },
  }
  const swagger = finish(swaggerDocument([{ openapi: '3.0.0', paths }], '')).paths
  expect(swagger).toMatchObject({
    '/apis/a.io/v1/things': { get: { consumes: ['application/json', 'application/yaml'] } },
    '/api/v1/pods': { get: { consumes: ['*/*'] } },
  })
})
