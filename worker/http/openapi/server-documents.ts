import type { JsonObject } from '../../api/json.ts'

/** The operation of a document about the server itself. Such documents belong to no API group. */
const text = (tag: string, id: string, description: string, media: string): JsonObject => ({
  tags: [tag],
  description,
  operationId: id,
  responses: {
    200: { description: 'OK', content: { [media]: { schema: { type: 'string' } } } },
    401: { description: 'Unauthorized' },
  },
})

const log = (id: string): JsonObject => ({
  tags: ['logs'],
  operationId: id,
  responses: { 401: { description: 'Unauthorized' } },
})

const DISCOVERY = "get service account issuer OpenID configuration, also known as the 'OIDC discovery doc'"
const KEYS = 'get service account issuer OpenID JSON Web Key Set (contains public token verification keys)'
const LOG_PATH = {
  name: 'logpath',
  in: 'path',
  description: 'path to the log',
  required: true,
  schema: { type: 'string', uniqueItems: true },
}

/** Paths by the name of their document in `/openapi/v3`. */
export const SERVER_DOCUMENTS: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  [
    '.well-known/openid-configuration',
    {
      '/.well-known/openid-configuration/': {
        get: text('WellKnown', 'getServiceAccountIssuerOpenIDConfiguration', DISCOVERY, 'application/json'),
      },
    },
  ],
  [
    'logs',
    {
      '/logs/': { get: log('logFileListHandler') },
      '/logs/{logpath}': { get: log('logFileHandler'), parameters: [LOG_PATH] },
    },
  ],
  [
    'openid/v1/jwks',
    {
      '/openid/v1/jwks/': {
        get: text('openid', 'getServiceAccountIssuerOpenIDKeyset', KEYS, 'application/jwk-set+json'),
      },
    },
  ],
])
