import { certificateFault } from '../../worker/certificates/key-pair.ts'
import { pemBlocks } from '../../worker/certificates/pem.ts'

/** Why Go's client finds no authority in a text; undefined when the text contains a certificate. */
export function authorityFault(text: string): string | undefined {
  const blocks = pemBlocks(text)
  if (blocks.length === 0) return 'unable to parse bytes as PEM block'
  const faults = blocks
    .filter(({ type, hasHeaders }) => type === 'CERTIFICATE' && !hasHeaders)
    .map(({ bytes }) => certificateFault(bytes))
  if (faults.includes(undefined)) return undefined
  const [first] = faults
  return first === undefined ? 'no valid certificate authority data seen' : `failed to parse certificate: ${first}`
}
