import { readFileSync } from 'node:fs'
import { quoteAll } from '../../worker/api/go-format.ts'
import { sortTexts } from '../../worker/api/byte-order.ts'
import { fieldError } from '../../worker/api/field-error.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import type { OpenIdOptions } from '../../worker/authentication/openid/open-id-options.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import { checkConfiguration, ConfigurationError, readConfiguration } from '../configuration/configuration-file.ts'
import { authenticationKind } from './authentication-kind.ts'
import { authenticationRules } from './authentication-rules.ts'
import { claimExpressions } from './claim-expressions.ts'
import { issuerReaders } from './issuer-readers.ts'
import { authenticatorsOf, type JwtAuthenticator } from './jwt-authenticator.ts'

/** The algorithms that the real server accepts. */
export const SIGNING_ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512']

interface ConfigurationContext {
  readonly dialect: Dialect
  /** The issuers of service account tokens, which no authenticator may have. */
  readonly accountIssuers: readonly string[]
}

/** Reads the issuers of a file of `--authentication-config`. @throws ConfigurationError */
export async function readAuthenticationConfig(
  file: string,
  context: ConfigurationContext,
): Promise<readonly OpenIdOptions[]> {
  const text = readFileSync(file, 'utf8')
  if (text === '') throw new ConfigurationError('empty config data')
  return issuersOf(await readConfiguration(text, authenticationKind, context.dialect), SIGNING_ALGORITHMS, context)
}

/** The issuers of a decoded configuration. @throws ConfigurationError */
export function issuersOf(
  config: JsonObject,
  algorithms: readonly string[],
  { dialect, accountIssuers }: ConfigurationContext,
): readonly OpenIdOptions[] {
  checkConfiguration(config, authenticationRules, dialect)
  return authenticatorsOf(config).map((authenticator) => {
    checkIssuer(authenticator, accountIssuers)
    return issuerOptions(authenticator, algorithms)
  })
}

function checkIssuer({ issuer }: JwtAuthenticator, accountIssuers: readonly string[]): void {
  if (!accountIssuers.includes(issuer.url)) return
  const others = quoteAll(sortTexts([...new Set(accountIssuers)])).replaceAll('"', '')
  const text = `URL must not overlap with disallowed issuers: ${others}`
  const { field, message } = fieldError.invalid('issuer.url', issuer.url, text)
  throw new ConfigurationError(`${field}: ${message}`)
}

function issuerOptions(authenticator: JwtAuthenticator, algorithms: readonly string[]): OpenIdOptions {
  const { issuer, claimMappings, claimValidationRules } = authenticator
  const { username, groups, uid } = claimMappings
  const required = claimValidationRules.filter(({ claim }) => claim !== '')
  return {
    issuer: issuer.url,
    ...(issuer.discoveryUrl !== '' && { discoveryUrl: issuer.discoveryUrl }),
    audiences: issuer.audiences,
    usernameClaim: username.claim,
    usernamePrefix: username.prefix,
    groupsClaim: groups.claim,
    groupsPrefix: groups.prefix,
    uidClaim: uid.claim,
    requiredClaims: new Map(required.map(({ claim, requiredValue }) => [claim, requiredValue])),
    expressions: claimExpressions(authenticator),
    algorithms,
    ...issuerReaders(issuer.certificateAuthority),
  }
}
