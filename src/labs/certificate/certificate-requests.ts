import { numberOfText } from '../../../worker/api/numbers.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, type JsonObject } from '../../../worker/api/json.ts'
import { NO_NAMES } from '../../../worker/certificates/alternative-names.ts'
import { readCertificate } from '../../../worker/certificates/certificate.ts'
import { makeCertificateRequest, type KeyKind } from '../../../worker/certificates/make-request.ts'
import { pemBlocks, pemText } from '../../../worker/certificates/pem.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import { fromBase64, toBase64Text } from '../../../worker/runtime/bytes.ts'
import type { ClusterHandle } from '../../cluster/cluster.ts'
import type { ObjectRef } from '../../client/object-ref.ts'
import { resourcePath } from '../../client/resource-path.ts'
import { commaSeparated } from '../comma-separated.ts'
import { labRequest, messageOf } from '../lab-request.ts'

export const KEY_KINDS: readonly KeyKind[] = ['ECDSA', 'RSA', 'Ed25519']

/** The fields of the form for a certificate; lists are separated by commas. */
export interface CertificateForm {
  readonly name: string
  readonly commonName: string
  readonly organizations: string
  readonly dnsNames: string
  readonly kind: string
  readonly signer: string
  readonly usages: string
  readonly seconds: string
}

/** The result of a request for a certificate: the refusal of the server, or the private key. */
export interface Outcome {
  readonly fault?: string
  /** The private key as a PEM block. */
  readonly key?: string
}

/** Refers to the CertificateSigningRequest with this name. */
export const requestRef = (cluster: ClusterHandle, name: string): ObjectRef => ({
  group: dialects[cluster.info.dialect].spell('certificates.{domain}'),
  version: 'v1',
  resource: 'certificatesigningrequests',
  namespace: '',
  name,
})

const requestPath = (cluster: ClusterHandle, name: string): string => resourcePath(requestRef(cluster, name))

/** Generates a key and creates a CertificateSigningRequest for it. The key stays in the page. */
export async function requestCertificate(cluster: ClusterHandle, form: CertificateForm): Promise<Outcome> {
  const kind = KEY_KINDS.find((known) => known === form.kind) ?? 'ECDSA'
  const organizations = commaSeparated(form.organizations).map((value) => ({ type: '2.5.4.10', value }))
  const attributes = [...organizations, { type: '2.5.4.3', value: form.commonName }]
  const { request, privateKey } = await makeCertificateRequest(kind, attributes, {
    ...NO_NAMES,
    dns: commaSeparated(form.dnsNames),
  })
  const pem = pemText('CERTIFICATE REQUEST', request)
  const answer = await labRequest(cluster, {
    method: 'POST',
    path: requestPath(cluster, ''),
    body: {
      metadata: { name: form.name },
      spec: {
        signerName: form.signer,
        usages: commaSeparated(form.usages),
        request: toBase64Text(pem),
        ...(numberOfText(form.seconds) > 0 && { expirationSeconds: numberOfText(form.seconds) }),
      },
    },
  })
  return answer.code >= 400 ? { fault: messageOf(answer) } : { key: pemText('PRIVATE KEY', privateKey) }
}

/** Approves or denies a request. Resolves to the refusal of the server, if any. */
export async function decide(
  cluster: ClusterHandle,
  name: string,
  type: 'Approved' | 'Denied',
): Promise<string | undefined> {
  const path = requestPath(cluster, name)
  const { body } = await labRequest(cluster, { method: 'GET', path })
  const status = objectOrEmpty(body['status'])
  const before = Array.isArray(status['conditions']) ? status['conditions'] : []
  const condition = { type, status: 'True', reason: 'CertificateLab', message: `${type} in the certificate lab` }
  const answer = await labRequest(cluster, {
    method: 'PUT',
    path: `${path}/approval`,
    body: { ...body, status: { ...status, conditions: [...before, condition] } },
  })
  return answer.code >= 400 ? messageOf(answer) : undefined
}

/** The fields of a certificate, as pairs of a name and its text. */
export type ReadFields = readonly (readonly [string, string])[]

export interface RequestState {
  readonly conditions: readonly string[]
  /** The text of `status.certificate`, in base64; empty while the request is not signed. */
  readonly certificate: string
}

/** The state of a request, from the object. */
export function stateOf({ status }: JsonObject): RequestState {
  const read = objectOrEmpty(status)
  const conditions = objectsIn(read['conditions'])
  return {
    conditions: conditions.map(({ type, reason, message }) =>
      [stringOrEmpty(type), stringOrEmpty(reason), stringOrEmpty(message)].filter(Boolean).join(': '),
    ),
    certificate: stringOrEmpty(read['certificate']),
  }
}

const PURPOSES: ReadonlyMap<string, string> = new Map([
  ['1.3.6.1.5.5.7.3.1', 'server auth'],
  ['1.3.6.1.5.5.7.3.2', 'client auth'],
])

/** The fields of a signed certificate; undefined for a text that contains no certificate. */
export function certificateFields(
  encoded: string,
): { readonly fields: ReadFields; readonly notAfter: number } | undefined {
  const bytes = fromBase64(encoded)
  const [block] = bytes === undefined ? [] : pemBlocks(new TextDecoder().decode(bytes))
  if (block === undefined) return undefined
  const read = readCertificate(block.bytes)
  const { subject, notBefore, notAfter, purposes, isAuthority } = read
  const time = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')
  return {
    notAfter,
    fields: [
      ['Common name (the user)', subject.commonName],
      ['Organisations (the groups)', subject.organizations.join(', ') || 'none'],
      ['Valid from', time(notBefore)],
      ['Valid until', time(notAfter)],
      ['Purposes', purposes?.map((one) => PURPOSES.get(one) ?? one).join(', ') ?? 'any'],
      ['May sign others', isAuthority ? 'yes' : 'no'],
      ['Signature algorithm', read.algorithm],
    ],
  }
}

/**
 * The common name of the cluster's CA; undefined when its certificate cannot be read. The cluster publishes the certificate in a
 * ConfigMap.
 */
export async function authorityName(cluster: ClusterHandle): Promise<string | undefined> {
  const name = dialects[cluster.info.dialect].spell('{system}-root-ca.crt')
  const { code, body } = await labRequest(cluster, {
    method: 'GET',
    path: `/api/v1/namespaces/default/configmaps/${name}`,
  })
  const pem = code === 200 && isObject(body['data']) ? body['data']['ca.crt'] : undefined
  const [block] = typeof pem === 'string' ? pemBlocks(pem) : []
  return block === undefined ? undefined : readCertificate(block.bytes).subject.commonName
}
