import { readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { quote } from '../worker/api/go-format.ts'
import type { OpenIdOptions } from '../worker/authentication/openid/open-id-options.ts'
import { errorMessage } from '../worker/runtime/error-message.ts'
import type { WebhookAnswer } from '../worker/webhooks/backend.ts'
import type { FlagValues } from './flags.ts'
import { FlagError, text } from './flags.ts'
import { callWebhook } from './webhook-caller.ts'

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512']

/** Timeout of each request to an issuer or to a server of distributed claims, milliseconds. */
const PATIENCE = 30_000

/**
 * The accepted issuer of ID tokens, from the flags. Reads the file of the issuer's authority.
 * @throws FlagError for a flag without its companion, and for an invalid value
 */
export function openIdOptions(flags: FlagValues): { readonly openId?: OpenIdOptions } {
  const issuer = text(flags, 'oidc-issuer-url')
  const clientId = text(flags, 'oidc-client-id')
  if (issuer === undefined && clientId === undefined) return {}
  if (issuer === undefined || clientId === undefined)
    throw new FlagError('oidc-issuer-url and oidc-client-id must be specified together')
  if (!issuer.startsWith('https://')) throw new FlagError(`oidc-issuer-url: ${issuer} must begin with https://`)
  const algorithms = flags.get('oidc-signing-algs') ?? ['RS256']
  const unknown = algorithms.find((algorithm) => !ALGORITHMS.includes(algorithm))
  if (unknown !== undefined) throw new FlagError(`oidc-signing-algs: ${unknown} is not one of ${ALGORITHMS.join(', ')}`)
  const usernameClaim = text(flags, 'oidc-username-claim') ?? 'sub'
  const caFile = text(flags, 'oidc-ca-file')
  const request = requester(caFile === undefined ? '' : readFileSync(caFile, 'utf8'))
  return {
    openId: {
      issuer,
      clientId,
      usernameClaim,
      usernamePrefix: usernamePrefix(text(flags, 'oidc-username-prefix'), usernameClaim, issuer),
      groupsClaim: text(flags, 'oidc-groups-claim') ?? '',
      groupsPrefix: text(flags, 'oidc-groups-prefix') ?? '',
      requiredClaims: Object.fromEntries((flags.get('oidc-required-claim') ?? []).map(claimAndValue)),
      algorithms,
      read: jsonReader(request),
      readClaim: claimReader(request),
    },
  }
}

/** A dash means no prefix. By default, a name from any claim except `email` has its issuer as prefix. */
const usernamePrefix = (given: string | undefined, claim: string, issuer: string): string =>
  given === '-' ? '' : (given ?? (claim === 'email' ? '' : `${issuer}#`))

function claimAndValue(pair: string): [claim: string, value: string] {
  const [claim = '', ...value] = pair.split('=')
  if (value.length === 0) throw new FlagError(`oidc-required-claim: ${pair} must be a claim, = and its value`)
  return [claim, value.join('=')]
}

type Request = (url: string, accessToken?: string) => Promise<WebhookAnswer>

const requester =
  (caBundle: string): Request =>
  (url, accessToken = '') =>
    callWebhook({
      method: 'GET',
      url,
      caBundle,
      userAgent: 'tabplane',
      signal: AbortSignal.timeout(PATIENCE),
      ...(accessToken !== '' && { authorization: `Bearer ${accessToken}` }),
    })

const jsonReader =
  (request: Request) =>
  async (url: string): Promise<unknown> => {
    const { status, body } = await request(url)
    if (status !== 200) throw new Error(`${url} answers ${status}`)
    return JSON.parse(new TextDecoder().decode(body))
  }

/** Reads distributed claims, which another server holds. Errors have the texts of Go's client. */
const claimReader =
  (request: Request) =>
  async (url: string, accessToken: string): Promise<string> => {
    const scheme = /^([a-zA-Z][-+.a-zA-Z0-9]*):/.exec(url)?.[1]?.toLowerCase() ?? ''
    if (!['http', 'https'].includes(scheme))
      throw new Error(`Get ${quote(url)}: unsupported protocol scheme ${quote(scheme)}`)
    const { status, body } = await request(url, accessToken).catch((error: unknown) => {
      throw new Error(`Get ${quote(url)}: ${errorMessage(error)}`)
    })
    if (status < 200 || status > 226)
      throw new Error(`error while getting distributed claim JWT: ${status} ${STATUS_CODES[status] ?? ''}`)
    return new TextDecoder().decode(body)
  }
