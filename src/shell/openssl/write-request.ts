import type { AlternativeNames } from '../../../worker/certificates/alternative-names.ts'
import { writeAlternativeNames } from '../../../worker/certificates/alternative-names.ts'
import type { Attribute } from '../../../worker/certificates/distinguished-name.ts'
import {
  bits,
  der,
  identifier,
  octets,
  sequence,
  setOf,
  text,
  unsigned,
} from '../../../worker/certificates/der-writer.ts'
import { pemText } from '../../../worker/certificates/pem.ts'
import { signingKey } from '../../../worker/certificates/signing-key.ts'
import type { KeyPair } from './private-key.ts'

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'
const ALTERNATIVE_NAMES = '2.5.29.17'

/** A certificate request (RFC 2986) as PEM, with its subject in the order given. */
export async function writeRequest(
  { key, publicKey }: KeyPair,
  subject: readonly Attribute[],
  names: AlternativeNames,
): Promise<string> {
  const signer = await signingKey(key)
  const written = writeAlternativeNames(names)
  const requestedExtensions =
    written === undefined
      ? []
      : [
          sequence(
            identifier(EXTENSION_REQUEST),
            setOf(sequence(sequence(identifier(ALTERNATIVE_NAMES), octets(written)))),
          ),
        ]
  const name = sequence(...subject.map(({ type, value }) => setOf(sequence(identifier(type), text(value)))))
  const info = sequence(unsigned(Uint8Array.of(0)), name, publicKey, der(0xa0, ...requestedExtensions))
  return pemText('CERTIFICATE REQUEST', sequence(info, signer.algorithm, bits(await signer.sign(info))))
}
