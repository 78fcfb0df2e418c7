import { exactJson } from '../../api/exact-json.ts'
import type { ApiRequest } from '../../api/exchange.ts'
import type { JsonObject } from '../../api/json.ts'
import type { MediaType } from '../../codec/negotiation.ts'
import { negotiate } from '../../codec/negotiation.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import type { Catalog } from '../../resources/resource.ts'
import { apiResourceList } from '../discovery.ts'
import type { DocumentSource } from '../document-server.ts'
import type { Payload } from '../payload.ts'
import { contentHash, pageNotFound, plainText } from '../payload.ts'
import type { RequestInfo } from '../request-info.ts'
import { type Documents, openApiDocuments } from './documents.ts'
import { finishWithPauses } from '../../runtime/steps.ts'
import type { FieldDescriptions } from './field-descriptions.ts'
import { protobufDocument } from './protobuf-document.ts'
import { messages2, messages3 } from './protobuf-messages.ts'
import { swaggerDocument } from './swagger.ts'

/**
 * `/openapi/v2`: one document. `/openapi/v3`: an index with a hash for each document, and the documents. A document is built at
 * the first request for it, and cached until the catalog changes. A long build pauses between its steps. The hashes are
 * computed from the catalog, so the index builds no document.
 */
export function openApiRequests(
  catalog: Catalog,
  dialect: Dialect,
  descriptions: () => Promise<FieldDescriptions>,
  pause: () => Promise<void>,
): DocumentSource {
  let words: FieldDescriptions | undefined
  const documents = openApiDocuments(catalog, dialect, (type, field = '') => words?.[type]?.[field])
  let generation = catalog.generation
  let cached = cachedAnswers(catalog, documents, pause)

  return async (info, request) => {
    const [root, release, ...rest] = info.segments
    if (root !== 'openapi' || (release !== 'v2' && release !== 'v3')) return undefined
    const path = rest.join('/')
    if (release === 'v2' && info.path !== '/openapi/v2') return pageNotFound()
    if (release === 'v3' && (info.path.endsWith('/') || (path !== '' && !documents.names().includes(path))))
      return emptyNotFound
    const isIndex = release === 'v3' && path === ''
    const form = isIndex ? JSON_FORM : chooseForm(request.headers.get('accept') ?? '', release)
    if (form === undefined) return { ...plainText(406, ''), contentType: '' }
    if (generation !== catalog.generation) {
      generation = catalog.generation
      cached = cachedAnswers(catalog, documents, pause)
    }
    if (path !== '' || release === 'v2') words ??= await descriptions()
    const found = await (release === 'v2' ? cached.v2(path, form) : cached.v3(path, form))
    if (found !== undefined)
      return { ...answer(found, info, request), compression: release === 'v2' ? 'document' : 'none' }
    return release === 'v2' ? pageNotFound() : emptyNotFound
  }
}

/** Go guesses the media type of the index from its first bytes. */
const SNIFFED = 'text/plain; charset=utf-8'

interface CachedAnswers {
  v2(path: string, form: MediaType): Promise<Found | undefined>
  v3(path: string, form: MediaType): Promise<Found | undefined>
}

/** The answers of one generation of the catalog. */
function cachedAnswers(catalog: Catalog, documents: Documents, pause: () => Promise<void>): CachedAnswers {
  const bodies = new Map<string, Body>()
  let index: Promise<Body> | undefined
  /** The v2 document. Its build is shared and pauses, because it takes longer than a request may hold the event loop. */
  let swagger: Promise<{ readonly text: string; readonly hash: string }> | undefined

  /** Builds the v2 document and keeps only its text, which takes a tenth of the document's memory. */
  async function buildSwagger(): Promise<{ readonly text: string; readonly hash: string }> {
    const document = await finishWithPauses(swaggerDocument(documents.all(), documents.common), pause)
    await pause()
    const text = exactJson(document)
    return { text, hash: await contentHash(text) }
  }

  /** The cached bytes of a document in a form; undefined for an unknown name. */
  function body(
    name: string,
    { format }: MediaType,
    hash: string,
    make: () => Uint8Array | undefined,
  ): Body | undefined {
    const key = `${name} ${format}`
    const kept = bodies.get(key)
    if (kept !== undefined) return kept
    const bytes = make()
    if (bytes === undefined) return undefined
    const made = { bytes, hash }
    bodies.set(key, made)
    return made
  }

  return {
    async v2(path, type) {
      if (path !== '') return undefined
      const { text, hash } = await (swagger ??= buildSwagger())
      const found = body('v2', type, hash, () =>
        type.format === 'json' ? encoder.encode(text) : protobufDocument(messages2, JSON.parse(text) as JsonObject),
      )
      return found && { ...found, contentType: type.type, versioned: false }
    },
    async v3(path, type) {
      if (path === '') {
        index ??= writeIndex(catalog, documents)
        return { ...(await index), contentType: SNIFFED, versioned: false }
      }
      if (!documents.names().includes(path)) return undefined
      const hash = await documentHash(catalog, path)
      const found = body(path, type, hash, () => {
        const document = documents.build(path)
        return document && encodeDocument(document, type)
      })
      return found && { ...found, contentType: type.type, versioned: true }
    },
  }
}

async function writeIndex(catalog: Catalog, documents: Documents): Promise<Body> {
  const entries = documents.names().map(async (name) => {
    const serverRelativeURL = `/openapi/v3/${name}?hash=${await documentHash(catalog, name)}`
    return [name, { serverRelativeURL }] as const
  })
  const text = JSON.stringify({ paths: Object.fromEntries(await Promise.all(entries)) })
  return { bytes: encoder.encode(text), hash: await contentHash(text) }
}

const encodeDocument = (document: JsonObject, { format }: MediaType): Uint8Array =>
  format === 'protobuf' ? protobufDocument(messages3, document) : encoder.encode(exactJson(document))

const encoder = new TextEncoder()
const emptyNotFound: Payload = { ...plainText(404, ''), contentType: '' }

interface Body {
  readonly bytes: Uint8Array
  readonly hash: string
}

interface Found extends Body {
  readonly contentType: string
  /** Whether the URL may carry the hash of the document. */
  readonly versioned: boolean
}

const JSON_FORM: MediaType = { format: 'json', type: 'application/json' }

/** Clients also request protobuf by its older name, which has an `@`; the answer has the newer name. */
function chooseForm(accept: string, release: 'v2' | 'v3'): MediaType | undefined {
  const type = `application/com.github.proto-openapi.spec.${release}.v1.0+protobuf`
  const forms: MediaType[] = [JSON_FORM, { format: 'protobuf', type }]
  const chosen = negotiate(accept.replaceAll(`spec.${release}@v1`, `spec.${release}.v1`), forms, () => true)
  return forms.find(({ format }) => format === chosen?.format)
}

/** With the current hash in the URL the answer is immutable; with another hash it is a redirect. */
function answer({ bytes, hash, contentType, versioned }: Found, info: RequestInfo, request: ApiRequest): Payload {
  const named = versioned ? (info.query.get('hash') ?? '') : ''
  if (named !== '' && named !== hash) return moved(`${info.path}?hash=${hash}`, contentType)
  const headers = [
    ['ETag', `"${hash}"`],
    ['Vary', 'Accept'],
    ['Cache-Control', named === '' ? 'no-cache, private' : 'public, immutable'],
  ] as const
  const isKept = (request.headers.get('if-none-match') ?? '').split(',').some((tag) => isTag(tag.trim(), hash))
  if (isKept) return { status: 304, contentType: '', body: new Uint8Array(), headers }
  return { status: 200, contentType, body: bytes, headers }
}

const isTag = (tag: string, hash: string): boolean => tag === '*' || tag.replace(/^W\//, '') === `"${hash}"`

/** A redirect without a body: Go writes its HTML only when no media type was set before. */
function moved(location: string, contentType: string): Payload {
  return {
    status: 301,
    contentType,
    body: new Uint8Array(),
    headers: [
      ['Location', location],
      ['Vary', 'Accept'],
    ],
  }
}

/**
 * A hash of the resources of a group and version. For custom resources it includes the generation, which changes with their
 * schema.
 */
function documentHash(catalog: Catalog, name: string): Promise<string> {
  const [root, ...rest] = name.split('/')
  const [group = '', version = ''] = root === 'api' ? ['', ...rest] : rest
  const isCustom = catalog.all().some((r) => r.group === group && r.storageVersion.schema.name === undefined)
  const served = apiResourceList(catalog, group, version) ?? catalog.groups()
  return contentHash(JSON.stringify([name, isCustom ? catalog.generation : 0, served]))
}
