import { errorMessage } from '../../worker/runtime/error-message.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { AuthenticationOptions } from '../../worker/server/open-authentication.ts'
import { aggregateText } from '../../worker/api/go-format.ts'
import type { FlagValues } from '../flags.ts'
import { FlagError, text } from '../flags.ts'
import { readFeatureGates } from '../feature-gates.ts'
import { configurationOfFlags, hasIssuerFlags, signingAlgorithms } from './issuer-flags.ts'

const GATE = 'StructuredAuthenticationConfiguration'

/**
 * The issuers of ID tokens, from the file of `--authentication-config` or from the flags `--oidc-*`. The code that reads them
 * loads only when one of these flags is given.
 * @throws FlagError
 */
export async function issuerOptions(
  flags: FlagValues,
  dialect: Dialect,
): Promise<Pick<AuthenticationOptions, 'openIds'>> {
  const file = text(flags, 'authentication-config') ?? ''
  const hasFlags = hasIssuerFlags(flags)
  if (file === '' && !hasFlags) return {}
  const { gates } = readFeatureGates(flags.get('feature-gates') ?? [])
  const faults = [
    ...(file !== '' && gates[GATE] === false
      ? [`set --feature-gates=${GATE}=true to use authentication-config file`]
      : []),
    ...(file !== '' && hasFlags ? ['authentication-config file and oidc-* flags are mutually exclusive'] : []),
  ]
  if (faults.length > 0) throw new FlagError(aggregateText(faults))
  const context = { dialect, accountIssuers: flags.get('service-account-issuer') ?? [] }
  const config = await import('./authentication-config.ts')
  try {
    if (file !== '') return { openIds: await config.readAuthenticationConfig(file, context) }
    const algorithms = signingAlgorithms(flags, config.SIGNING_ALGORITHMS)
    return { openIds: config.issuersOf(configurationOfFlags(flags), algorithms, context) }
  } catch (error) {
    throw error instanceof FlagError ? error : new FlagError(errorMessage(error))
  }
}
