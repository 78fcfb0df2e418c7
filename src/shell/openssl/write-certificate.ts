import type { AlternativeNames } from '../../../worker/certificates/alternative-names.ts'
import type { Bytes } from '../../../worker/certificates/der-writer.ts'
import { readCertificate } from '../../../worker/certificates/certificate.ts'
import type { Attribute } from '../../../worker/certificates/distinguished-name.ts'
import { issueCertificate, writeName } from '../../../worker/certificates/issue-certificate.ts'
import { pemBlocks, pemText } from '../../../worker/certificates/pem.ts'
import { signingKey } from '../../../worker/certificates/signing-key.ts'
import { UsageFault } from '../../script/process.ts'
import type { KeyPair } from './private-key.ts'

const DAY_MS = 24 * 60 * 60_000

/** The subject of a new certificate. */
export interface Subject {
  readonly attributes: readonly Attribute[]
  readonly names: AlternativeNames
  readonly publicKey: Bytes
}

/** A certificate for an authority, signed by its own key. */
export async function selfSigned(pair: KeyPair, subject: Subject, days: number): Promise<string> {
  const keyIdentifier = new Uint8Array(await crypto.subtle.digest('SHA-1', pair.publicKey))
  const now = Date.now()
  const bytes = await issueCertificate(
    { writtenSubject: writeName(subject.attributes), keyIdentifier, key: await signingKey(pair.key) },
    {
      attributes: subject.attributes,
      alternativeNames: subject.names,
      publicKey: pair.publicKey,
      notBefore: now,
      notAfter: now + days * DAY_MS,
      usages: ['digital signature', 'key encipherment', 'cert sign'],
      authority: { keyIdentifier },
    },
  )
  return pemText('CERTIFICATE', bytes)
}

/** A certificate that an authority signs. @throws UsageFault when its file holds no certificate */
export async function issuedBy(authority: string, pair: KeyPair, subject: Subject, days: number): Promise<string> {
  const block = pemBlocks(authority).find(({ type }) => type === 'CERTIFICATE')
  if (block === undefined) throw new UsageFault('the file of -CA holds no certificate')
  const { writtenSubject, keyIdentifier } = readCertificate(block.bytes)
  const now = Date.now()
  const bytes = await issueCertificate(
    { writtenSubject, keyIdentifier, key: await signingKey(pair.key) },
    {
      attributes: subject.attributes,
      alternativeNames: subject.names,
      publicKey: subject.publicKey,
      notBefore: now,
      notAfter: now + days * DAY_MS,
      usages: ['digital signature', 'key encipherment', 'client auth'],
    },
  )
  return pemText('CERTIFICATE', bytes)
}
