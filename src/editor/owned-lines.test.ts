import { expect, test } from 'vitest'
import { ownerSign } from '../ownership/field-owners.ts'
import { ownedText } from './owned-lines.ts'

const text = `spec:
  replicas: 2
  containers:
    - name: web
      image: web:1
  finalizers:
    - a
    - b
`

test('places owners at the lines on which their fields begin', () => {
  const owned = ownedText(text, [
    {
      manager: 'a',
      fieldsV1: {
        'f:spec': {
          'f:replicas': {},
          'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:name': {} } },
          'f:finalizers': { 'v:"b"': {} },
        },
      },
    },
    {
      manager: 'b',
      fieldsV1: { 'f:spec': { 'f:replicas': {}, 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } } },
    },
  ])
  const shown = owned?.lines.map(({ from, owners }) => [
    text.slice(from, text.indexOf('\n', from)),
    owners.map(ownerSign).join(''),
  ])
  expect(shown).toEqual([
    ['replicas: 2', 'AB'],
    ['name: web', 'A'],
    ['name: web', 'A'],
    ['image: web:1', 'B'],
    ['b', 'A'],
  ])
})

test('finds no owners in a text without an object', () => {
  expect(ownedText('a: [', [])).toBeUndefined()
  expect(ownedText('- a\n', [])).toBeUndefined()
})
