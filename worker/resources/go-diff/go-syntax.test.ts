import { expect, it } from 'vitest'
import { goSource } from './go-syntax.ts'

/** Expected texts are answers of kube-apiserver 1.30.14. */
it('prints structs with every field, and pointers by their address', () => {
  expect(goSource('batch.PodFailurePolicy', { rules: [] })).toBe(
    'batch.PodFailurePolicy{Rules:[]batch.PodFailurePolicyRule{}}',
  )
  expect(goSource('Toleration', { key: 'k', tolerationSeconds: 5 })).toBe(
    'core.Toleration{Key:"k", Operator:"", Value:"", Effect:"", TolerationSeconds:(*int64)(0xc000000000)}',
  )
  expect(goSource('VolumeResourceRequirements', { requests: { storage: '1Gi' } })).toBe(
    'core.VolumeResourceRequirements{Limits:core.ResourceList(nil), Requests:core.ResourceList{"storage":resource.Quantity{i:resource.int64Amount{value:1073741824, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"1Gi", Format:"BinarySI"}}}',
  )
})

it('prints the metadata of a template', () => {
  const text = goSource('PodTemplateSpec', { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c' }] } })
  expect(text).toMatch(/^core\.PodTemplateSpec\{ObjectMeta:v1\.ObjectMeta\{Name:"", GenerateName:"", /)
  expect(text).toContain(
    'CreationTimestamp:time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC), DeletionTimestamp:<nil>',
  )
  expect(text).toContain('Labels:map[string]string{"a":"b"}, Annotations:map[string]string(nil)')
  expect(text).toContain('InitContainers:[]core.Container(nil), Containers:[]core.Container{core.Container{Name:"c", ')
})

it('prints the times of a template as calls, also behind a pointer', () => {
  const metadata = { creationTimestamp: '2020-01-02T03:04:05Z', deletionTimestamp: '2020-02-01T00:00:00Z' }
  expect(goSource('PodTemplateSpec', { metadata })).toContain(
    'CreationTimestamp:time.Date(2020, time.January, 2, 3, 4, 5, 0, time.Local), ' +
      'DeletionTimestamp:time.Date(2020, time.February, 1, 0, 0, 0, 0, time.Local), ',
  )
})

it('prints the two forms of a dependency of a JSON schema', () => {
  const text = goSource('apiextensions.JSONSchemaProps', { dependencies: { a: ['b'], c: { type: 'string' } } })
  expect(text).toContain(
    'Dependencies:apiextensions.JSONSchemaDependencies{' +
      '"a":apiextensions.JSONSchemaPropsOrStringArray{Schema:(*apiextensions.JSONSchemaProps)(nil), Property:[]string{"b"}}, ' +
      '"c":apiextensions.JSONSchemaPropsOrStringArray{Schema:(*apiextensions.JSONSchemaProps)(0xc000000000), Property:[]string(nil)}}',
  )
})
