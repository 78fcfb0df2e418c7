import { expect, it } from 'vitest'
import { storageHash } from './storage-hash.ts'

it.each([
  ['cl.o-crd.example.com', 'v1', 'Widget', 'D9zgmrj8JVs='],
  ['two.o-crd.example.com', 'v2', 'Gadget', 'cbfWrIP8YBQ='],
])('%s/%s %s has the hash of the real server', (group, version, kind, hash) => {
  expect(storageHash(group, version, kind)).toBe(hash)
})
