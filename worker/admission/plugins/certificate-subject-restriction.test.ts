import { expect, it } from 'vitest'
import { contextOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { certificateSubjectRestriction } from './certificate-subject-restriction.ts'

const plugin = certificateSubjectRestriction(contextOf())
const createRequest = (signerName: string, request: string) =>
  runPlugin(
    plugin,
    requestOf(
      { metadata: { name: 'r' }, spec: { signerName, request: btoa(request) } },
      { resource: { group: 'certificates.k8s.io', version: 'v1', resource: 'certificatesigningrequests' } },
    ),
  )

/** A request in PEM with one organization. The plugin reads only the subject of the request. */
function requestFor(organization: string): string {
  const tlv = (tag: number, ...content: number[]): number[] => [tag, content.length, ...content]
  const text = [...new TextEncoder().encode(organization)]
  const name = tlv(0x30, ...tlv(0x31, ...tlv(0x30, ...tlv(0x06, 0x55, 0x04, 0x0a), ...tlv(0x0c, ...text))))
  const algorithm = tlv(0x30, ...tlv(0x06, 0x2a, 0x03))
  const info = tlv(0x30, ...tlv(0x02, 0), ...name, ...tlv(0x30, ...algorithm, ...tlv(0x03, 0)), 0xa0, 0)
  const bytes = tlv(0x30, ...info, ...algorithm, ...tlv(0x03, 0))
  const base64 = btoa(String.fromCharCode(...bytes))
  return `-----BEGIN CERTIFICATE REQUEST-----\n${base64}\n-----END CERTIFICATE REQUEST-----\n`
}

it('refuses certificates of the signer kube-apiserver-client for the group system:masters', async () => {
  await createRequest('kubernetes.io/kube-apiserver-client', requestFor('team'))
  await createRequest('example.com/signer', requestFor('system:masters'))
  await expect(createRequest('kubernetes.io/kube-apiserver-client', requestFor('system:masters'))).rejects.toThrow(
    'use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed',
  )
  await expect(createRequest('kubernetes.io/kube-apiserver-client', 'no PEM')).rejects.toThrow('failed to parse CSR')
})
