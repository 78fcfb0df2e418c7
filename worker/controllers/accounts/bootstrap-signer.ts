import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { expirationOf, secretTexts } from '../../authentication/bootstrap-token.ts'
import { toBase64Url } from '../../runtime/bytes.ts'
import { equalJson } from '../../patch/json-values.ts'
import { textAt } from '../../resources/path.ts'
import type { ManagerController } from '../controller.ts'
import { CONFIG_MAPS, SECRETS } from '../kinds.ts'

/** The key of the config map whose value is signed. */
const CONTENT = 'kubeconfig'
const SIGNATURE_PREFIX = 'jws-kubeconfig-'
const SECRET_PREFIX = 'bootstrap-token-'

/**
 * Signs the `cluster-info` config map for machines that join a cluster, once with every bootstrap token that allows
 * signing.
 */
export const bootstrapSigner = {
  name: 'bootstrap-signer-controller',
  alias: 'bootstrapsigner',
  isDisabledByDefault: true,
  open({ informer, queue, objects, clock, dialect }) {
    const place = { namespace: dialect.spell('{system}-public'), name: 'cluster-info' }
    const tokens = { namespace: dialect.spell('{system}-system'), type: dialect.spell('bootstrap.{labels}/token') }
    const signatures = queue(async () => {
      const map = informer(CONFIG_MAPS).get(place)
      const present = isObject(map?.['data']) ? map['data'] : {}
      const content = present[CONTENT]
      if (map === undefined || typeof content !== 'string') return
      const data: JsonObject = Object.fromEntries(
        Object.entries(present).filter(([key]) => !key.startsWith(SIGNATURE_PREFIX)),
      )
      for (const secret of informer(SECRETS).list(tokens.namespace)) {
        const token = textAt(secret, 'type') === tokens.type ? signingToken(secret, clock.now()) : undefined
        if (token !== undefined) data[SIGNATURE_PREFIX + token.id] = await signature(content, token)
      }
      if (!equalJson(data, present)) await objects.update(CONFIG_MAPS, { ...map, data })
    })
    const isMap = ({ metadata }: ApiObject): boolean =>
      metadata?.name === place.name && metadata.namespace === place.namespace
    const isToken = (secret: ApiObject): boolean =>
      secret.metadata?.namespace === tokens.namespace && textAt(secret, 'type') === tokens.type
    const handlersFor = (counts: (object: ApiObject) => boolean) => {
      const enqueue = (object: ApiObject): void => {
        if (counts(object)) signatures.add(place.name)
      }
      return { added: enqueue, updated: enqueue, deleted: enqueue }
    }
    return {
      needs: [SECRETS, CONFIG_MAPS],
      async start() {
        const [secrets, maps] = [informer(SECRETS), informer(CONFIG_MAPS)]
        secrets.addEventHandler(handlersFor(isToken))
        maps.addEventHandler(handlersFor(isMap))
        await Promise.all([secrets.synced, maps.synced])
      },
      stop: () => signatures.stop(),
    }
  },
} satisfies ManagerController

interface SigningToken {
  readonly id: string
  readonly secret: string
}

/** The token in a secret; undefined when the secret is not a valid token, does not allow signing or has expired. */
function signingToken(object: ApiObject, now: number): SigningToken | undefined {
  const data = secretTexts(object)
  const [id, secret] = [data('token-id'), data('token-secret')]
  if (id === '' || secret === '' || object.metadata?.name !== SECRET_PREFIX + id) return undefined
  return expirationOf(data('expiration')) >= now && data('usage-bootstrap-signing') === 'true'
    ? { id, secret }
    : undefined
}

/** A JSON Web Signature without its payload (RFC 7515, appendix F). */
async function signature(content: string, { id, secret }: SigningToken): Promise<string> {
  const header = toBase64Url(utf8.encode(JSON.stringify({ alg: 'HS256', kid: id })))
  const signed = utf8.encode(`${header}.${toBase64Url(utf8.encode(content))}`)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['sign'])
  return `${header}..${toBase64Url(new Uint8Array(await crypto.subtle.sign(algorithm.name, key, signed)))}`
}

const utf8 = new TextEncoder()
