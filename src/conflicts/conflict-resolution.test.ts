import { expect, test } from 'vitest'
import { editedText } from './conflict-resolution.ts'

const text = `# Ours.
apiVersion: v1
kind: ConfigMap
metadata:
  name: first
---
# The second one.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: { tier: front } # kept in one line
spec:
  # Why it is five.
  replicas: 5

  template:
    spec:
      containers:
        - name: log
          image: "log:1"
        - name: web
          image: web:2 # newest
---
kind: Third
`

test('sets the value of a field', async () => {
  expect(await editedText(text, 1, [{ path: ['spec', 'replicas'], value: 2 }])).toBe(
    text.replace('replicas: 5', 'replicas: 2'),
  )
})

test('removes one field only', async () => {
  const image = ['spec', 'template', 'spec', 'containers', 1, 'image']
  expect(await editedText(text, 1, [{ path: image, value: undefined }])).toBe(
    text.replace('          image: web:2 # newest\n', ''),
  )
})

test('removes mappings that become empty', async () => {
  const path = ['metadata', 'labels', 'tier']
  expect(await editedText(text, 1, [{ path, value: undefined }])).toBe(
    text.replace('  labels: { tier: front } # kept in one line\n', ''),
  )
})

test('removes several items of a list', async () => {
  const list = 'spec:\n  tags:\n  - a\n  - b\n  - c\n'
  const at = (i: number) => ({ path: ['spec', 'tags', i], value: undefined })
  expect(await editedText(list, 0, [at(0), at(2)])).toBe('spec:\n  tags:\n  - b\n')
})

test('changes the first of several documents, and a single document', async () => {
  expect(await editedText(text, 0, [{ path: ['metadata', 'name'], value: 'one' }])).toBe(text.replace('first', 'one'))
  expect(await editedText('a: 1\nb: 2\n', 0, [{ path: ['b'], value: 'yes' }])).toBe('a: 1\nb: "yes"\n')
})
