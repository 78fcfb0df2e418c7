import { expect, it } from 'vitest'
import { jsonLine, legacyLine } from './event-lines.ts'

const event = {
  auditID: 'one',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/default/configmaps?a=<b>',
  verb: 'create',
  user: { username: 'ada', groups: ['system:masters', 'a"b'] },
  impersonatedUser: { username: 'bob', groups: ['dev'] },
  sourceIPs: ['127.0.0.1', '::1'],
  userAgent: 'probe',
  objectRef: { resource: 'configmaps', namespace: 'default' },
  responseStatus: { metadata: {}, code: 201 },
  requestReceivedTimestamp: '2024-01-01T00:00:00.120000Z',
}

it('writes the request and the code of its answer in the format legacy', () => {
  expect(legacyLine(event)).toBe(
    '2024-01-01T00:00:00.12Z AUDIT: id="one" stage="ResponseComplete" ip="127.0.0.1" method="create" user="ada" ' +
      'groups="\\"system:masters\\",\\"a\\\\\\"b\\"" as="bob" asgroups="\\"dev\\"" user-agent="probe" namespace="default" ' +
      'uri="/api/v1/namespaces/default/configmaps?a=<b>" response="201"\n',
  )
  expect(legacyLine({ requestReceivedTimestamp: '2024-01-01T00:00:00.000000Z', user: {} })).toBe(
    '2024-01-01T00:00:00Z AUDIT: id="" stage="" ip="<unknown>" method="" user="<none>" groups="<none>" as="<self>" ' +
      'asgroups="<lookup>" user-agent="" namespace="<none>" uri="" response="<deferred>"\n',
  )
})

it('writes an event as one line of JSON', () => {
  expect(jsonLine({ requestURI: '/?a=<b>\n' })).toBe('{"requestURI":"/?a=\\u003cb\\u003e\\n"}\n')
})
