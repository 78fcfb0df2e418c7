import type { Bytes } from './der-writer.ts'
import { readCertificate } from './certificate.ts'
import type { Attribute } from './distinguished-name.ts'
import type { WebKey } from '../api/web-key.ts'
import { NO_NAMES } from './alternative-names.ts'
import type { Issuer } from './issue-certificate.ts'
import { issueCertificate, writeName } from './issue-certificate.ts'
import { pemBlocks, pemText } from './pem.ts'
import { signingKey } from './signing-key.ts'

/** The certificate authority of a cluster: its certificate, in PEM, and its key. */
export interface AuthorityFiles {
  readonly certificate: string
  readonly key: WebKey
}

export interface Authority extends Issuer {
  /** Milliseconds since the epoch. No certificate of this authority is valid longer. */
  readonly notAfter: number
}

/**
 * Opens an authority, so that it can issue certificates.
 * @throws Error when the certificate has no PEM block or is malformed, and the errors of `signingKey` for the key
 */
export async function openAuthority({ certificate, key }: AuthorityFiles): Promise<Authority> {
  const [block] = pemBlocks(certificate)
  if (block === undefined) throw new Error('give the authority that signs certificates its own certificate in PEM')
  const { writtenSubject, keyIdentifier, notAfter } = readCertificate(block.bytes)
  return { writtenSubject, keyIdentifier, notAfter, key: await signingKey(key) }
}

const TEN_YEARS = 10 * 365 * 24 * 60 * 60_000

/** Creates the authority of a cluster whose host provides none. @param now Milliseconds since the epoch. */
export async function makeAuthority(name: string, now: number): Promise<AuthorityFiles> {
  const { subtle } = crypto
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const [publicKey, key] = await Promise.all([
    subtle.exportKey('spki', pair.publicKey),
    subtle.exportKey('jwk', pair.privateKey),
  ])
  const attributes: readonly Attribute[] = [{ type: '2.5.4.3', value: name }]
  const keyIdentifier: Bytes = new Uint8Array(await subtle.digest('SHA-1', publicKey))
  const bytes = await issueCertificate(
    { writtenSubject: writeName(attributes), keyIdentifier, key: await signingKey(key) },
    {
      attributes,
      alternativeNames: NO_NAMES,
      publicKey: new Uint8Array(publicKey),
      notBefore: now,
      notAfter: now + TEN_YEARS,
      usages: ['digital signature', 'key encipherment', 'cert sign'],
      authority: { keyIdentifier },
    },
  )
  return { certificate: pemText('CERTIFICATE', bytes), key }
}
