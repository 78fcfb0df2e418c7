import type { TokenReviewOptions } from '../worker/authentication/token-webhook.ts'
import type { AccessReviewOptions } from '../worker/authorization/access-webhook.ts'
import type { FlagName, FlagValues } from './flags.ts'
import { duration, FlagError, text } from './flags.ts'
import { readRemoteService } from './remote-service.ts'

/** The real server's default cache times, milliseconds. */
const TTL = { token: 2 * 60_000, allowed: 5 * 60_000, refused: 30_000 }

interface ReviewOptions {
  readonly tokenReviews?: TokenReviewOptions
  readonly accessReviews?: readonly AccessReviewOptions[]
}

/**
 * The services for token reviews and access reviews, from the flags. Reads the files that they name.
 * @throws FlagError for mode Webhook without its configuration file, or the file without the mode
 */
export function reviewOptions(flags: FlagValues): ReviewOptions {
  const ttl = (name: FlagName, usual: number): number => (flags.has(name) ? duration(flags, name) : usual)
  const tokenFile = text(flags, 'authentication-token-webhook-config-file')
  const accessFile = text(flags, 'authorization-webhook-config-file')
  const isMode = flags.get('authorization-mode')?.includes('Webhook') ?? false
  if (isMode && accessFile === undefined)
    throw new FlagError(`authorization-mode Webhook's authorization config file not passed`)
  if (!isMode && accessFile !== undefined)
    throw new FlagError(`cannot specify --authorization-webhook-config-file without mode Webhook`)
  return {
    ...(tokenFile !== undefined && {
      tokenReviews: {
        service: readRemoteService(tokenFile),
        version: version(flags, 'authentication-token-webhook-version'),
        ttl: ttl('authentication-token-webhook-cache-ttl', TTL.token),
      },
    }),
    ...(accessFile !== undefined && {
      accessReviews: [
        {
          service: readRemoteService(accessFile),
          version: version(flags, 'authorization-webhook-version'),
          allowedTtl: ttl('authorization-webhook-cache-authorized-ttl', TTL.allowed),
          refusedTtl: ttl('authorization-webhook-cache-unauthorized-ttl', TTL.refused),
        },
      ],
    }),
  }
}

const version = (flags: FlagValues, name: FlagName): 'v1' | 'v1beta1' => (text(flags, name) === 'v1' ? 'v1' : 'v1beta1')
