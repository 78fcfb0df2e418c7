import type { UserInfo } from '../api/user.ts'
import type { Clock } from '../clock/clock.ts'
import type { Authenticator } from './authenticator.ts'
import { BadCredential } from './authenticator.ts'
import { certificateHolder, peerChain } from './client-certificate.ts'
import { headerValues, unescapedKey, type HeaderSource } from './header-values.ts'
import type { PeerChain } from './peer-chain.ts'

/** An authenticating proxy, and the headers in which it names the caller. */
export interface FrontProxyOptions {
  /** PEM of the authorities that sign the certificates of the proxy. */
  readonly authorities: string
  /** The accepted common names of the proxy's certificates; an empty list accepts any name. */
  readonly allowedNames: readonly string[]
  readonly usernameHeaders: readonly string[]
  readonly groupHeaders: readonly string[]
  readonly extraHeaderPrefixes: readonly string[]
}

/** Identifies the user in the headers of an accepted proxy (reference/identity.md 15). */
export function frontProxy(options: FrontProxyOptions, clock: Clock): Authenticator {
  const holderOf = certificateHolder(options.authorities, clock)
  const lower = (names: readonly string[]): readonly string[] => names.map((name) => name.toLowerCase())
  const [usernames, groups, prefixes] = [
    lower(options.usernameHeaders),
    lower(options.groupHeaders),
    lower(options.extraHeaderPrefixes),
  ]

  function userOf(request: HeaderSource): UserInfo | undefined {
    const username = usernames.map((name) => headerValues(request, name)[0] ?? '').find((value) => value !== '')
    if (username === undefined) return undefined
    const extra = new Map<string, string[]>()
    for (const prefix of prefixes) {
      for (const name of request.headers.keys()) {
        if (!name.startsWith(prefix)) continue
        const key = unescapedKey(name.slice(prefix.length))
        extra.set(key, [...(extra.get(key) ?? []), ...headerValues(request, name)])
      }
    }
    const named = groups.flatMap((name) => headerValues(request, name)).filter((group) => group !== '')
    return { username, uid: '', groups: named, extra: Object.fromEntries(extra) }
  }

  async function identify(certificates: PeerChain, request: HeaderSource): Promise<UserInfo | undefined> {
    const { commonName } = (await holderOf(certificates)).subject
    if (options.allowedNames.length > 0 && !options.allowedNames.includes(commonName))
      throw new BadCredential(`x509: subject with cn=${commonName} is not in the allowed list`)
    return userOf(request)
  }

  return {
    name: 'front-proxy',
    authenticate(request) {
      const certificates = peerChain(request)
      return certificates && identify(certificates, request)
    },
  }
}
