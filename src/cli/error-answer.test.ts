import { expect, test } from 'vitest'
import { readStatus } from './error-answer.ts'

const message = (path: string, text: string, code: number, method = 'GET') =>
  readStatus(text, code, { method, path }).message

test('names the request of an answer without a Status', () => {
  const missing = 'the server could not find the requested resource'
  expect(message('/apis/x.y/v1/namespaces/a/things/b', '404 page not found', 404)).toBe(`${missing} (get things.x.y b)`)
  expect(message('/apis/x.y/v1/things?limit=5', '', 404, 'POST')).toBe(`${missing} (post things.x.y)`)
  expect(message('/api/v1/namespaces/a/pods/b/status', '', 404, 'PATCH')).toBe(`${missing} (patch pods b)`)
  expect(message('/apis', '', 404)).toBe(missing)
  expect(readStatus('', 404).message).toBe(missing)
})

test('has the words of client-go for the status codes 403, 405, 418 and 502', () => {
  expect(message('/apis', 'no', 403)).toBe('no')
  expect(message('/apis', 'a "b"', 502)).toBe(
    'an error on the server ("a \\"b\\"") has prevented the request from succeeding',
  )
  expect(message('/apis', 'tea', 418)).toBe(
    'the server responded with the status code 418 but did not return more information',
  )
  expect(message('/api/v1/pods', '', 405, 'DELETE')).toBe(
    'the server does not allow this method on the requested resource (delete pods)',
  )
})

test('has the details of an answer without a Status', () => {
  const { answer } = readStatus('404 page not found\n', 404, {
    method: 'GET',
    path: '/apis/x.y/v1/namespaces/a/things/b',
  })
  expect(JSON.stringify(answer?.details)).toBe(
    '{"name":"b","group":"x.y","kind":"things","causes":[{"reason":"UnexpectedServerResponse","message":"404 page not found"}]}',
  )
})

test('ignores the Status of an answer that the client reads as bytes', () => {
  const status = '{"kind":"Status","message":"Unauthorized","reason":"Unauthorized"}'
  const read = (path: string, code: number, isNamed = true) =>
    readStatus(status, code, { method: 'GET', path, isNamed, isUndecoded: true }).message
  expect(read('/apis', 401)).toBe('the server has asked for the client to provide credentials')
  expect(read('/api/v1/namespaces/a/pods', 403)).toBe('unknown (get pods)')
  expect(read('/api/v1/namespaces/a/pods', 403, false)).toBe('unknown')
  expect(read('/openapi/v3', 406)).toBe('the server was unable to respond with a content type that the client supports')
})
