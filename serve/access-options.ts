import { readFileSync } from 'node:fs'
import type { FrontProxyOptions } from '../worker/authentication/front-proxy.ts'
import type { AuthenticationOptions } from '../worker/server/open-authentication.ts'
import type { AuthorizationMode, AuthorizationOptions } from '../worker/server/open-authorization.ts'
import { AUTHORIZATION_MODES } from '../worker/server/open-authorization.ts'
import type { FlagValues } from './flags.ts'
import { enabled, FlagError, text } from './flags.ts'
import { accountTokenOptions } from './account-token-options.ts'
import { reviewOptions } from './review-options.ts'

/**
 * The options of authentication and authorisation from the flags. Reads the static token file.
 * @throws FlagError for an unknown mode
 */
export function accessOptions(flags: FlagValues): AuthenticationOptions & AuthorizationOptions {
  const tokenFile = text(flags, 'token-auth-file')
  const modes = flags.get('authorization-mode')
  const clientAuthorities = text(flags, 'client-ca-file')
  const proxyAuthorities = text(flags, 'requestheader-client-ca-file')
  return {
    ...(clientAuthorities !== undefined && { clientAuthorities: readFileSync(clientAuthorities, 'utf8') }),
    ...(proxyAuthorities !== undefined && { frontProxy: frontProxyOptions(flags, proxyAuthorities) }),
    ...(tokenFile !== undefined && { tokens: readFileSync(tokenFile, 'utf8') }),
    // Repeated flags are joined; a mode keeps its first place.
    ...(modes !== undefined && { authorizationModes: [...new Set(modes)].map(modeNamed) }),
    bootstrapTokens: enabled(flags, 'enable-bootstrap-token-auth'),
    anonymousAuth: anonymousAuth(flags),
    ...(flags.has('api-audiences') && { audiences: flags.get('api-audiences') ?? [] }),
    ...accountTokenOptions(flags),
    ...reviewOptions(flags),
  }
}

/**
 * Whether anonymous callers are accepted. The mode AlwaysAllow turns them off, as in kube-apiserver, unless a flag turns them
 * on.
 */
function anonymousAuth(flags: FlagValues): boolean {
  if (flags.has('anonymous-auth')) return enabled(flags, 'anonymous-auth')
  return enabled(flags, 'allow-everyone') || !(flags.get('authorization-mode') ?? []).includes('AlwaysAllow')
}

const frontProxyOptions = (flags: FlagValues, authorities: string): FrontProxyOptions => ({
  authorities: readFileSync(authorities, 'utf8'),
  allowedNames: flags.get('requestheader-allowed-names') ?? [],
  usernameHeaders: flags.get('requestheader-username-headers') ?? [],
  groupHeaders: flags.get('requestheader-group-headers') ?? [],
  extraHeaderPrefixes: flags.get('requestheader-extra-headers-prefix') ?? [],
})

function modeNamed(name: string): AuthorizationMode {
  const mode = AUTHORIZATION_MODES.find((known) => known === name)
  if (mode !== undefined) return mode
  throw new FlagError(`authorization-mode: ${JSON.stringify(name)} is not one of ${AUTHORIZATION_MODES.join(', ')}`)
}
