import { describe, expect, it } from 'vitest'
import { MissingUserError, readImpersonation } from './impersonation.ts'

const read = (headers: Record<string, string>) =>
  readImpersonation({ headers: new Map(Object.entries(headers)) }, 'a.io')

describe('readImpersonation', () => {
  it('returns undefined without headers', () => {
    expect(read({ accept: '*/*', 'impersonate-user': '' })).toBeUndefined()
  })

  it('demands permission for each impersonated part', () => {
    const asked = read({
      'impersonate-user': 'jane',
      'impersonate-group': 'dev, ops',
      'impersonate-uid': '7',
      'impersonate-extra-dom%2fkey': 'x',
    })
    expect(asked?.user).toEqual({
      username: 'jane',
      uid: '7',
      groups: ['dev', 'ops', 'system:authenticated'],
      extra: { 'dom/key': ['x'] },
    })
    expect(
      asked?.requiredPermissions.map(({ group, resource, subresource, name }) => [group, resource, subresource, name]),
    ).toEqual([
      ['', 'users', '', 'jane'],
      ['', 'groups', '', 'dev'],
      ['', 'groups', '', 'ops'],
      ['a.io', 'userextras', 'dom/key', 'x'],
      ['a.io', 'uids', '', '7'],
    ])
  })

  it('reads the name of an extra in lower case, except for escaped letters and malformed escapes', () => {
    const extra = read({ 'impersonate-user': 'jane', 'impersonate-extra-a%41': 'x', 'impersonate-extra-b%4': 'y' })
      ?.user.extra
    expect(extra).toEqual({ aA: ['x'], 'b%4': ['y'] })
  })

  it('keeps commas within a line as part of the value when the host has the lines', () => {
    const headers = new Map([
      ['impersonate-user', 'jane'],
      ['impersonate-group', 'CN=ops, system:masters, dev'],
    ])
    const lines = new Map([['impersonate-group', ['CN=ops, system:masters', 'dev']]])
    const headerLines = (name: string) => lines.get(name) ?? [headers.get(name) ?? '']
    expect(readImpersonation({ headers, headerLines }, 'a.io')?.user.groups).toEqual([
      'CN=ops, system:masters',
      'dev',
      'system:authenticated',
    ])
  })

  it('adds the groups of a service account when the request names no groups', () => {
    const account = { 'impersonate-user': 'system:serviceaccount:ns:robot' }
    expect(read(account)).toMatchObject({
      user: { groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'] },
      requiredPermissions: [{ resource: 'serviceaccounts', namespace: 'ns', name: 'robot' }],
    })
    expect(read({ ...account, 'impersonate-group': 'g' })?.user.groups).toEqual(['g', 'system:authenticated'])
    expect(read({ 'impersonate-user': 'system:serviceaccount:ns:' })?.requiredPermissions[0]?.resource).toBe('users')
  })

  it('omits system:authenticated when the request names system:unauthenticated', () => {
    const groups = (headers: Record<string, string>) => read(headers)?.user.groups
    expect(groups({ 'impersonate-user': 'system:anonymous' })).toEqual(['system:unauthenticated'])
    expect(groups({ 'impersonate-user': 'x', 'impersonate-group': 'system:unauthenticated' })).toEqual([
      'system:unauthenticated',
    ])
  })

  it('refuses groups and extras without a user', () => {
    expect(() => read({ 'impersonate-group': 'g1' })).toThrow(
      new MissingUserError('requested [{Group  g1    }] without impersonating a user'),
    )
  })
})
