import { expect, test } from 'vitest'
import { emptyConfiguration } from './configuration.ts'
import { configurationObject } from './written-configuration.ts'

test('writes the fields of a credential plugin that Go never omits', () => {
  const users = new Map([['u', { exec: { command: 'login', args: ['a'] } }]])
  expect(configurationObject({ ...emptyConfiguration(), users }).users).toEqual([
    { name: 'u', user: { exec: { args: ['a'], command: 'login', env: null, provideClusterInfo: false } } },
  ])
})
