import { expect, test } from 'vitest'
import { sourceText, volumesText } from './volumes.ts'

test('prints the type and all fields of a volume, with defaults for absent fields', () => {
  expect(volumesText('', [{ name: 'v', nfs: { server: 's', path: '/p' } }])).toBe(
    'Volumes:\n  v:\n    Type:\tNFS (an NFS mount that lasts the lifetime of a pod)\n    Server:\ts\n    Path:\t/p\n    ReadOnly:\tfalse\n',
  )
  expect(volumesText('  ', [{ name: 'v', emptyDir: {} }])).toContain('   v:\n')
  expect(volumesText('', undefined)).toBe('Volumes:\t<none>\n')
})

test('prints the secret reference of a persistent volume with its namespace', () => {
  const rbd = { monitors: ['a', 'b'], image: 'i', secretRef: { name: 'x' } }
  expect(sourceText({ rbd })).toContain('CephMonitors:\t[a b]\n')
  expect(sourceText({ rbd })).toContain('SecretRef:\t&LocalObjectReference{Name:x,}\n')
  expect(sourceText({ rbd }, true)).toContain('SecretRef:\t&SecretReference{Name:x,Namespace:,}\n')
  expect(sourceText({ scaleIO: { secretRef: { name: 'n' } } }, true)).toContain('SecretName:\tn\n')
})

test('indents every line of a volume claim template', () => {
  const volumeClaimTemplate = { metadata: { labels: { a: 'b', c: 'd' } }, spec: { storageClassName: 'fast' } }
  const text = sourceText({ ephemeral: { volumeClaimTemplate } })
  expect(text).toContain('    StorageClass:\tfast\n')
  expect(text).toContain('    Labels:\t    a=b\n        \t    c=d\n')
  expect(text).toContain('    Annotations:\t    <none>\n')
})

test('prints the optional boolean of a projected source as a pointer', () => {
  const text = sourceText({
    projected: { sources: [{ secret: { name: 's', optional: true } }, { configMap: { name: 'c', optional: false } }] },
  })
  expect(text).toMatch(/SecretOptionalName:\t0xc[0-9a-f]{9}\n/)
  expect(text).toMatch(/ConfigMapOptional:\t0xc[0-9a-f]{9}\n/)
  expect(sourceText({ projected: { sources: [{ secret: { name: 's' } }] } })).toContain('SecretOptionalName:\t<nil>\n')
})
