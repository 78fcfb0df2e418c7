import { expect, it } from 'vitest'
import { NO_NAMES } from '../../../worker/certificates/alternative-names.ts'
import { makeCertificateRequest } from '../../../worker/certificates/make-request.ts'
import { pemText } from '../../../worker/certificates/pem.ts'
import { certificateFields } from './certificate-requests.ts'
import { noDocuments } from '../documents.fixture.ts'
import { signerCode, writeSigner } from './signer-handler.ts'

const SIGNER = 'shop.example.com/internal'

interface Signer {
  reconcile(request: object, api: object): Promise<void>
}

it('signs an approved request, and no other', async () => {
  const code = signerCode(SIGNER, 'certificates.k8s.io')
  const address = `data:text/javascript,${encodeURIComponent(code)}`
  const { default: signer } = (await import(/* @vite-ignore */ address)) as { default: Signer }
  const attributes = [{ type: '2.5.4.3', value: 'alice' }]
  const { request } = await makeCertificateRequest('ECDSA', attributes, NO_NAMES)
  const spec = { signerName: SIGNER, request: btoa(pemText('CERTIFICATE REQUEST', request)) }
  const written: { certificate: string }[] = []
  const api = { status: (_: object, status: { certificate: string }) => void written.push(status) }
  const object = { metadata: { name: 'alice' }, spec }
  await signer.reconcile({ object }, api)
  expect(written).toEqual([])
  await signer.reconcile({ object: { ...object, status: { conditions: [{ type: 'Approved' }] } } }, api)
  const read = certificateFields(written[0]?.certificate ?? '')
  expect(read?.fields[0]).toEqual(['Common name (the user)', 'alice'])
  expect((read?.notAfter ?? 0) - Date.now()).toBeGreaterThan(86_000_000)
})

it('writes a hostile name of a signer as one text, which adds neither code nor permissions', () => {
  const { files, documents } = noDocuments()
  const signer = "x'; steal() //]\n  - { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }\n$'"
  writeSigner(documents, signer, 'k8s')
  expect(files.get('signer.handler.ts')).toContain(`const SIGNER = ${JSON.stringify(signer)}\n`)
  expect(files.get('signer.yaml')).toContain(`resourceNames: [${JSON.stringify(signer)}]\n`)
})

it('writes a separate handler and separate rights for a second signer', () => {
  const { files, documents, shown } = noDocuments()
  for (const signer of ['a.example/one', 'b.example/two', 'a.example/one']) writeSigner(documents, signer, 'k8s')
  expect(shown).toEqual(['signer.handler.ts', 'signer-2.handler.ts', 'signer.handler.ts'])
  expect([...files.keys()].sort()).toEqual(['signer-2.handler.ts', 'signer-2.yaml', 'signer.handler.ts', 'signer.yaml'])
  expect(files.get('signer-2.handler.ts')).toContain("serviceAccount: 'default/signer-2'")
  expect(files.get('signer-2.yaml')).toContain('metadata: { name: signer-2 }')
})
