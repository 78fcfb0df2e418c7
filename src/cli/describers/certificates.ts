import { labelsText } from '../../../worker/api/labels-text.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Attribute } from '../../../worker/certificates/distinguished-name.ts'
import { humanDuration } from '../../../worker/api/duration.ts'
import { Failure } from '../failure.ts'
import { line, longDate, optionalLine } from './fields.ts'
import { fromBase64Text } from '../../../worker/runtime/bytes.ts'

export async function certificateRequestText({ metadata, spec, status }: ApiObject): Promise<string> {
  const { request, signerName, expirationSeconds, username } = objectOrEmpty(spec)
  const subject = await requestText(stringOrEmpty(request))
  return [
    line('Name', metadata?.name),
    line('Labels', labelsText(metadata?.labels)),
    line('Annotations', labelsText(metadata?.annotations)),
    line('CreationTimestamp', longDate(metadata?.creationTimestamp)),
    line('Requesting User', stringOrEmpty(username)),
    optionalLine('Signer', signerName),
    typeof expirationSeconds === 'number' ? line('Requested Duration', humanDuration(expirationSeconds * 1000)) : '',
    line('Status', statusText(status)),
    subject,
  ].join('')
}

/** The state of a request, with its parts separated by commas: `Approved,Issued`. */
function statusText(status: unknown): string {
  const { conditions, certificate } = objectOrEmpty(status)
  const has = (type: string): boolean => objectsIn(conditions).some((each) => each.type === type)
  return [
    ['Denied', 'Approved'].find(has) ?? 'Pending',
    ...(has('Failed') ? ['Failed'] : []),
    ...(stringOrEmpty(certificate) === '' ? [] : ['Issued']),
  ].join(',')
}

const COMMON_NAME = '2.5.4.3'
const SERIAL_NUMBER = '2.5.4.5'
/** Further attributes of a subject, by object identifier. */
const SUBJECT = [
  ['Organization', '2.5.4.10'],
  ['Organizational Unit', '2.5.4.11'],
  ['Country', '2.5.4.6'],
  ['Locality', '2.5.4.7'],
  ['Province', '2.5.4.8'],
  ['StreetAddress', '2.5.4.9'],
  ['PostalCode', '2.5.4.17'],
] as const

async function requestText(encoded: string): Promise<string> {
  const [{ readCertificateRequest }, { pemBlocks }, { formatAddress }] = await Promise.all([
    import('../../../worker/certificates/certificate-request.ts'),
    import('../../../worker/certificates/pem.ts'),
    import('../../../worker/api/ip-parsing.ts'),
  ])
  const addressText = (bytes: Uint8Array): string => {
    const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
    return formatAddress({ bits: bytes.length === 4 ? 32 : 128, value, zone: '' })
  }
  const [block] = pemBlocks(fromBase64Text(encoded))
  if (block?.type !== 'CERTIFICATE REQUEST')
    throw new Failure('Error parsing CSR: PEM block type must be CERTIFICATE REQUEST')
  const { attributes, alternativeNames } = readCertificateRequest(block.bytes)
  const { dns, email, uri, ip } = alternativeNames
  const last = (type: string): string => valuesOf(attributes, type).at(-1) ?? ''
  const names = [
    valuesText('DNS Names', dns),
    valuesText('Email Addresses', email),
    valuesText('URIs', uri),
    valuesText('IP Addresses', ip.map(addressText)),
  ].join('')
  return [
    'Subject:\n',
    line('\tCommon Name', last(COMMON_NAME)),
    line('\tSerial Number', last(SERIAL_NUMBER)),
    ...SUBJECT.map(([label, type]) => valuesText(label, valuesOf(attributes, type))),
    names === '' ? '' : `Subject Alternative Names:\n${names}`,
  ].join('')
}

const valuesOf = (attributes: readonly Attribute[], type: string): string[] =>
  attributes.filter((each) => each.type === type).map(({ value }) => value)

const valuesText = (label: string, values: readonly string[]): string =>
  values.length === 0 ? '' : line(`\t${label}`, values.join('\n\t\t'))
