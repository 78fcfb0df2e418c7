import { STATUS_CODES } from 'node:http'
import { quote } from '../../worker/api/go-format.ts'
import type { OpenIdOptions } from '../../worker/authentication/openid/open-id-options.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import type { WebhookAnswer } from '../../worker/webhooks/backend.ts'
import { callWebhook } from '../webhook-caller.ts'

/** Timeout of each request to an issuer or to a server of distributed claims, milliseconds. */
const PATIENCE = 30_000

/** The requests to an issuer. `authorities` is PEM; empty for the authorities of the host. */
export function issuerReaders(authorities: string): Pick<OpenIdOptions, 'read' | 'readClaim'> {
  const request = requester(authorities)
  return { read: jsonReader(request), readClaim: claimReader(request) }
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
