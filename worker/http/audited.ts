import type { ApiRequest, ByteStream } from '../api/exchange.ts'
import { isByteStream } from '../api/exchange.ts'
import { parseGroupVersion } from '../api/group-version.ts'
import { isObject, stringOrEmpty, type Json } from '../api/json.ts'
import { Pieces } from '../runtime/pieces.ts'
import type { Status } from '../api/status.ts'
import type { UserInfo } from '../api/user.ts'
import { readJson } from '../codec/json-reader.ts'
import { decodeMessage, decodeProtobuf } from '../codec/lazy-protobuf.ts'
import { readYaml } from '../codec/lazy-yaml.ts'
import type { AuditedAnswer, AuditedRequest } from '../observability/audit.ts'
import type { Catalog } from '../resources/resource.ts'
import { builtinType, isBuiltinType } from '../schema/builtin/types.ts'
import { canonical } from '../schema/canonical.ts'
import type { StructSchema } from '../schema/schema.ts'
import type { DocumentServer } from './document-server.ts'
import type { Payload } from './payload.ts'
import type { RequestInfo } from './request-info.ts'
import { isLongRunning } from './request-limits.ts'
import { withoutParameters } from './route-media.ts'

interface Received {
  readonly id: string
  readonly user: UserInfo | undefined
  readonly receivedAt: number
}

/** The audit record of a request. */
export function auditedRequest(info: RequestInfo, request: ApiRequest, received: Received): AuditedRequest {
  const { headers, url, peerAddress } = request
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((address) => address.trim())
  return {
    ...info,
    ...received,
    url,
    isLongRunning: isLongRunning(info),
    userAgent: headers.get('user-agent') ?? '',
    sourceAddresses: [...forwarded, peerAddress ?? ''].filter((address) => address !== ''),
  }
}

/** The reason of a 401, with the kinds of credentials that the request carried. */
export function loginRejection({ headers, peerCertificates = [] }: ApiRequest, { code, message }: Status): string {
  if (code !== 401) return message ?? ''
  const [scheme = '', credentials] = (headers.get('authorization') ?? '').trim().split(/\s+/)
  const attempted = [
    ...(credentials !== undefined && /^(basic|bearer)$/i.test(scheme) ? [scheme.toLowerCase()] : []),
    ...(peerCertificates.length > 0 ? ['x509'] : []),
  ]
  return attempted.length === 0
    ? 'Authentication failed, no credentials provided'
    : `Authentication failed, attempted: ${attempted.join(', ')}`
}

interface Answered {
  readonly info: RequestInfo
  /** The Status of a refused request. */
  readonly failure: Status | undefined
  readonly server: Pick<DocumentServer, 'catalog' | 'offered'>
}

/** The audit record of an answer. */
export function auditedAnswer(answer: Payload, { info, failure, server }: Answered): AuditedAnswer {
  const { body, document } = answer
  return {
    code: answer.status,
    status: failure ?? (document?.kind === 'Status' ? document : undefined),
    started: isByteStream(body),
    async responseObject() {
      // The other answers to requests without a resource, such as the OpenAPI documents, are not objects of the API.
      if (document !== undefined || !info.resourceRequest) return document
      return readObject(bytesOf(body), answer.contentType, server)
    },
  }
}

function bytesOf(body: Payload['body']): Uint8Array | undefined {
  if (isByteStream(body)) return undefined
  return body instanceof Pieces ? body.join() : body
}

/** The same stream; `ended` is called once, when it ends or is stopped. */
export function auditedStream(stream: ByteStream, ended: () => void): ByteStream {
  let over = false
  const end = (): void => {
    if (!over) ended()
    over = true
  }
  return {
    start(sink) {
      stream.start({
        write: (chunk) => sink.write(chunk),
        end() {
          end()
          sink.end()
        },
        backlog: () => sink.backlog(),
      })
    },
    stop() {
      end()
      stream.stop()
    },
  }
}

/** The object in a JSON, YAML or protobuf body; undefined when the body holds none. */
async function readObject(
  bytes: Uint8Array | undefined,
  contentType: string,
  { catalog, offered }: Answered['server'],
): Promise<Json | undefined> {
  if (bytes === undefined || bytes.length === 0) return undefined
  const type = withoutParameters(contentType)
  const format = offered.find((each) => each.type === type)?.format
  if (format === 'protobuf') return readMessage(bytes, catalog)
  if (format === 'yaml') return inFieldOrder((await readYaml(bytes)).value, catalog)
  return format === 'json' ? readJson(bytes).value : undefined
}

/** An object from YAML, whose keys are sorted, in the order of its JSON. */
function inFieldOrder(value: Json, catalog: Catalog): Json {
  if (!isObject(value)) return value
  const schema = schemaOf(stringOrEmpty(value['apiVersion']), stringOrEmpty(value['kind']), catalog)
  return schema === undefined ? value : canonical(schema, value)
}

function readMessage(bytes: Uint8Array, catalog: Catalog): Json | undefined {
  const { apiVersion, kind, raw } = decodeProtobuf(bytes)
  const schema = schemaOf(apiVersion, kind, catalog)
  return schema && decodeMessage(schema, raw, { apiVersion, kind })
}

function schemaOf(apiVersion: string, kind: string, catalog: Catalog): StructSchema | undefined {
  const groupVersion = parseGroupVersion(apiVersion)
  if (groupVersion === undefined) return undefined
  const own = catalog.byKind({ ...groupVersion, kind })
  if (own !== undefined) return own.version.schema
  const item = catalog.byKind({ ...groupVersion, kind: kind.replace(/List$/, '') })
  const name = item === undefined ? `apimachinery.pkg.apis.meta.v1.${kind}` : `${item.version.schema.name}List`
  return isBuiltinType(name) ? builtinType(name) : undefined
}
