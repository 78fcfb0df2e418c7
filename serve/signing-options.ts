import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { WebKey } from '../worker/api/web-key.ts'
import type { ApiServerOptions } from '../worker/server/api-server.ts'
import type { FlagValues } from './flags.ts'
import { FlagError, text } from './flags.ts'
import { errorMessage } from '../worker/runtime/error-message.ts'

/**
 * The signing authority and the root certificates for pods, from the flags. Reads the certificates and the key.
 * @throws FlagError for a signing certificate without its key, for a key without its certificate, and when one of the two cannot
 *   be read
 */
export function signingOptions(flags: FlagValues): SigningOptions {
  const rootFile = text(flags, 'root-ca-file')
  const root = rootFile === undefined ? {} : { rootCertificates: readFileSync(rootFile, 'utf8') }
  return { ...root, ...authorityOptions(flags) }
}

type SigningOptions = Pick<ApiServerOptions, 'certificateAuthority' | 'rootCertificates'>

function authorityOptions(flags: FlagValues): SigningOptions {
  const [certificateFile, keyFile] = [text(flags, 'cluster-signing-cert-file'), text(flags, 'cluster-signing-key-file')]
  if (certificateFile === undefined && keyFile === undefined) return {}
  if (certificateFile === undefined || keyFile === undefined)
    throw new FlagError('cluster-signing-cert-file and cluster-signing-key-file must be specified together')
  try {
    const key = createPrivateKey(readFileSync(keyFile)).export({ format: 'jwk' }) as WebKey
    return { certificateAuthority: { certificate: readFileSync(certificateFile, 'utf8'), key } }
  } catch (error) {
    const why = errorMessage(error)
    throw new FlagError(`cluster-signing-key-file: ${keyFile}: ${why}`)
  }
}
