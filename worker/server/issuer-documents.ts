import { methodUnknown, resourceNotFound } from '../api/status.ts'
import type { DocumentSource } from '../http/document-server.ts'
import type { AccountTokenProvider } from './account-token-provider.ts'
import type { Payload } from '../http/payload.ts'
import { checkAccept } from '../http/route-media.ts'

const DISCOVERY = '/.well-known/openid-configuration'
const KEY_SET = '/openid/v1/jwks'
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  [DISCOVERY, 'application/json'],
  [KEY_SET, 'application/jwk-set+json'],
])

const PLACES = [...MEDIA_TYPES.keys()]

/** Serves the issuer and its keys, with which other parties verify service account tokens (OpenID Connect Discovery, 3). */
export function issuerDocuments({ accountTokens }: Pick<AccountTokenProvider, 'accountTokens'>): DocumentSource {
  return async ({ path: given, method }, request) => {
    const path = given.replace(/\/$/, '')
    const mediaType = MEDIA_TYPES.get(path)
    if (mediaType === undefined) {
      if (PLACES.some((place) => path.startsWith(`${place}/`))) throw resourceNotFound()
      return undefined
    }
    if (method !== 'GET') throw methodUnknown()
    checkAccept(request, [mediaType])
    const { issuer, keySet, settings } = await accountTokens()
    const keys = await keySet()
    if (path === KEY_SET) {
      const set = keys.map(({ id, algorithm, publicKey }) => ({ use: 'sig', kid: id, alg: algorithm, ...publicKey }))
      return cacheable(mediaType, { keys: set })
    }
    return cacheable(mediaType, {
      issuer,
      jwks_uri: settings.keysAddress ?? `https://${request.headers.get('host') ?? ''}${KEY_SET}`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...new Set(keys.map(({ algorithm }) => algorithm))],
    })
  }
}

const cacheable = (contentType: string, document: unknown): Payload => ({
  status: 200,
  contentType,
  headers: [['Cache-Control', 'public, max-age=3600']],
  body: new TextEncoder().encode(JSON.stringify(document)),
})
