/** The types of the PEM blocks in a text, such as `CERTIFICATE`. */
const blockTypes = (text: string): string[] =>
  Array.from(text.matchAll(/^-----BEGIN ([^\n]*?)-----[^]*?^-----END \1-----/gm), ([, type = '']) => type)

/** Why Go's client finds no authority in a text; undefined when the text contains a certificate. */
export function authorityFault(text: string): string | undefined {
  const types = blockTypes(text)
  if (types.includes('CERTIFICATE')) return undefined
  return types.length === 0 ? 'unable to parse bytes as PEM block' : 'no valid certificate authority data seen'
}

/** Why Go's client refuses the texts of a certificate and its key; undefined when both contain their block. */
export function keyPairFault(certificate: string, key: string): string | undefined {
  const certificateTypes = blockTypes(certificate)
  if (!certificateTypes.includes('CERTIFICATE')) return certificateFault(certificateTypes)
  const keyTypes = blockTypes(key)
  const own = keyTypes.findIndex((type) => type.endsWith('PRIVATE KEY'))
  return own < 0 ? keyFault(keyTypes) : undefined
}

function certificateFault(types: readonly string[]): string {
  if (types.length === 0) return 'tls: failed to find any PEM data in certificate input'
  return types.length === 1 && types[0]?.endsWith('PRIVATE KEY')
    ? 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
    : `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${types.join(' ')}]`
}

function keyFault(types: readonly string[]): string {
  if (types.length === 0) return 'tls: failed to find any PEM data in key input'
  return types.length === 1 && types[0] === 'CERTIFICATE'
    ? 'tls: found a certificate rather than a key in the PEM for the private key'
    : `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${types.join(' ')}]`
}
