import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { recordingPath } from '../recordings/archive.ts'
import { listenWhenFree } from './port.ts'

const PORT = 16_490
/** The issuer that the tokens in the recordings name. */
const ISSUER = `https://127.0.0.1:${PORT}`

const read = (name: string): Buffer => readFileSync(recordingPath(`pki/${name}`))

const jsonWebKey = (file: string, kid: string, alg: string) => ({
  ...createPublicKey(read(file)).export({ format: 'jwk' }),
  kid,
  alg,
  use: 'sig',
})

/** Starts the OpenID Connect issuer of the profiles `oidc` and `oidc-email`: its discovery document and its keys. */
export async function startIssuer(): Promise<() => void> {
  const pages = new Map<string, unknown>([
    [
      '/.well-known/openid-configuration',
      {
        issuer: ISSUER,
        jwks_uri: `${ISSUER}/keys`,
        authorization_endpoint: `${ISSUER}/auth`,
        token_endpoint: `${ISSUER}/token`,
        response_types_supported: ['id_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      },
    ],
    ['/keys', { keys: [jsonWebKey('oidc.key', 'k1', 'RS256'), jsonWebKey('oidc-ec.key', 'k2', 'ES256')] }],
  ])
  const server = createServer({ cert: read('server.crt'), key: read('server.key') }, (request, response) => {
    const page = pages.get(request.url?.split('?')[0] ?? '')
    response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(page ?? {}))
  })
  await listenWhenFree(server, PORT)
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
