import type { ApiRequest } from '../../api/exchange.ts'
import { producesAcceptable } from '../../codec/negotiation.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Catalog } from '../../resources/resource.ts'
import { apiResourceList } from '../discovery.ts'
import type { DocumentSource } from '../non-resource-requests.ts'
import type { Payload } from '../payload.ts'
import { contentHash, pageNotFound, plainText } from '../payload.ts'
import type { RequestInfo } from '../request-info.ts'
import { openApiDocuments } from './documents.ts'
import type { FieldDescriptions } from './field-descriptions.ts'
import { swaggerDocument } from './swagger.ts'

/**
 * `/openapi/v2`: one document. `/openapi/v3`: an index with a hash for each document, and the documents. A document is built when first asked for and
 * kept until the catalog changes; the hashes come from what is served, so that the index builds no document.
 */
export function openApiRequests(
  catalog: Catalog,
  dialect: Dialect,
  descriptions: () => Promise<FieldDescriptions>,
): DocumentSource {
  let words: FieldDescriptions | undefined
  const documents = openApiDocuments(catalog, dialect, (type, field = '') => words?.[type]?.[field])
  let generation = catalog.generation
  let texts = new Map<string, string>()
  let index: Promise<string> | undefined
  let swagger: string | undefined

  function refresh(): void {
    if (generation === catalog.generation) return
    generation = catalog.generation
    texts = new Map()
    index = undefined
    swagger = undefined
  }

  async function writeIndex(): Promise<string> {
    const entries = documents.names().map(async (name) => {
      const serverRelativeURL = `/openapi/v3/${name}?hash=${await documentHash(catalog, name)}`
      return [name, { serverRelativeURL }] as const
    })
    return JSON.stringify({ paths: Object.fromEntries(await Promise.all(entries)) })
  }

  const writeSwagger = (): string => JSON.stringify(swaggerDocument(documents.all()))

  async function serve(info: RequestInfo, request: ApiRequest): Promise<Payload | undefined> {
    const [root, release, ...rest] = info.pieces
    if (root !== 'openapi' || (release !== 'v2' && release !== 'v3')) return undefined
    if (!producesAcceptable(request.headers.get('accept') ?? '', ['application/json'])) return plainText(406, '')
    refresh()
    const name = rest.join('/')
    if (name !== '' || release === 'v2') words ??= await descriptions()
    if (release === 'v2') return rest.length > 0 ? pageNotFound() : json((swagger ??= writeSwagger()), [])
    if (name === '') return json(await (index ??= writeIndex()), [])
    const text = texts.get(name) ?? textOf(name)
    if (text === undefined) return pageNotFound()
    const hash = await documentHash(catalog, name)
    const tag = `"${hash}"`
    // A client that names the hash may keep the document for as long as it likes.
    const kept = info.query.get('hash') === hash ? 'public, immutable' : 'no-cache, private'
    const headers = [['ETag', tag] as const, ['Cache-Control', kept] as const]
    return request.headers.get('if-none-match') === tag ? notModified(headers) : json(text, headers)
  }

  function textOf(name: string): string | undefined {
    const document = documents.build(name)
    if (document === undefined) return undefined
    const text = JSON.stringify(document)
    texts.set(name, text)
    return text
  }

  return serve
}

type Headers = readonly (readonly [string, string])[]

const json = (text: string, headers: Headers): Payload => ({
  status: 200,
  contentType: 'application/json',
  body: new TextEncoder().encode(text),
  headers: [...headers, ['Vary', 'Accept']],
})

const notModified = (headers: Headers): Payload => ({
  status: 304,
  contentType: 'application/json',
  body: new Uint8Array(),
  headers,
})

/** Changes with what the group and version serves; a custom resource's schema changes the generation. */
function documentHash(catalog: Catalog, name: string): Promise<string> {
  const [root, ...rest] = name.split('/')
  const [group = '', version = ''] = root === 'api' ? ['', ...rest] : rest
  const isCustom = catalog.all().some((r) => r.group === group && r.storageVersion.schema.name === undefined)
  const served = apiResourceList(catalog, group, version) ?? catalog.groups()
  return contentHash(JSON.stringify([name, isCustom ? catalog.generation : 0, served]))
}
