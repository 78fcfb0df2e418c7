import { toBase64Text } from '../../runtime/bytes.ts'
import type { JsonObject } from '../../api/json.ts'
import { objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { AuthorityFiles } from '../../certificates/authority.ts'
import { openAuthority } from '../../certificates/authority.ts'
import type { CertificateRequest } from '../../certificates/certificate-request.ts'
import { issueCertificate } from '../../certificates/issue-certificate.ts'
import { pemText } from '../../certificates/pem.ts'
import type { Clock } from '../../clock/clock.ts'
import { formatTime } from '../../clock/clock.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { certificateSigners } from './certificate-signers.ts'
import { requestedCertificate } from './requested-certificate.ts'

export interface Signing {
  /** The request with its certificate or the reason of its failure; undefined when another signer is responsible. */
  signed(request: ApiObject): Promise<ApiObject | undefined>
}

interface SigningOptions {
  readonly clock: Clock
  readonly dialect: Dialect
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The default of `--cluster-signing-duration`: the longest lifetime, and the lifetime when the request names none. */
const SIGNING_DURATION = 365 * 24 * HOUR
const SHORTEST = 10 * MINUTE
/** notBefore is this long in the past, for clients whose clock is slow. */
const BACKDATED = 5 * MINUTE
/** A lifetime below this counts from now, a longer one from notBefore (reference/certificates.md 9). */
const SHORT = 8 * HOUR

export async function openSigning(files: AuthorityFiles, { clock, dialect }: SigningOptions): Promise<Signing> {
  const authority = await openAuthority(files)
  const signers = new Map(certificateSigners.map((signer) => [dialect.spell(signer.name), signer]))

  async function certificate(request: CertificateRequest, usages: readonly string[], wanted: number): Promise<string> {
    const { attributes, alternativeNames, publicKey } = request
    const now = clock.now()
    const lifetime = Math.max(SHORTEST, Math.min(wanted, SIGNING_DURATION))
    const notBefore = now - BACKDATED
    const notAfter = Math.min(lifetime < SHORT ? now + lifetime : notBefore + lifetime, authority.notAfter)
    const content = { attributes, alternativeNames, publicKey, notBefore, notAfter, usages }
    return toBase64Text(pemText('CERTIFICATE', await issueCertificate(authority, content)))
  }

  return {
    async signed(object) {
      const signer = signers.get(textAt(object, 'spec.signerName'))
      if (signer === undefined) return undefined
      const usages = listAt(object, 'spec.usages').filter((usage) => typeof usage === 'string')
      const request = requestedCertificate(object)
      const fault = signer.fault(request, usages)
      if (fault !== undefined) return withStatus(object, { conditions: failed(object, fault, clock.now()) })
      const seconds = valueAt(object, 'spec.expirationSeconds')
      const wanted = typeof seconds === 'number' ? seconds * 1000 : SIGNING_DURATION
      return withStatus(object, { certificate: await certificate(request, usages, wanted) })
    },
  }
}

const withStatus = (object: ApiObject, change: JsonObject): ApiObject => ({
  ...object,
  status: { ...objectOrEmpty(object['status']), ...change },
})

const failed = (object: ApiObject, message: string, now: number): JsonObject['conditions'] => [
  ...listAt(object, 'status.conditions'),
  {
    type: 'Failed',
    status: 'True',
    reason: 'SignerValidationFailure',
    message,
    lastUpdateTime: formatTime(now),
  },
]
