import { readFileSync } from 'node:fs'
import { quote } from '../../worker/api/go-format.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import type { FlagValues } from '../flags.ts'
import { FlagError, text } from '../flags.ts'

/** The flags of the one issuer that flags describe. */
const ISSUER_FLAGS = [
  'oidc-issuer-url',
  'oidc-client-id',
  'oidc-ca-file',
  'oidc-username-claim',
  'oidc-username-prefix',
  'oidc-groups-claim',
  'oidc-groups-prefix',
  'oidc-signing-algs',
  'oidc-required-claim',
] as const

export const hasIssuerFlags = (flags: FlagValues): boolean => ISSUER_FLAGS.some((name) => flags.has(name))

/**
 * The configuration that equals the flags `--oidc-*`. Reads the file of the issuer's authority.
 * @throws FlagError for a flag without its companion
 */
export function configurationOfFlags(flags: FlagValues): JsonObject {
  const given = (name: (typeof ISSUER_FLAGS)[number]): string => text(flags, name) ?? ''
  const [url, clientId, groups] = [given('oidc-issuer-url'), given('oidc-client-id'), given('oidc-groups-claim')]
  if (url === '' || clientId === '')
    throw new FlagError('oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set')
  const claim = text(flags, 'oidc-username-claim') ?? 'sub'
  const caFile = given('oidc-ca-file')
  return {
    jwt: [
      {
        issuer: {
          url,
          audiences: [clientId],
          ...(caFile !== '' && { certificateAuthority: readFileSync(caFile, 'utf8') }),
        },
        claimMappings: {
          username: { claim, prefix: usernamePrefix(given('oidc-username-prefix'), claim, url) },
          groups: groups === '' ? {} : { claim: groups, prefix: given('oidc-groups-prefix') },
          uid: {},
        },
        claimValidationRules: requiredClaims(flags.get('oidc-required-claim') ?? []),
      },
    ],
  }
}

/** The accepted algorithms. @throws FlagError for an unknown one */
export function signingAlgorithms(flags: FlagValues, known: readonly string[]): readonly string[] {
  const algorithms = flags.get('oidc-signing-algs') ?? ['RS256']
  const unknown = algorithms.find((algorithm) => !known.includes(algorithm))
  if (unknown !== undefined) throw new FlagError(`oidc: unsupported signing alg: ${quote(unknown)}`)
  return algorithms
}

/** A dash means no prefix. By default, a name from any claim except `email` has its issuer as prefix. */
function usernamePrefix(given: string, claim: string, issuer: string): string {
  if (given === '-') return ''
  return given === '' && claim !== 'email' ? `${issuer}#` : given
}

/** The last value of a repeated claim counts. */
const requiredClaims = (pairs: readonly string[]): JsonObject[] =>
  [...new Map(pairs.map(claimAndValue))].map(([claim, requiredValue]) => ({ claim, requiredValue }))

function claimAndValue(pair: string): [claim: string, value: string] {
  const [claim = '', ...value] = pair.split('=')
  if (value.length === 0)
    throw new FlagError(
      `invalid argument "${pair}" for "--oidc-required-claim" flag: malformed pair, expect string=string`,
    )
  return [claim.trim(), value.join('=').trim()]
}
