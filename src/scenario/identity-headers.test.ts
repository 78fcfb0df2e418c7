import { expect, it } from 'vitest'
import { withIdentity } from './identity-headers.ts'

const sent = (init: RequestInit | undefined, identity: Parameters<typeof withIdentity>[1]) =>
  Object.fromEntries(new Headers(withIdentity(init, identity).headers))

it('impersonates a user with groups, or a service account', () => {
  expect(sent(undefined, { name: 'a', user: 'alice', groups: ['dev', 'ops'] })).toEqual({
    'impersonate-user': 'alice',
    'impersonate-group': 'dev, ops',
  })
  expect(sent({ headers: { accept: 'a' } }, { name: 'b', serviceAccount: 'shop/builder' })).toEqual({
    accept: 'a',
    'impersonate-user': 'system:serviceaccount:shop:builder',
  })
})

it('does not change a request that already impersonates a user', () => {
  const init = { headers: { 'Impersonate-User': 'bob' } }
  expect(sent(init, { name: 'a', user: 'alice', groups: ['dev'] })).toEqual({ 'impersonate-user': 'bob' })
})
