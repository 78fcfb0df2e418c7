import type { CertificateRequest } from '../../certificates/certificate-request.ts'

/** The requirements of a signer before it signs a request (reference/certificates.md 5 to 8). */
export interface CertificateSigner {
  /** A template, in which the dialect replaces `{labels}` and other placeholders. */
  readonly name: string
  /** The defect of a request, with the real server's text; undefined when it can be signed. */
  fault(request: CertificateRequest, usages: readonly string[]): string | undefined
}

type Check = CertificateSigner['fault']

const first =
  (...checks: readonly Check[]): Check =>
  (request, usages) => {
    for (const check of checks) {
      const fault = check(request, usages)
      if (fault !== undefined) return fault
    }
    return undefined
  }

const ofNodes: Check = ({ subject: { organizations } }) =>
  organizations.length === 1 && organizations[0] === 'system:nodes'
    ? undefined
    : 'subject organization is not system:nodes'

const namedLikeNode: Check = ({ subject: { commonName } }) =>
  commonName.startsWith('system:node:') ? undefined : 'subject common name does not begin with system:node:'

const KINDS = { dns: 'DNS', email: 'Email', ip: 'IP', uri: 'URI' } as const

const without =
  (...kinds: readonly (keyof typeof KINDS)[]): Check =>
  ({ alternativeNames }) => {
    const found = kinds.find((kind) => alternativeNames[kind].length > 0)
    return found && `${KINDS[found]} subjectAltNames are not allowed`
  }

const reachable: Check = ({ alternativeNames: { dns, ip } }) =>
  dns.length + ip.length > 0 ? undefined : 'DNS or IP subjectAltName is required'

/** Requires these usages and no others. Key encipherment, which only RSA keys support, may be missing. */
const exactly =
  (...wanted: readonly string[]): Check =>
  (_, usages) => {
    const given = new Set([...usages, 'key encipherment'])
    const matches = given.size === wanted.length && wanted.every((usage) => given.has(usage))
    return matches ? undefined : `usages did not match [${wanted.join(' ')}]`
  }

const CLIENT_USAGES: ReadonlySet<string> = new Set(['digital signature', 'key encipherment', 'client auth'])

const clientUsages: Check = (_, usages) => {
  const other = usages.find((usage) => !CLIENT_USAGES.has(usage))
  if (other !== undefined) return `invalid usage for client certificate: ${other}`
  return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth'
}

/** Signs the client certificates of kubelets. */
export const nodeClientSigner: CertificateSigner = {
  name: '{labels}/{signer}apiserver-client-{agent}',
  fault: first(
    ofNodes,
    without('dns', 'email', 'ip', 'uri'),
    namedLikeNode,
    exactly('client auth', 'digital signature', 'key encipherment'),
  ),
}

export const certificateSigners: readonly CertificateSigner[] = [
  { name: '{labels}/{signer}apiserver-client', fault: clientUsages },
  nodeClientSigner,
  {
    name: '{labels}/{agent}-serving',
    fault: first(
      ofNodes,
      reachable,
      without('email', 'uri'),
      exactly('digital signature', 'key encipherment', 'server auth'),
      namedLikeNode,
    ),
  },
  { name: '{labels}/legacy-unknown', fault: () => undefined },
]
