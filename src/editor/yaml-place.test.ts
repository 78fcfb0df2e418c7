import { expect, test } from 'vitest'
import { placeAt, topLevel } from './yaml-place.ts'

const manifest = `apiVersion: v1
kind: Namespace
metadata:
  name: shop
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - name: a
        image: nginx
      - name: b
        ports:
          - containerPort: 80
            protocol: TCP
        env:
        - name: X
          value: 'y: z'
      
      restartPolicy: Always
  # a comment
  repl`.split('\n')

const at = (needle: string, offset = 0) => {
  const row = manifest.findIndex((line) => line.includes(needle))
  return placeAt(manifest, row, manifest[row]!.indexOf(needle) + offset)
}

test('finds a key in nested mappings and sequences', () => {
  expect(at('image')).toMatchObject({
    parent: ['spec', 'template', 'spec', 'containers', 0],
    key: 'image',
    inValue: false,
  })
  expect(at('protocol')?.parent).toEqual(['spec', 'template', 'spec', 'containers', 1, 'ports', 0])
  expect(at("value: 'y")?.parent).toEqual(['spec', 'template', 'spec', 'containers', 1, 'env', 0])
  expect(at('restartPolicy')?.parent).toEqual(['spec', 'template', 'spec'])
})

test('gives the key after a dash to the item', () => {
  expect(at('name: b')).toMatchObject({
    parent: ['spec', 'template', 'spec', 'containers', 1],
    key: 'name',
    siblings: ['ports', 'env'],
  })
  expect(at('containerPort')?.parent).toEqual(['spec', 'template', 'spec', 'containers', 1, 'ports', 0])
})

test('finds an incomplete key', () => {
  expect(at('repl', 4)).toMatchObject({ parent: ['spec'], key: 'repl', inValue: false, siblings: ['template'] })
})

test('the column of an empty line is its indentation', () => {
  const row = manifest.indexOf('      ')
  expect(placeAt(manifest, row, 6)).toMatchObject({ parent: ['spec', 'template', 'spec'], key: '' })
})

test('finds a value', () => {
  expect(at('image: nginx', 9)).toMatchObject({ key: 'image', inValue: true })
})

test('ignores keys of other documents', () => {
  const second = at('spec:')!.document
  expect(topLevel(manifest, second, 'kind')).toBe('Deployment')
  expect(topLevel(manifest, second, 'apiVersion')).toBe('apps/v1')
  expect(topLevel(manifest, placeAt(manifest, 1, 0)!.document, 'kind')).toBe('Namespace')
  expect(placeAt(manifest, 4, 0)).toBeUndefined()
})
