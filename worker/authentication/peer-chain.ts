import type { Certificate } from '../certificates/certificate.ts'
import { readableCertificate } from '../certificates/certificate.ts'
import type { Chain } from '../certificates/chain.ts'
import { findChain } from '../certificates/chain.ts'
import type { DistinguishedName } from '../certificates/distinguished-name.ts'
import { pemBlocks } from '../certificates/pem.ts'

/** The certificates that a peer sent, in DER. The certificate of the peer itself comes first. */
export type PeerChain = readonly Uint8Array[]

/** The subject of a certificate and its validity. */
export interface Holder extends Chain {
  readonly subject: DistinguishedName
}

/** The object identifier of clientAuth, a purpose of certificates. */
const CLIENT_PURPOSE = '1.3.6.1.5.5.7.3.2'

/**
 * The holder of the certificates of a connection; undefined when no authority has signed them, or the first one is unreadable.
 * @param authorities PEM
 */
export async function peerHolder(certificates: PeerChain, authorities: string): Promise<Holder | undefined> {
  const [own, ...sent] = certificates
  const leaf = own && readable(own)
  if (leaf === undefined) return undefined
  const trusted = pemBlocks(authorities).flatMap(({ type, bytes }) =>
    type === 'CERTIFICATE' ? (readableCertificate(bytes) ?? []) : [],
  )
  const chain = await findChain(
    leaf,
    sent.flatMap((one) => readable(one) ?? []),
    { authorities: trusted, purpose: CLIENT_PURPOSE },
  )
  return chain && { ...chain, subject: leaf.subject }
}

const readable = (bytes: Uint8Array): Certificate | undefined => readableCertificate(Uint8Array.from(bytes))
