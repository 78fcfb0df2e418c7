import { quote } from '../../worker/api/go-format.ts'
import type { Json } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import { numberOfText } from '../../worker/api/numbers.ts'
import { JsonSyntaxError } from '../../worker/codec/json-parser.ts'
import { readJson } from '../../worker/codec/json-reader.ts'
import { badBase64Offset } from '../../worker/runtime/base64-offset.ts'
import { fromBase64Url } from '../../worker/runtime/bytes.ts'
import { lookupTable } from '../../worker/runtime/lookup-table.ts'
import type { User } from './configuration.ts'
import { Failure, unsent } from './failure.ts'

/** Providers that client-go no longer has, with their successors. */
const REMOVED = lookupTable<string>({
  azure:
    'Please use the https://github.com/Azure/kubelogin kubectl/client-go credential plugin instead.\nSee https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins for further details',
  gcp: 'Please use the "gke-gcloud-auth-plugin" kubectl/client-go credential plugin instead.\nSee https://cloud.google.com/blog/products/containers-kubernetes/kubectl-auth-changes-in-gke for further details',
})

/** A token is refused this long before it expires. */
const MARGIN_MS = 10_000

/**
 * The source of tokens of a user's authentication provider. The only provider is `oidc`. It has the ID token of the
 * configuration; unlike kubectl's provider, it does not request a new one from the issuer.
 * @throws Failure for an unknown provider or missing settings; the source throws Unreachable without a valid token
 */
export function authProvider(
  { name = '', config }: NonNullable<User['auth-provider']>,
  now: () => number,
): () => string {
  const removed = REMOVED[name]
  if (removed !== undefined) throw new Failure(`The ${name} auth plugin has been removed.\n${removed}`)
  if (name !== 'oidc') throw new Failure(`no Auth Provider found for name ${quote(name)}`)
  const settings = new Map(Object.entries(config ?? {}))
  for (const required of ['idp-issuer-url', 'client-id'])
    if (!settings.get(required)) throw new Failure(`Must provide ${required}`)
  return () => {
    const token = settings.get('id-token')
    if (token && isValid(token, now())) return token
    throw unsent(
      settings.get('refresh-token')
        ? 'failed to refresh token: this client uses the id-token of the configuration only'
        : 'No valid id-token, and cannot refresh without refresh-token',
    )
  }
}

/** Whether a token has not expired. @throws Unreachable for a text that is not a token */
function isValid(token: string, now: number): boolean {
  const parts = token.split('.')
  if (parts.length !== 3) throw unsent('ID Token is not a valid JWT')
  const claims = claimsOf(parts[1] ?? '')
  const expiry = isObject(claims) ? numberOfText(String(claims.exp ?? 0)) : 0
  return now + MARGIN_MS < expiry * 1000
}

/** The claims in the payload of a token. @throws Unreachable for a payload that is not base64url or not JSON */
function claimsOf(payload: string): Json {
  const bytes = fromBase64Url(payload)
  if (bytes === undefined) {
    // The offset counts in the alphabet of base64, and padding is a fault.
    const text = payload.replace(/[+/=]/g, '!').replaceAll('-', '+').replaceAll('_', '/')
    throw unsent(`illegal base64 data at input byte ${badBase64Offset(text)}`)
  }
  try {
    return readJson(bytes).value
  } catch (error) {
    throw error instanceof JsonSyntaxError ? unsent(`parsing claims: ${error.message}`) : error
  }
}
