import { dialects, type DialectName } from '../../../worker/dialect/dialect.ts'
import type { DocumentFiles } from '../../contracts/documents.ts'
import { handlerStem, hasLiteral } from '../handler-stem.ts'

/** A controller that signs approved requests with its own key. */
const CODE = `// Signs the approved requests for this signer. Its key is lost when the handler stops.
const SIGNER = SIGNER_NAME
const DAY = 86_400_000

// DER: a tag, a length, and the content.
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]))
function der(tag, ...parts) {
  const body = joined(...parts)
  if (body.length < 128) return joined([tag, body.length], body)
  if (body.length < 256) return joined([tag, 0x81, body.length], body)
  return joined([tag, 0x82, body.length >> 8, body.length & 255], body)
}
const sequence = (...parts) => der(0x30, ...parts)
// A positive integer starts with a bit that is 0.
function integer(bytes) {
  const from = bytes.findIndex((byte) => byte !== 0)
  const digits = bytes.slice(from)
  return der(0x02, digits[0] > 127 ? [0] : [], digits)
}
const ECDSA_SHA256 = sequence([0x06, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2])
const COMMON_NAME = [0x06, 3, 0x55, 4, 3]
const ISSUER = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, new TextEncoder().encode(SIGNER)))))
const time = (ms) => der(0x17, new TextEncoder().encode(new Date(ms).toISOString().replace(/[-:T]|\\.\\d+/g, '').slice(2)))

// The elements inside the element that begins at a place.
function elements(data, at = 0) {
  const content = (from) => {
    const short = data[from + 1] < 128
    const digits = short ? 0 : data[from + 1] & 127
    let length = short ? data[from + 1] : 0
    for (let i = 0; i < digits; i++) length = length * 256 + data[from + 2 + i]
    return { begin: from + 2 + digits, end: from + 2 + digits + length }
  }
  const { begin, end } = content(at)
  const found = []
  for (let from = begin; from < end; from = content(from).end) found.push({ from, to: content(from).end })
  return found
}

const fromPem = (pem) => Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\\s/g, '')), (letter) => letter.charCodeAt(0))
const base64 = (bytes) => btoa(String.fromCharCode(...bytes))
const key = crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

async function signed(request) {
  const [info] = elements(request)
  // The version, the subject and the public key of the request.
  const [, subject, publicKey] = elements(request, info.from).map(({ from, to }) => request.slice(from, to))
  const now = Date.now()
  const certificate = sequence(
    der(0xa0, [0x02, 1, 2]),
    integer(crypto.getRandomValues(new Uint8Array(16))),
    ECDSA_SHA256,
    ISSUER,
    sequence(time(now - 300_000), time(now + DAY)),
    subject,
    publicKey,
  )
  const { privateKey } = await key
  const signature = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, certificate))
  const parts = sequence(integer(signature.slice(0, 32)), integer(signature.slice(32)))
  return sequence(certificate, ECDSA_SHA256, der(0x03, [0], parts))
}

export default {
  kind: 'controller',
  serviceAccount: 'default/SIGNER_ACCOUNT',
  watch: 'SIGNER_GROUP/v1/certificatesigningrequests',
  async reconcile({ object }, { status }) {
    if (object?.spec.signerName !== SIGNER || object.status?.certificate) return
    if (!object.status?.conditions?.some(({ type }) => type === 'Approved')) return
    const bytes = await signed(fromPem(atob(object.spec.request)))
    const lines = base64(bytes).match(/.{1,64}/g).join('\\n')
    const pem = \`-----BEGIN CERTIFICATE-----\\n\${lines}\\n-----END CERTIFICATE-----\\n\`
    await status(object, { certificate: btoa(pem) })
    console.log('signed', object.metadata.name)
  },
}
`

/**
 * The code of a controller that signs for `signer`. The signer's name comes from a document, which another person may
 * have written, so the code contains it as one string literal.
 */
export const signerCode = (signer: string, group: string, account = 'signer'): string =>
  CODE.replace('SIGNER_GROUP', group)
    .replace('SIGNER_ACCOUNT', account)
    .replace('SIGNER_NAME', () => JSON.stringify(signer))

interface Rights {
  readonly signer: string
  readonly group: string
  readonly rbac: string
  readonly account: string
}

const manifest = ({ signer, group, rbac, account }: Rights): string => `apiVersion: v1
kind: ServiceAccount
metadata: { name: ${account}, namespace: default }
---
apiVersion: ${rbac}/v1
kind: ClusterRole
metadata: { name: ${account} }
rules:
  - apiGroups: [${group}]
    resources: [certificatesigningrequests]
    verbs: [get, list, watch]
  - apiGroups: [${group}]
    resources: [certificatesigningrequests/status]
    verbs: [patch, update]
  - apiGroups: [${group}]
    resources: [signers]
    resourceNames: [${JSON.stringify(signer)}]
    verbs: [sign]
---
apiVersion: ${rbac}/v1
kind: ClusterRoleBinding
metadata: { name: ${account} }
roleRef: { apiGroup: ${rbac}, kind: ClusterRole, name: ${account} }
subjects: [{ kind: ServiceAccount, name: ${account}, namespace: default }]
`

/** Writes a handler that implements a signer, and its permissions, and opens the code. Files of the same signer are kept. */
export function writeSigner(documents: DocumentFiles, signer: string, dialect: DialectName): void {
  const { spell } = dialects[dialect]
  const group = spell('certificates.{domain}')
  const account = handlerStem(documents, 'signer', (code) => hasLiteral(code, signer))
  const [rights, file] = [`${account}.yaml`, `${account}.handler.ts`]
  const rbac = spell('rbac.authorization.{domain}')
  if (documents.read(rights) === undefined) documents.write(rights, manifest({ signer, group, rbac, account }))
  if (documents.read(file) === undefined) documents.write(file, signerCode(signer, group, account))
  documents.open(file)
}
