import { expect, test } from 'vitest'
import { OutputNormaliser } from './output-normaliser.ts'

const NOW = Date.parse('2024-05-01T10:00:00Z')
const normaliser = () => new OutputNormaliser({ directory: '/tmp/x', base: 'http://127.0.0.1:8001' }, NOW)

test('replaces the working directory of the client and the address of the server', () => {
  expect(normaliser().text('/tmp/x/a http://127.0.0.1:8001/api 127.0.0.1:8001')).toBe('<dir>/a <base>/api <host>')
})

test('replaces equal resource versions by the same numbered stand-in', () => {
  expect(normaliser().text('resourceVersion: "7"\nresourceVersion: "9"\nresourceVersion: "7"')).toBe(
    'resourceVersion: "<rv1>"\nresourceVersion: "<rv2>"\nresourceVersion: "<rv1>"',
  )
})

test('keeps the width of a column of ages', () => {
  expect(normaliser().text('NAME   AGE    X\na      12s    y\n')).toBe('NAME   AGE    X\na      <age>  y\n')
})

test('shortens the padding of columns when a stand-in changes the width of a cell', () => {
  expect(normaliser().text('IP           P\n10.0.12.3    80\n')).toBe('IP  P\n<ip>  80\n')
})

test('replaces the addresses of pointers', () => {
  expect(normaliser().text('map[a:0xc0004001e0 b:0x2a9a24248e80 c:0x1f]')).toBe('map[a:<pointer> b:<pointer> c:0x1f]')
})

test('replaces the hash of a document of published types', () => {
  const path = '/openapi/v3/apis/apps/v1?hash='
  expect(normaliser().text(`GET ${path}${'0A'.repeat(64)}&timeout=32s 200 OK`)).toBe(
    `GET ${path}<hash>&timeout=32s 200 OK`,
  )
})

test('replaces the port of health checks', () => {
  expect(normaliser().text('HealthCheck NodePort:  31044\n')).toBe('HealthCheck NodePort:  <port>\n')
})
