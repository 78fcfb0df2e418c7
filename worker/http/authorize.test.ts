import { expect, it } from 'vitest'
import { refusal } from './authorize.ts'

const attributes = {
  verb: 'get',
  resourceRequest: false,
  group: '',
  version: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
}

it('escapes HTML and reads the text as a format of Go', () => {
  const user = { username: '<eve> & 5%d', uid: '', groups: [], extra: {} }
  const { message } = refusal({ ...attributes, user, path: '/a%' }, 'because <x>')
  expect(message).toBe('forbidden: User "&lt;eve&gt; &amp; 5%!d(MISSING)" cannot get path "/a%!"(MISSING): because <x>')
})
