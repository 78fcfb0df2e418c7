import { errorMessage } from '../../worker/runtime/error-message.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { AuthorizationOptions } from '../../worker/server/open-authorization.ts'
import type { FlagValues } from '../flags.ts'
import { FlagError, text } from '../flags.ts'
import { readFeatureGates } from '../feature-gates.ts'

const GATE = 'StructuredAuthorizationConfiguration'

const OTHER_FLAGS = [
  'authorization-mode',
  'authorization-webhook-config-file',
  'authorization-webhook-version',
  'authorization-webhook-cache-authorized-ttl',
  'authorization-webhook-cache-unauthorized-ttl',
] as const

/**
 * The modes of authorisation of `--authorization-config`, which replaces the flags above. The code that reads it loads only when it
 * is given.
 * @throws FlagError
 */
export async function configuredModes(
  flags: FlagValues,
  dialect: Dialect,
): Promise<Pick<AuthorizationOptions, 'authorizationModes' | 'accessReviews'>> {
  const file = text(flags, 'authorization-config') ?? ''
  if (file === '') return {}
  const { gates } = readFeatureGates(flags.get('feature-gates') ?? [])
  if (gates[GATE] === false)
    throw new FlagError(`--authorization-config cannot be used without enabling ${GATE} feature flag`)
  if (OTHER_FLAGS.some((name) => flags.has(name)))
    throw new FlagError(
      '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
    )
  const { readAuthorizationConfig } = await import('./authorization-config.ts')
  const { bindAddress } = await import('../listening.ts')
  try {
    const configured = await readAuthorizationConfig(file, dialect)
    bindAddress(flags, configured.authorizationModes)
    return configured
  } catch (error) {
    throw error instanceof FlagError ? error : new FlagError(errorMessage(error))
  }
}
