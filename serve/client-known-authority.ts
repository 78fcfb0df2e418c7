import { checkServerIdentity, type TLSSocket } from 'node:tls'
import { readCertificate } from '../worker/certificates/certificate.ts'
import { findChain } from '../worker/certificates/chain.ts'
import { MalformedDer } from '../worker/certificates/der.ts'
import { pemBlocks } from '../worker/certificates/pem.ts'

/** The object identifier of serverAuth, a purpose of certificates. */
const SERVER_PURPOSE = '1.3.6.1.5.5.7.3.1'
/**
 * The greatest length of a bundle that is checked here, in characters of PEM: about 15 authorities. OpenSSL is faster with a
 * longer bundle.
 */
const MAX_TEXT = 20_000

/**
 * Whether a CA certificate of the bundle has directly signed the certificate of a connected server, and the server's certificate
 * is valid now for this host. False also for a certificate that this function cannot verify, such as one with intermediate
 * certificates.
 * @param bundle PEM
 */
export async function isSignedFor(socket: TLSSocket, bundle: string, host: string): Promise<boolean> {
  const own = socket.getPeerX509Certificate()
  if (own === undefined || bundle.length > MAX_TEXT) return false
  const trusted = pemBlocks(bundle).flatMap(({ type, bytes }) => (type === 'CERTIFICATE' ? [bytes] : []))
  if (checkServerIdentity(host, own.toLegacyObject()) !== undefined) return false
  try {
    const leaf = readCertificate(Uint8Array.from(own.raw))
    const chain = await findChain(leaf, [], { authorities: trusted.map(readCertificate), purpose: SERVER_PURPOSE })
    const now = Date.now()
    return chain !== undefined && chain.notBefore <= now && now <= chain.notAfter
  } catch (error) {
    if (error instanceof MalformedDer) return false
    throw error
  }
}
