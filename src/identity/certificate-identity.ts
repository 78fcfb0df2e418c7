import { readCertificate } from '../../worker/certificates/certificate.ts'
import { pemBlocks } from '../../worker/certificates/pem.ts'
import { fromBase64 } from '../../worker/runtime/bytes.ts'
import type { Identity } from '../scenario/scenario.ts'

/** The maximum length of a certificate in Base64. Longer certificates are ignored. */
const MAX_TEXT = 64 * 1024

/**
 * The user and the groups that a signed certificate names: its common name and its organisations.
 * @param name the name of the signing request
 * @param encoded the request's `status.certificate`
 * @returns undefined for a text that is not a certificate of a user
 */
export function certificateIdentity(name: string, encoded: string): (Identity & { user: string }) | undefined {
  const text = encoded.length > MAX_TEXT ? undefined : fromBase64(encoded)
  const block = text && pemBlocks(new TextDecoder().decode(text)).find(({ type }) => type === 'CERTIFICATE')
  if (block === undefined) return undefined
  try {
    const { commonName, organizations } = readCertificate(block.bytes).subject
    return commonName === '' ? undefined : { name, user: commonName, groups: organizations }
  } catch {
    // A user can run a signer, which may write any bytes.
    return undefined
  }
}
