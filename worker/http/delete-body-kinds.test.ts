import { expect, it } from 'vitest'
import { deleteBodyKind, unregisteredDeleteKind } from './delete-body-kinds.ts'

const goType = (group: string, version: string, kind: string): string | undefined =>
  deleteBodyKind({ group, version, kind }, 'meta.k8s.io')?.goType

it('finds the kinds of the meta group by version', () => {
  expect(goType('meta.k8s.io', 'v1', 'Table')).toBe('v1.Table')
  expect(goType('meta.k8s.io', 'v1beta1', 'PartialObjectMetadataList')).toBe('v1beta1.PartialObjectMetadataList')
  expect(goType('meta.k8s.io', '__internal', 'WatchEvent')).toBe('v1.InternalEvent')
  expect(goType('meta.k8s.io', 'v1beta1', 'WatchEvent')).toBeUndefined()
})

it('finds the options of writes in every group, and those of reads in none', () => {
  expect(goType('apps', 'v1', 'CreateOptions')).toBe('v1.CreateOptions')
  expect(goType('apps', 'v1', 'ListOptions')).toBeUndefined()
  expect(goType('', 'v1', 'WatchEvent')).toBeUndefined()
})

it('names the internal version in the refusal', () => {
  expect(unregisteredDeleteKind({ group: 'apps', version: '__internal', kind: 'A' })).toBe(
    'no kind "A" is registered for the internal version of group "apps" in scheme "pkg/runtime/scheme.go:100"',
  )
})
